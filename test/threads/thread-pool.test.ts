import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { getPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Failure } from '#src/base/failure.js';
import { type TaskFunction, type ThreadTask, threadTask } from '#src/threads/task.js';
import { ThreadPool } from '#src/threads/thread-pool.js';

let folder: string;
let pool: ThreadPool;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kotobashi-threads-'));
  pool = new ThreadPool({ threads: 1, memoryMegabytes: 64, queueLimit: 2 });
});
afterAll(async () => {
  await pool.close();
  rmSync(folder, { recursive: true, force: true });
});

/** A task of which only the body of `run(input, context)` is given. */
function task(name: string, body: string, timeLimitMs = 60_000, turnMs?: number): ThreadTask<number, number> {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(path, `export async function run(input, context) { ${body} }\n`);
  const limits = { timeLimitMs, ...(turnMs !== undefined && { turnMs }) };
  return threadTask<TaskFunction<number, number>>(name, pathToFileURL(path), limits);
}

describe('a thread pool', () => {
  test('runs a task in another thread and tells how far it is', async () => {
    const threads = "const { isMainThread } = await import('node:worker_threads');";
    const double = task('double', `${threads} context.progress(0.5); return isMainThread ? -1 : 2 * input;`);
    const seen: number[] = [];
    expect(await pool.run(double, 21, { onProgress: (done) => seen.push(done) })).toBe(42);
    expect(seen).toEqual([0.5]);
  });

  test.runIf(process.platform === 'linux')(
    'gives way to other threads where nobody waits for it',
    async () => {
      const background = new ThreadPool({ threads: 1, memoryMegabytes: 64, queueLimit: 2, background: true });
      const priority = task('priority', "return (await import('node:os')).getPriority(0);");
      try {
        expect(await pool.run(priority, 0)).toBe(getPriority());
        expect(await background.run(priority, 0)).toBe(Math.min(getPriority() + 5, 19));
      } finally {
        await background.close();
      }
    },
  );

  test('hands on what a task throws: an error by its message, a failure with name and sentence', async () => {
    const broken = task('broken', "throw new RangeError('Not so many.');");
    await expect(pool.run(broken, 1)).rejects.toThrow('Not so many.');
    const failure = import.meta.resolve('#src/base/failure.js');
    const refused = task(
      'refused',
      `const { Failure } = await import(${JSON.stringify(failure)});
       throw new Failure('requestInvalid', { message: 'Line 3 is empty.', detail: { index: 3 } });`,
    );
    const error = await pool.run(refused, 1).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(Failure);
    expect(error).toMatchObject({ code: 40202, message: 'Line 3 is empty.', detail: { index: 3 } });
  });

  test('stops a task at its time limit and at its memory limit, and goes on with others', async () => {
    const endless = task('endless', 'for (;;);', 200);
    await expect(pool.run(endless, 1)).rejects.toMatchObject({ name: 'TaskTimedOut' });
    const greedy = task('greedy', 'const all = []; for (;;) all.push(new Array(100000).fill({ input }));');
    await expect(pool.run(greedy, 1)).rejects.toMatchObject({ name: 'TaskCrashed', outOfMemory: true });
    const leaving = task('leaving', 'process.exit(3);');
    await expect(pool.run(leaving, 1)).rejects.toMatchObject({ name: 'TaskCrashed', outOfMemory: false });
    expect(await pool.run(task('next', 'return input;'), 7)).toBe(7);
  });

  // Elsewhere the clock is counted.
  test.skipIf(process.platform !== 'linux')(
    'counts the time that a task computes, not what it waits',
    async () => {
      const sleep = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 900); return input;';
      expect(await pool.run(task('waits', sleep, 400), 8)).toBe(8);
      await expect(
        pool.run(task('waits for ever', 'await new Promise(() => setInterval(() => 0, 1000));', 50), 1),
      ).rejects.toMatchObject({ name: 'TaskTimedOut' });
    },
  );

  test('is closed when a native task has ended, however much that tells on its way', async () => {
    const path = join(folder, 'ended');
    const steps = task(
      'steps',
      `const { writeFileSync } = await import('node:fs');
       context.progress(0.1);
       await new Promise((resolve) => context.signal.addEventListener('abort', resolve));
       for (let step = 2; step < 9; step += 1) {
         context.progress(step / 10);
         await new Promise((resolve) => setTimeout(resolve, 20));
       }
       writeFileSync(${JSON.stringify(path)}, 'ended');
       return input;`,
    );
    const native = new ThreadPool({ threads: 1, memoryMegabytes: 64, queueLimit: 2 });
    let begun: () => void = () => undefined;
    const running = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const run = native.run({ ...steps, native: true }, 1, { onProgress: () => begun() });
    await running;
    await Promise.all([expect(run).resolves.toBe(1), native.close()]);
    expect(existsSync(path)).toBe(true);
  });

  test('refuses more than may wait, and lets go of what the caller gave up', async () => {
    const waiting = task('waiting', 'for (;;);');
    const abort = new AbortController();
    const given = { signal: abort.signal };
    const running = pool.run(waiting, 1, given);
    const queued = [pool.run(waiting, 2, given), pool.run(waiting, 3, given)];
    await expect(pool.run(waiting, 4)).rejects.toMatchObject({ name: 'ThreadsBusy' });
    abort.abort(new Error('No longer needed.'));
    for (const each of [running, ...queued]) await expect(each).rejects.toThrow('No longer needed.');
    expect(await pool.run(task('after', 'return input;'), 5)).toBe(5);
  });
});

