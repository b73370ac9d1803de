import { once } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';
import { Failure } from '../base/failure.js';
import { TaskCrashed, TaskTimedOut, threadTask } from '../threads/task.js';
import { ThreadPool } from '../threads/thread-pool.js';
import type { BadRow, PairRow } from './pair.js';
import { checkFileSize, type ReadOptions } from './read.js';

/** The largest files need some seconds. Whoever takes the rows may be slower: what he does is not counted. */
const READ = threadTask<typeof import('./read-pairs.task.js').run>(
  'read pairs',
  new URL('./read-pairs.task.js', import.meta.url),
  { timeLimitMs: 180_000 },
);
/** A file of the largest size needs a fifth of the memory. */
const THREADS = { threads: 2, memoryMegabytes: 512, queueLimit: 1_000, background: true };

/**
 * Reads files of pairs in threads with a limit on memory and time: what somebody uploads may be anything, and neither its
 * parsing nor its death may be felt by other requests.
 */
export class PairReader {
  readonly #pool = new ThreadPool(THREADS);

  /** Rows in the order of the file, good and bad ones; an unreadable file is a `Failure`. */
  async *read(bytes: Uint8Array, options: ReadOptions): AsyncGenerator<PairRow | BadRow> {
    checkFileSize(bytes.length, options.format);
    const { port1: batches, port2: port } = new MessageChannel();
    const stop = new AbortController();
    const order = { bytes, options, port };
    const end = this.#pool.run(READ, order, { signal: stop.signal, transfer: [port] });
    // Whoever stops taking rows does not wait for it.
    end.catch(() => undefined);
    try {
      for (;;) {
        const batch = await Promise.race([nextBatch(batches, stop.signal), end]);
        if (batch === undefined) return;
        yield* batch;
        batches.postMessage('more');
      }
    } catch (error) {
      throw asFailure(error);
    } finally {
      batches.close();
      stop.abort();
    }
  }

  /** Files that are read or wait to be fail; threads end. */
  async close(): Promise<void> {
    await this.#pool.close();
  }
}

type Batch = readonly (PairRow | BadRow)[];

async function nextBatch(batches: MessagePort, signal: AbortSignal): Promise<Batch> {
  const [rows]: readonly Batch[] = await once(batches, 'message', { signal });
  return rows ?? [];
}

function asFailure(error: unknown): unknown {
  if (error instanceof TaskTimedOut) {
    return refused('The file takes too long to read. Split it, or send it as TSV.');
  }
  if (!(error instanceof TaskCrashed && error.outOfMemory)) return error;
  return refused('The file needs too much memory to be read. Split it, or send it as TSV.');
}

function refused(message: string): Failure {
  return new Failure('requestInvalid', { status: 413, message });
}
