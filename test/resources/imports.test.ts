import { describe, expect, it, vi } from 'vitest';
import { LOST_TRIES } from '#src/jobs/retry-policy.js';
import { WorkerRegistry } from '#src/jobs/worker-registry.js';
import type { ListKind } from '#src/resources/entries/list-kind.js';
import { caller, resources, withResources } from './fixture.js';
import { ResourceModule, tsv } from './resource-module.js';

withResources();

const calm = { signal: new AbortController().signal };
const DIRECTION = { format: 'tsv', from: 'ja', to: 'en' } as const;

/** A table that is too large to be taken over at once: 12,000 rows, every 1,000th of them bad. */
const LARGE_ROWS = 12_000;
function largeTable(): Uint8Array {
  return tsv(
    ...Array.from({ length: LARGE_ROWS }, (_, index): [string, string] => [
      `これは${index}番目の文です。`,
      index % 1_000 === 0 ? '' : `This is sentence number ${index}.`,
    ]),
  );
}

async function newList(kind: ListKind = 'phrase-dictionary'): Promise<number> {
  return (await resources.lists.create(caller.orgId, kind, 'list')).id;
}

async function entries(id: number, kind: ListKind = 'phrase-dictionary'): Promise<string[]> {
  const texts: string[] = [];
  for await (const row of resources.lists.walk(caller.orgId, kind, id))
    texts.push(`${row.fromText}=${row.toText}`);
  return texts;
}

describe('a small import', () => {
  it('is done at once and names bad rows by line and reason', async () => {
    const id = await newList('glossary');
    const report = await resources.imports.submit(caller.orgId, 'glossary', id, {
      ...DIRECTION,
      bytes: tsv(['犬', 'dog'], ['猫', ''], ['x'.repeat(300), 'long'], ['鳥', 'bird']),
    });
    expect(report).toEqual({
      importId: expect.any(String),
      state: 'finished',
      total: 4,
      done: 4,
      rejectedCount: 2,
      rejected: [
        { line: 2, reason: 'the target is empty' },
        { line: 3, reason: 'the source has 300 characters; at most 255 are possible' },
      ],
      errorMessage: null,
    });
    expect(await entries(id, 'glossary')).toEqual(['犬=dog', '鳥=bird']);
    expect((await resources.lists.find(caller.orgId, 'glossary', id)).entries).toBe(2);
  });

  it('replaces the targets of phrases that are already there, and counts them once', async () => {
    const id = await newList();
    for (const target of ['Hello.', 'Hi.']) {
      const bytes = tsv(['こんにちは。', 'x'], ['こんにちは！', target]);
      await resources.imports.submit(caller.orgId, 'phrase-dictionary', id, { ...DIRECTION, bytes });
    }
    expect(await entries(id)).toEqual(['こんにちは！=Hi.']);
    expect((await resources.lists.find(caller.orgId, 'phrase-dictionary', id)).entries).toBe(1);
  });

  it('that cannot be read leaves nothing behind', async () => {
    const id = await newList();
    const bytes = new Uint8Array([0x8c, 0xa2, 0x09, 0x61]);
    await expect(
      resources.imports.submit(caller.orgId, 'phrase-dictionary', id, { ...DIRECTION, bytes }),
    ).rejects.toMatchObject({ code: 40202 });
    expect(await resources.imports.all(caller.orgId)).toEqual([]);
  });
});