describe('a thread pool that owners share', () => {
  const shared = (threads: number) => new ThreadPool({ threads, memoryMegabytes: 64, queueLimit: 100 });
  let quick: ThreadTask<number, number>;
  // Written once: a thread that reads it while it is written again would find it empty.
  beforeAll(() => {
    quick = task('quick', 'return input;');
  });

  test('gives a thread to those who wait when a task had its turn, and the task what it used of its time', async () => {
    const one = shared(1);
    try {
      const endless = task('takes for ever', 'for (;;);', 900, 300);
      const hostile = one.run(endless, 1, { owner: 'hostile' }).catch((error: unknown) => error);
      // Would wait for the end of the other, were it not for the turns.
      const others = [1, 2].map((input) => one.run(quick, input, { owner: 'other' }));
      const first = await Promise.race([
        hostile.then(() => 'hostile'),
        Promise.all(others).then(() => 'others'),
      ]);
      expect(first).toBe('others');
      expect(await hostile).toMatchObject({ name: 'TaskTimedOut' });
    } finally {
      await one.close();
    }
  });

  test('takes back what one owner holds beyond half of the threads when another comes', async () => {
    const two = shared(2);
    const abort = new AbortController();
    try {
      const endless = task('holds', 'for (;;);', 600_000, 600_000);
      const held = [1, 2, 3].map((input) =>
        two.run(endless, input, { owner: 'many', signal: abort.signal }).catch((error: unknown) => error),
      );
      expect(two.standing).toEqual({ running: 2, waiting: 1 });
      expect(await two.run(quick, 5, { owner: 'one' })).toBe(5);
      // Nobody else waits now, and the thread is theirs again.
      await expect.poll(() => two.standing).toEqual({ running: 2, waiting: 1 });
      abort.abort(new Error('Enough.'));
      for (const each of held) expect(await each).toMatchObject({ message: 'Enough.' });
      expect(two.standing).toEqual({ running: 0, waiting: 0 });
    } finally {
      await two.close();
    }
  });

  test('gives an owner that has none one thread more while those of others take long', async () => {
    const one = shared(1);
    const abort = new AbortController();
    try {
      const endless = task('takes all day', 'for (;;);', 600_000, 600_000);
      const held = one
        .run(endless, 1, { owner: 'hostile', signal: abort.signal })
        .catch((error: unknown) => error);
      expect(await one.run(quick, 5, { owner: 'other' })).toBe(5);
      expect(one.standing).toEqual({ running: 1, waiting: 0 });
      abort.abort(new Error('Enough.'));
      expect(await held).toMatchObject({ message: 'Enough.' });
    } finally {
      await one.close();
    }
  });

  test('serves owners in turn, whatever the length of their lines', async () => {
    const one = shared(1);
    const order: string[] = [];
    try {
      const run = async (owner: string, input: number) => {
        await one.run(quick, input, { owner });
        order.push(owner);
      };
      await Promise.all([...Array.from({ length: 20 }, (_, at) => run('long', at)), run('short', 0)]);
      expect(order.indexOf('short')).toBeLessThanOrEqual(2);
    } finally {
      await one.close();
    }
  });
});
