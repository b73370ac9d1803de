import { randomBytes } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { SecretBox } from '#src/accounts/secrets/secret-box.js';
import { composeAccounts, composeLogger } from '#src/compose/service.js';
import { claimItems } from '#src/files/file-claims.js';
import { WorkerRegistry } from '#src/jobs/worker-registry.js';
import { migrateQueue } from '#src/queue/enqueue.js';
import { ImportJobs } from '#src/resources/imports/import-jobs.js';
import { readSettings } from '#src/settings/read-settings.js';
import { EmbeddedServer } from '#src/store/embedded/server.js';
import { claimTrainings } from '#src/training/training-claims.js';
import { FileClient } from '../../bench/files/file-client.js';
import { testApp } from '../setup/app.js';

const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
const name = `test_${randomBytes(8).toString('hex')}`;
const url = new URL(inject('postgresUrl'));
let folder: string;

async function asAdministrator(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kotobashi-upgrade-'));
  await asAdministrator(`create database ${name}`);
  url.pathname = `/${name}`;
});
afterAll(async () => {
  await asAdministrator(`drop database ${name} with (force)`);
  rmSync(folder, { recursive: true, force: true });
});

/** The migrations that the oldest version had which a database can come from: the first alone. */
function firstMigrations(): string {
  const first = join(folder, 'migrations');
  cpSync(MIGRATIONS, first, { recursive: true });
  const path = join(first, 'meta', '_journal.json');
  const journal: { readonly entries: readonly object[] } = JSON.parse(readFileSync(path, 'utf8'));
  expect(journal.entries.length).toBeGreaterThan(1);
  writeFileSync(path, JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }));
  return first;
}

it('a database of the oldest version is brought up to date, with everything that is in it', async () => {
  const old = new pg.Pool({ connectionString: url.href, max: 1 });
  await migrate(drizzle({ client: old }), { migrationsFolder: firstMigrations() });
  await old.query(`
    insert into organizations (id, name) values ('o', 'Northern Lamps');
    insert into users (id, org_id, name) values ('u', 'o', 'Taro');
    insert into contracts (id, org_id, name, kind, engine) values ('c', 'o', 'texts', 'text', 't4oo');
    insert into dictionary_entries (org_id, user_id, from_lang, from_text, to_lang, to_text)
      values ('o', 'u', 'en', 'lamp', 'ja', 'ランプ');
    insert into translation_jobs (queue_id, org_id, user_id, access_key, contract_id, engine, request, characters,
      task_id, expires_at) values ('q', 'o', 'u', 'k', 'c', 't4oo', '{}', 1, 't', now());
    insert into file_translations (translate_id, org_id, user_id, access_key, contract_id, field_id, langs, expires_at)
      values ('f', 'o', 'u', 'k', 'c', '1', '["ja"]', now());
    insert into file_items (item_id, translate_id, org_id, position, lang, request)
      values ('i', 'f', 'o', 0, 'ja', '{}');
    insert into file_items (item_id, translate_id, org_id, position, lang, request, state, claim)
      values ('r', 'f', 'o', 1, 'ja', '{}', 'running', 'a run that is no more');
    insert into import_jobs (id, org_id, target, target_id, format, source, state)
      values ('m', 'o', 'glossary', 1, 'tsv', '', 'running');
    insert into custom_models (mid, org_id, user_id, name, field, first_lang, second_lang)
      values ('M0000001', 'o', 'u', 'm', 'L000001', 'en', 'ja');
    insert into training_jobs (jid, org_id, mid, user_id, access_key, contract_id, upload, state)
      values ('J00000001', 'o', 'M0000001', 'u', 'k', 'c', '{}', 'preparing')`);
  await old.end();
  const settings = readSettings({ DATABASE_URL: url.href, KOTOBASHI_DATA: join(folder, 'data') });
  const accounts = await composeAccounts(settings, composeLogger({ logLevel: 'silent' }));
  try {
    const [organization] = await accounts.organizationAdmin.organizations();
    expect(organization).toMatchObject({ id: 'o', name: 'Northern Lamps', enabled: true });
    const { pool, db } = accounts.store;
    const { rows } = await pool.query(
      `select (select to_text from dictionary_entries) as term, (select state from translation_jobs) as job,
         (select faults from file_items where item_id = 'i') as faults, (select names from contracts) as names`,
    );
    expect(rows).toEqual([{ term: 'ランプ', job: 'queued', faults: 0, names: null }]);
    // What came later holds for what was there before.
    await pool.query("update translation_jobs set state = 'failed' where queue_id = 'q'");
    // What was under way is taken up.
    await migrateQueue(pool);
    await new WorkerRegistry(accounts.store, 'new', 60_000).sweep();
    const request = { worker: 'new', room: 10 };
    const claimed = [
      await claimItems(db, request),
      await claimItems(db, { ...request, worker: 'second' }),
      await claimTrainings(db, request, 1),
      await new ImportJobs(accounts.store, accounts.lists, accounts.pairReader).claim(db, request),
    ];
    // Files of one account follow each other.
    expect(claimed.map((jobs) => jobs.map(({ id }) => id))).toEqual([['i'], [], ['J00000001'], ['m']]);
  } finally {
    await accounts.close();
  }
});