describe('a large import', () => {
  async function submitted(id: number) {
    return resources.imports.submit(caller.orgId, 'phrase-dictionary', id, {
      ...DIRECTION,
      bytes: largeTable(),
    });
  }

  /** How an import ends that a worker finds. */
  async function worked(importId: string, module = resources, name = 'worker') {
    const worker = module.importWorker(name);
    await worker.run(calm);
    const report = await ended(importId);
    await worker.close();
    return report;
  }

  async function ended(importId: string) {
    return vi.waitUntil(async () => {
      const report = await resources.imports.find(caller.orgId, importId);
      return report.state === 'finished' || report.state === 'failed' ? report : undefined;
    }, WAITING);
  }

  it('is queued together with its task, and worked off with progress', async () => {
    const id = await newList();
    const { importId, state } = await submitted(id);
    expect(state).toBe('queued');
    const { rows } = await resources.store.pool.query(
      `select 1 from graphile_worker.jobs where task_identifier = 'import'`,
    );
    expect(rows.length).toBeGreaterThan(0);
    const report = await worked(importId);
    expect(report).toMatchObject({
      state: 'finished',
      total: LARGE_ROWS,
      done: LARGE_ROWS,
      rejectedCount: 12,
    });
    expect(report.rejected.slice(0, 2)).toEqual([
      { line: 1, reason: 'the target is empty' },
      { line: 1001, reason: 'the target is empty' },
    ]);
    expect((await resources.lists.find(caller.orgId, 'phrase-dictionary', id)).entries).toBe(LARGE_ROWS - 12);
  });

  it('goes on behind the last batch when a worker was stopped in the middle', async () => {
    const id = await newList();
    const { importId } = await submitted(id);
    const worker = resources.importWorker('stopped');
    const stopped = new Promise<void>((resolve) => {
      const halted = resources.changes.on('resource', () => {
        halted();
        worker.close().then(resolve);
      });
    });
    await worker.run(calm);
    await stopped;
    const half = await resources.imports.find(caller.orgId, importId);
    expect(half.state).toBe('queued');
    expect(half.done).toBeGreaterThan(0);
    expect(half.done).toBeLessThan(LARGE_ROWS);
    expect(await entries(id)).toHaveLength(half.done - half.rejectedCount);
    const other = await ResourceModule.open(resources.store);
    expect(await worked(importId, other)).toMatchObject({
      state: 'finished',
      done: LARGE_ROWS,
      rejectedCount: 12,
    });
    await other.close();
    expect(new Set(await entries(id)).size).toBe(LARGE_ROWS - 12);
  });

  it('is taken over once when its worker was thought dead and goes on', async () => {
    const id = await newList();
    const { importId } = await submitted(id);
    // Nobody has heard of the first: what it has is put back, and it does not know.
    const [lost, next] = [resources.importWorker('lost'), resources.importWorker('next')];
    await lost.run(calm);
    const { pool } = resources.store;
    await new WorkerRegistry(resources.store, 'next', 60_000).sweep();
    await next.run(calm);
    expect(await ended(importId)).toMatchObject({ state: 'finished', done: LARGE_ROWS, rejectedCount: 12 });
    await Promise.all([lost.close(), next.close()]);
    expect(await ended(importId)).toMatchObject({ state: 'finished', errorMessage: null });
    expect(new Set(await entries(id)).size).toBe(LARGE_ROWS - 12);
    const { rows } = await pool.query('select attempt from import_jobs where id = $1', [importId]);
    expect(rows).toEqual([{ attempt: 2 }]);
  });

  it('fails with a sentence when the list is gone or the file cannot be read, and does not come back', async () => {
    const id = await newList();
    const gone = await submitted(id);
    await resources.lists.remove(caller.orgId, 'phrase-dictionary', id);
    expect(await worked(gone.importId)).toMatchObject({
      state: 'failed',
      errorMessage: 'There is no phrase-pair dictionary with this id.',
    });
    const other = await newList();
    const unreadable = await resources.imports.submit(caller.orgId, 'phrase-dictionary', other, {
      format: 'xlsx',
      bytes: largeTable(),
    });
    expect(await worked(unreadable.importId)).toMatchObject({
      state: 'failed',
      errorMessage: expect.stringMatching(/XLSX/),
    });
    expect((await worked(unreadable.importId)).state).toBe('failed');
  });

  it('that takes worker after worker with it ends, and says so', async () => {
    const { importId } = await submitted(await newList());
    const { pool } = resources.store;
    for (let loss = 0; loss < LOST_TRIES; loss += 1) {
      await pool.query(`update import_jobs set state = 'running', worker = 'dead' where id = $1`, [importId]);
      await new WorkerRegistry(resources.store, 'other', 60_000).sweep();
    }
    expect(await worked(importId)).toMatchObject({
      state: 'failed',
      errorMessage: 'The import was interrupted too often. Send the file again.',
    });
  });
});

const WAITING = { timeout: 60_000, interval: 10 };
