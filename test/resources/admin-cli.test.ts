import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '#src/accounts/caller.js';
import { adminCommand } from '#src/cli/admin.js';
import { type Ended, runHere } from '../setup/command.js';
import type { FreshDatabase } from '../setup/database.js';
import { freshResources, newCaller, newGroup, type ResourceModule } from './resource-module.js';

let database: FreshDatabase;
let resources: ResourceModule;
let caller: Caller;
let folder: string;

beforeAll(async () => {
  ({ database, resources } = await freshResources());
  caller = await newCaller(resources.store);
  folder = mkdtempSync(join(tmpdir(), 'kotobashi-cli-'));
});
afterAll(async () => {
  await resources.close();
  await database.close();
  rmSync(folder, { recursive: true, force: true });
});

function admin(...args: readonly string[]): Promise<Ended> {
  const environment = {
    DATABASE_URL: database.url,
    KOTOBASHI_DATA: folder,
    KOTOBASHI_LOG_LEVEL: 'error',
  };
  return runHere(adminCommand, environment, ...args, '--org', caller.orgId);
}

async function answer(...args: readonly string[]): Promise<unknown> {
  const outcome = await admin(...args);
  expect(outcome).toMatchObject({ code: 0, stderr: '' });
  return JSON.parse(outcome.stdout);
}

describe('kotobashi admin', () => {
  it('keeps a glossary from its making to its end, as the HTTP interface does', {
    timeout: 180_000,
  }, async () => {
    const table = join(folder, 'terms.csv');
    const copy = join(folder, 'copy.tmx');
    writeFileSync(table, '犬,dog\n猫,\n鳥,bird\n');
    const { id } = (await answer('glossaries', 'create', 'animals')) as { id: number };
    const list = String(id);
    expect(await answer('glossaries', 'import', list, table, '--from', 'ja', '--to', 'en')).toMatchObject({
      state: 'finished',
      rejected: [{ line: 2, reason: 'the target is empty' }],
    });
    const group = await newGroup(resources.store, caller.orgId, [caller.userId]);
    await answer('glossaries', 'bind', list, '--group', group, '--field', '2571');
    expect(await resources.bindings.of(caller.orgId, 'glossary', id)).toEqual([
      { id: expect.any(Number), groupId: group, fieldId: '2571' },
    ]);
    expect(await answer('glossaries', 'export', list, copy)).toMatchObject({ entries: 2, file: copy });
    expect(readFileSync(copy, 'utf8')).toContain('<seg>bird</seg>');
    await answer('glossaries', 'delete', list);
    expect(await resources.lists.all(caller.orgId, 'glossary')).toEqual([]);
  });

  it('works off a large table itself', { timeout: 120_000 }, async () => {
    const table = join(folder, 'large.tsv');
    const rows = Array.from(
      { length: 6_000 },
      (_, index) => `これは${index}番目の長い文です。\tThis is sentence ${index}.`,
    );
    writeFileSync(table, rows.join('\n'));
    const { id } = await resources.lists.create(caller.orgId, 'phrase-dictionary', 'large');
    const args = ['phrase-dictionaries', 'import', String(id), table, '--from', 'ja', '--to', 'en'];
    expect(await answer(...args)).toMatchObject({ state: 'finished', total: 6_000, done: 6_000 });
    expect((await resources.lists.find(caller.orgId, 'phrase-dictionary', id)).entries).toBe(6_000);
  });

  it('says in a sentence what is wrong', async () => {
    const noCommand = await admin('glossary', 'make');
    expect(noCommand).toMatchObject({ code: 2, stdout: '' });
    expect(noCommand.stderr).toMatch(
      /glossaries create.*There is no "kotobashi admin glossary make": see the list/s,
    );
    const { id } = await resources.lists.create(caller.orgId, 'glossary', 'wrong');
    const missing = await admin('glossaries', 'import', String(id), join(folder, 'no.csv'));
    const unknown = await admin('glossaries', 'delete', '999999');
    expect(missing.code).toBe(2);
    expect(missing.stderr).toMatch(/cannot be read/);
    expect(unknown.stderr).toMatch(/There is no glossary with this id/);
  });
});