it('a data folder of the oldest version serves its customers and its operator with the keys that they have', async () => {
  const data = join(folder, 'old-data');
  const old = await EmbeddedServer.open({ folder: data });
  const pool = new pg.Pool({ connectionString: old.url, max: 1 });
  const masterKey = SecretBox.newKey();
  const key = { accessKey: randomBytes(32).toString('hex'), secretKey: randomBytes(48).toString('hex') };
  const adminToken = randomBytes(32).toString('hex');
  try {
    await migrate(drizzle({ client: pool }), { migrationsFolder: firstMigrations() });
    await pool.query(`
      insert into organizations (id, name) values ('o', 'Northern Lamps');
      insert into users (id, org_id, name) values ('u', 'o', 'Taro');
      insert into contracts (id, org_id, name, kind, engine) values ('c', 'o', 'texts', 'text', 't4oo');
      insert into dictionary_entries (org_id, user_id, from_lang, from_text, to_lang, to_text)
        values ('o', 'u', 'en', 'lamp', 'ja', 'ランプ')`);
    await pool.query(
      `insert into access_keys (access_key, org_id, user_id, secret_box) values ($1, 'o', 'u', $2)`,
      [key.accessKey, new SecretBox([masterKey]).seal(key.secretKey, key.accessKey)],
    );
    writeFileSync(join(data, 'secret.key'), masterKey.toString('base64'), { mode: 0o600 });
    writeFileSync(join(data, 'admin.token'), adminToken, { mode: 0o600 });
  } finally {
    await pool.end();
    await old.close();
  }
  const app = await testApp({ data, databaseUrl: undefined, models: inject('noiseModels') });
  try {
    const client = new FileClient(app.url, key);
    const listed = await client.call('/api/v1/dictionary');
    expect(await listed.json()).toMatchObject({
      data: { entries: [{ fromText: 'lamp', toText: 'ランプ' }] },
    });
    const translated = await client.call('/api/v1/translate', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        fieldId: '1',
        text: ['lamp'],
        sourceLang: 'en',
        targetLang: 'ja',
        contractId: 'c',
      }),
    });
    expect(await translated.json()).toMatchObject({
      data: { translationResult: [{ translatedText: 'ランプ' }] },
    });
    const operator = { authorization: `Bearer ${adminToken}` };
    const { body } = await app.send('/admin/v1/organizations', { headers: operator });
    expect(body).toMatchObject({ data: [{ id: 'o', name: 'Northern Lamps', enabled: true }] });
    expect((await app.send('/readyz')).status).toBe(200);
  } finally {
    await app.close();
  }
}, 120_000);
