import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { strFromU8, strToU8 } from 'fflate';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { composeAccounts, composeLogger } from '#src/compose/service.js';
import { readSettings } from '#src/settings/read-settings.js';
import { Program } from '../../bench/faults/program.js';
import { freePort } from '../../bench/faults/stage.js';
import { FileClient } from '../../bench/files/file-client.js';
import { type FreshDatabase, freshDatabase } from '../setup/database.js';

/** More than two batches, so that one is done, one under way and one untouched when the process dies. */
const SENTENCES = 260;

let database: FreshDatabase;
let folder: string;
let program: Program;
let client: FileClient;
let contractId: string;

beforeAll(async () => {
  database = await freshDatabase(2);
  folder = mkdtempSync(join(tmpdir(), 'kotobashi-killed-'));
  chmodSync(folder, 0o755);
  const port = await freePort();
  const environment = {
    DATABASE_URL: database.url,
    KOTOBASHI_MASTER_KEY: randomBytes(32).toString('base64'),
    KOTOBASHI_DATA: folder,
    KOTOBASHI_DEMO: '0',
    KOTOBASHI_LOG_LEVEL: 'warn',
    KOTOBASHI_WORKER_LEASE: '3',
    KOTOBASHI_MODEL_THREADS: '1',
    PORT: String(port),
  };
  const accounts = await composeAccounts(readSettings(environment), composeLogger({ logLevel: 'silent' }));
  const { id } = await accounts.organizationAdmin.createOrganization('files');
  const user = await accounts.organizationAdmin.createUser(id, 'user');
  const key = await accounts.keyAdmin.create(id, user.id, {});
  const limits = { kind: 'file', engine: 't4oo', search: 'fast' } as const;
  const contract = await accounts.contracts.create(id, { name: 'f', ...limits });
  contractId = contract.id;
  await accounts.close();
  program = new Program('serve', environment);
  await program.ready();
  client = new FileClient(`http://127.0.0.1:${port}`, key);
}, 120_000);
afterAll(async () => {
  await program.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Batches that were written down, each with the transaction that wrote it. */
async function checkpoints(): Promise<ReadonlyMap<number, string>> {
  const { rows } = await database.store.pool.query<{ batch: number; written: string }>(
    'select batch, xmin::text as written from file_sentences order by batch',
  );
  return new Map(rows.map(({ batch, written }) => [batch, written]));
}

it('a file goes on behind its last checkpoint when the process is killed, and comes out whole', async () => {
  const marks = Array.from({ length: SENTENCES }, (_, at) => `https://e.example/t${at}`);
  const text = marks
    .map((mark, at) => (at % 2 === 0 ? `Please read ${mark} today.` : `It was closed at ${mark} then.`))
    .join('\n\n');
  const submit = () =>
    client.submit([{ name: 'long.txt', bytes: strToU8(text) }], {
      contractId,
      sourceLang: 'en',
      targetLangs: '["ja"]',
    });
  const translateId = await submit();
  const before = await vi.waitFor(
    async () => {
      const written = await checkpoints();
      expect(written.size).toBeGreaterThan(0);
      return written;
    },
    { timeout: 120_000, interval: 20 },
  );
  program.kill('SIGKILL');
  await vi.waitFor(() => client.result(translateId), { timeout: 240_000, interval: 100 });
  const [item] = (await client.ended(translateId)).items;
  expect(item).toMatchObject({
    error: false,
    untranslated: 0,
    progress: { done: SENTENCES, total: SENTENCES },
  });
  const after = await checkpoints();
  expect(after.size).toBeGreaterThan(before.size);
  for (const [batch, written] of before) expect(after.get(batch)).toBe(written);
  const files = await client.download([item?.translateItemId ?? '']);
  const paragraphs = strFromU8(files['long_ja.txt'] ?? new Uint8Array()).split('\n\n');
  expect(paragraphs).toHaveLength(SENTENCES);
  for (const [at, paragraph] of paragraphs.entries()) {
    expect(paragraph.match(/https:\/\/e\.example\/t\d+/g)).toEqual([marks[at]]);
    expect(paragraph).toMatch(/[\u3041-\u30FF]/);
  }
  const { rows } = await database.store.pool.query('select sum(requests)::int as booked from usage_days');
  expect(rows).toEqual([{ booked: 1 }]);
  // What was translated before the kill comes out the same without one, context and all.
  const unbroken = (await client.ended(await submit())).items[0]?.translateItemId ?? '';
  expect((await client.download([unbroken]))['long_ja.txt']).toEqual(files['long_ja.txt']);
}, 600_000);
