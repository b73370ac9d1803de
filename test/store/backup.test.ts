import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { restoreCommand } from '#src/cli/backup.js';
import { composeAccounts, composeLogger } from '#src/compose/service.js';
import { readSettings } from '#src/settings/read-settings.js';
import { runHere } from '../setup/command.js';
import { type FreshDatabase, freshDatabase } from '../setup/database.js';

const run = promisify(execFile);
const SECRET = Buffer.alloc(32, 7).toString('base64');

let folder: string;
let source: FreshDatabase;
let target: FreshDatabase;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kotobashi-backup-'));
  source = await freshDatabase(2);
  target = await freshDatabase(2);
});

afterAll(async () => {
  await source.close();
  await target.close();
  rmSync(folder, { recursive: true, force: true });
});

function settingsOf(url: string) {
  return {
    DATABASE_URL: url,
    KOTOBASHI_DATA: folder,
    KOTOBASHI_MASTER_KEY: SECRET,
    KOTOBASHI_LOG_LEVEL: 'silent',
  };
}

/** In a process of its own, as a user runs it; never rejects. */
async function kotobashi(
  environment: Readonly<Record<string, string>>,
  ...args: string[]
): Promise<{ code: number; output: string }> {
  const env = { PATH: process.env.PATH ?? '', ...environment };
  return await run(process.execPath, ['bin/kotobashi.js', ...args], { env }).then(
    ({ stdout }) => ({ code: 0, output: stdout }),
    (error: { code: number; stderr: string }) => ({ code: error.code, output: error.stderr }),
  );
}

/** The same in this process, where the program is loaded already. */
async function restore(url: string, file: string): Promise<{ code: number; output: string }> {
  const { code, stdout, stderr } = await runHere(restoreCommand, settingsOf(url), file);
  return { code, output: code === 0 ? stdout : stderr };
}

async function open(url: string) {
  return await composeAccounts(readSettings(settingsOf(url)), composeLogger({ logLevel: 'silent' }));
}

it('a restored database knows what the old one knew, and goes on numbering behind it', async () => {
  const before = await open(source.url);
  const { id } = await before.organizationAdmin.createOrganization('御社 "quoted" \\ ltd');
  const user = await before.organizationAdmin.createUser(id, 'user');
  const key = await before.keyAdmin.create(id, user.id, {});
  await before.contracts.create(id, { name: 'text', kind: 'text', engine: 't4oo', ratePerMinute: 7 });
  const list = await before.lists.create(id, 'glossary', 'terms');
  await before.lists.merge(before.store.db, id, 'glossary', list.id, [
    { fromLang: 'ja', toLang: 'en', fromText: '設定', toText: 'settings\u2028"\\' },
  ]);
  const contracts = await before.contracts.list(id);
  await before.close();

  const file = join(folder, 'all.backup');
  expect(await kotobashi(settingsOf(source.url), 'backup', file)).toMatchObject({ code: 0 });
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(await kotobashi(settingsOf(target.url), 'restore', file)).toMatchObject({ code: 0 });

  const after = await open(target.url);
  try {
    expect(await after.contracts.list(id)).toEqual(contracts);
    const terms = [];
    for await (const term of after.lists.walk(id, 'glossary', list.id)) terms.push(term);
    expect(terms).toMatchObject([{ fromText: '設定', toText: 'settings\u2028"\\' }]);
    const known = await after.keyCache.find(key.accessKey);
    expect(known?.secrets.map(({ secret }) => secret)).toEqual([key.secretKey]);
    expect((await after.lists.create(id, 'glossary', 'more')).id).toBeGreaterThan(list.id);
  } finally {
    await after.close();
  }
});

it('brings back an installation with the bundled database that was lost with its folder, keys included', async () => {
  const data = join(folder, 'bundled');
  const file = join(folder, 'bundled.backup');
  const environment = { KOTOBASHI_DATA: data, KOTOBASHI_LOG_LEVEL: 'silent' };
  const opened = () => composeAccounts(readSettings(environment), composeLogger({ logLevel: 'silent' }));
  const before = await opened();
  const { id } = await before.organizationAdmin.createOrganization('bundled');
  const user = await before.organizationAdmin.createUser(id, 'user');
  const key = await before.keyAdmin.create(id, user.id, {});
  await before.contracts.create(id, { name: 'text', kind: 'text', engine: 't4oo', ratePerMinute: 7 });
  const contracts = await before.contracts.list(id);
  await before.close();

  expect(await kotobashi(environment, 'backup', file)).toMatchObject({ code: 0 });
  rmSync(data, { recursive: true });
  expect(await kotobashi(environment, 'restore', file)).toMatchObject({ code: 0 });

  const after = await opened();
  try {
    expect(await after.contracts.list(id)).toEqual(contracts);
    const known = await after.keyCache.find(key.accessKey);
    expect(known?.secrets.map(({ secret }) => secret)).toEqual([key.secretKey]);
  } finally {
    await after.close();
  }
}, 120_000);

it('says why a backup cannot be restored, and changes nothing', async () => {
  const file = join(folder, 'all.backup');
  const full = await restore(source.url, file);
  expect(full).toMatchObject({ code: 1, output: expect.stringContaining('already holds organizations') });

  const empty = await freshDatabase(1);
  try {
    const lines = gunzipSync(readFileSync(file)).toString().split('\n');
    const cut = join(folder, 'cut.backup');
    writeFileSync(cut, gzipSync(lines.slice(0, -3).join('\n')));
    expect(await restore(empty.url, cut)).toMatchObject({
      code: 1,
      output: expect.stringContaining('not complete'),
    });
    const { rows } = await empty.store.pool.query('select 1 from organizations');
    expect(rows).toEqual([]);
    writeFileSync(cut, 'no backup at all');
    expect((await restore(empty.url, cut)).code).toBe(1);
  } finally {
    await empty.close();
  }
});
