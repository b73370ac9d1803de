import { setMaxListeners } from 'node:events';
import { Failure } from '../base/failure.js';
import type { Lang } from '../base/lang.js';
import { TaskCrashed, TaskTimedOut, ThreadsBusy, threadTask } from '../threads/task.js';
import type { ThreadPool } from '../threads/thread-pool.js';
import { isOverload } from '../threads/unless-busy.js';
import type { NumberedPair } from './bilingual/xliff.js';
import type { DocumentOutcome, DocumentWork } from './document.task.js';
import { failureOfFile } from './file-problems.js';
import type { ReadUnit } from './plan/read-unit.js';

/** Processor time for reading or writing a document; the largest real ones take a few seconds. */
const LONGEST_MS = 60_000;
/** Of it, how much a document may take before it makes room for those of others that wait. */
const TURN_MS = 10_000;
/** Processor time for the look at a file while its sender waits: enough for hundreds of pages. */
const CHECK_MS = 5_000;
/** And by the clock, of all files of one request: other documents may keep the threads busy. */
const CHECK_WAIT_MS = 30_000;

const MODULE = new URL('./document.task.js', import.meta.url);
const DOCUMENT = threadTask<typeof import('./document.task.js').run>('document', MODULE, {
  timeLimitMs: LONGEST_MS,
  turnMs: TURN_MS,
});
const CHECK = threadTask<typeof import('./document.task.js').run>('document check', MODULE, {
  timeLimitMs: CHECK_MS,
  turnMs: CHECK_MS,
});

/** For whom a document is worked on, and until when. */
export interface DocumentOptions {
  readonly owner?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface SourceFile {
  readonly format: string;
  readonly content: Uint8Array;
  readonly from?: Lang;
  readonly to: Lang;
}

export interface ReadDocument {
  readonly units: readonly ReadUnit[];
  /** The encoding from before Unicode that its text was found to be in. */
  readonly encoding: string | undefined;
  /** Texts that no unit holds and that stay as they are. */
  readonly left: number;
}

export interface WrittenDocument {
  readonly bytes: Uint8Array;
  /** Pages and slides, counted from 1, on which a translation needs more room than it has, however small it is set. */
  readonly overflowPages: readonly number[];
}

/** Reads and writes documents in threads, with limits on time and memory. */
export class Documents {
  /** @param onUnforeseen told of what no format foresaw: a fault of ours */
  constructor(
    private readonly pool: Pick<ThreadPool, 'run' | 'standing'>,
    private readonly onUnforeseen: (error: unknown) => void,
  ) {}

  /**
   * Opens files while their sender waits, so that one that nobody can read is refused at once. Best effort: what is slow,
   * or finds no thread free, passes, and is read under the full limits when its turn comes. What nobody foresaw would
   * come again then, because reading is the same code: it is refused too.
   *
   * @returns what is wrong with each file; undefined where nothing is known against it
   */
  async check(files: readonly SourceFile[], owner?: string): Promise<readonly (Failure | undefined)[]> {
    const signal = AbortSignal.timeout(CHECK_WAIT_MS);
    // Each file listens to it, and a request may have fifty.
    setMaxListeners(0, signal);
    return await Promise.all(
      files.map(async (file) => {
        try {
          await this.pool.run(CHECK, { kind: 'check', source: sourceOf(file) }, { signal, owner });
          return undefined;
        } catch (error) {
          if (error instanceof TaskCrashed && error.outOfMemory) return failureOfFile('tooLarge');
          if (error instanceof Failure) return error;
          if (isOverload(error) || signal.aborted) return undefined;
          this.onUnforeseen(error);
          return failureOfFile('unforeseen');
        }
      }),
    );
  }

  /** Documents that are worked on, and those that wait for a thread. */
  get standing(): ThreadPool['standing'] {
    return this.pool.standing;
  }

  async read(file: SourceFile, options?: DocumentOptions): Promise<ReadDocument> {
    const outcome = await this.#run({ kind: 'read', source: sourceOf(file) }, options);
    return outcome.kind === 'units' ? outcome : { units: [], encoding: undefined, left: 0 };
  }

  async write(
    file: SourceFile,
    translations: readonly (string | undefined)[],
    options?: DocumentOptions,
  ): Promise<WrittenDocument> {
    const outcome = await this.#run({ kind: 'write', source: sourceOf(file), translations }, options);
    return outcome.kind === 'written' ? outcome : { bytes: new Uint8Array(), overflowPages: [] };
  }

  /** Sentences of a revised XLIFF file. */
  async pairs(
    bytes: Uint8Array,
    langs: { readonly from: Lang; readonly to: Lang },
  ): Promise<readonly NumberedPair[]> {
    const outcome = await this.#run({ kind: 'pairs', bytes, ...langs });
    return outcome.kind === 'pairs' ? outcome.pairs : [];
  }

  async zip(files: Readonly<Record<string, Uint8Array>>): Promise<Uint8Array> {
    const outcome = await this.#run({ kind: 'zip', files });
    return outcome.kind === 'bytes' ? outcome.bytes : new Uint8Array();
  }

  async #run(work: DocumentWork, { owner, signal }: DocumentOptions = {}): Promise<DocumentOutcome> {
    try {
      return await this.pool.run(DOCUMENT, work, { owner, ...(signal !== undefined && { signal }) });
    } catch (error) {
      if (error instanceof TaskTimedOut) throw failureOfFile('tooSlow');
      if (error instanceof ThreadsBusy) throw new Failure('serviceBusy', { cause: error });
      if (error instanceof TaskCrashed && error.outOfMemory) throw failureOfFile('tooLarge');
      throw error;
    }
  }
}

function sourceOf({ format, content, from, to }: SourceFile) {
  return { format, bytes: content, to, ...(from !== undefined && { from }) };
}
