import { Worker } from 'node:worker_threads';
import { Failure, type FailureName } from '../base/failure.js';
import type { BadRow, PairRow } from './pair.js';
import { checkFileSize, type ReadOptions } from './read.js';

/** What a reader thread is given. */
export interface ReadOrder {
  readonly bytes: Uint8Array;
  readonly options: ReadOptions;
}

/** What it reports. After each batch it waits to be asked for more. */
export type ReadReport =
  | { readonly kind: 'rows'; readonly rows: readonly (PairRow | BadRow)[] }
  | { readonly kind: 'end' }
  | {
      readonly kind: 'failure';
      readonly failure: FailureName;
      readonly message: string;
      readonly status: number;
    };

/** Files that are read at once by one process; the others wait. */
const MOST_AT_ONCE = 2;
/** A file of the largest size needs a fifth of it. */
const MEMORY_LIMIT = { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 64 };
/** From one batch of rows to the next; the largest files need some seconds for the first. */
const BATCH_LIMIT_MS = 60_000;

/**
 * Reads files of pairs in threads of their own, each with a limit on memory and time: what somebody uploads may be
 * anything, and neither its parsing nor its death may be felt by other requests.
 */
export class PairReader {
  readonly #running = new Set<Worker>();
  readonly #waiting: (() => void)[] = [];
  readonly #closing = new AbortController();
  #taken = 0;

  /** Rows in the order of the file, good and bad ones; an unreadable file is a `Failure`. */
  async *read(bytes: Uint8Array, options: ReadOptions): AsyncGenerator<PairRow | BadRow> {
    checkFileSize(bytes.length, options.format);
    await this.#enter();
    const worker = this.#start(bytes, options);
    try {
      for (;;) {
        const report = await nextReport(worker, this.#closing.signal);
        if (report.kind === 'end') return;
        if (report.kind === 'failure') {
          const { failure, message, status } = report;
          throw new Failure(failure, { message, status });
        }
        yield* report.rows;
        worker.postMessage('more');
      }
    } finally {
      this.#running.delete(worker);
      await worker.terminate();
      this.#leave();
    }
  }

  /** Files that are read or wait to be fail; threads end. */
  async close(): Promise<void> {
    this.#closing.abort(new Error('The reader of pairs was closed.'));
    for (const enter of this.#waiting.splice(0)) enter();
    await Promise.all([...this.#running].map((worker) => worker.terminate()));
  }

  #start(bytes: Uint8Array, options: ReadOptions): Worker {
    const order: ReadOrder = { bytes, options };
    const worker = new Worker(new URL('./reader-thread.js', import.meta.url), {
      workerData: order,
      resourceLimits: MEMORY_LIMIT,
    });
    this.#running.add(worker);
    return worker;
  }

  async #enter(): Promise<void> {
    const { signal } = this.#closing;
    signal.throwIfAborted();
    if (this.#taken < MOST_AT_ONCE) this.#taken += 1;
    else await new Promise<void>((resolve) => this.#waiting.push(resolve));
    signal.throwIfAborted();
  }

  /** The place goes to the next who waits. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.#taken -= 1;
    else next();
  }
}

async function nextReport(worker: Worker, closing: AbortSignal): Promise<ReadReport> {
  // A thread that ended between two reports tells nobody any more.
  closing.throwIfAborted();
  return await new Promise<ReadReport>((resolve, reject) => {
    const settle = (outcome: () => void) => {
      clearTimeout(limit);
      closing.removeEventListener('abort', onClose);
      // By name: removing all listeners would also remove those by which Node starts the port of the thread again.
      worker.off('message', onMessage).off('error', onError).off('exit', onExit);
      outcome();
    };
    const onMessage = (report: ReadReport) => settle(() => resolve(report));
    const onError = (error: Error) => settle(() => reject(asFailure(error)));
    const onClose = () => settle(() => reject(closing.reason));
    const onExit = () => settle(() => reject(new Error('A reader thread ended early.')));
    const limit = setTimeout(
      () => settle(() => reject(refused('The file takes too long to read. Split it, or send it as TSV.'))),
      BATCH_LIMIT_MS,
    );
    closing.addEventListener('abort', onClose, { once: true });
    worker.on('message', onMessage).on('error', onError).on('exit', onExit);
  });
}

function asFailure(error: Error & { readonly code?: string }): Error {
  if (error.code !== 'ERR_WORKER_OUT_OF_MEMORY') return error;
  return refused('The file needs too much memory to be read. Split it, or send it as TSV.');
}

function refused(message: string): Failure {
  return new Failure('requestInvalid', { status: 413, message });
}
