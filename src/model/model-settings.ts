import { availableParallelism } from 'node:os';
import type { PoolSettings } from './model-threads.js';

/** Settings of neural inference; every one has a default. */
export interface ModelSettings {
  /** Folder that holds one folder per model. */
  readonly directory: string;
  /** Threads; default: the cores that this process may use. */
  readonly threads?: number;
  /** Rows (sentences × beams) per decoder step and thread; default 32. */
  readonly maxRows?: number;
  /** Beam of requests that ask for none; default: the manifest's. */
  readonly beam?: number;
  /** Sentences that may wait; more are refused with `ModelBusy`. Default 20,000. */
  readonly queueLimit?: number;
  /** Bytes of weights in memory, all threads together; default 2 GiB. */
  readonly memoryBudget?: number;
  /** File that remembers which model folders were found whole; default: none, so that every start reads all of them. */
  readonly checksums?: string;
  /** Most draft tokens per step of speculative decoding; default 3. */
  readonly draftLength?: number;
}

const DEFAULT_ROWS = 32;
export const DEFAULT_QUEUE = 20_000;
export const DEFAULT_BUDGET = 2 * 1024 ** 3;
/** More activations than the second-level cache holds make every element-wise node slower. */
const ENCODER_TOKENS = 256;
/** A sentence has too few tokens to keep more threads busy. */
const MOST_ENCODER_THREADS = 4;
const DRAFT_LENGTH = 3;
/** Rows that a thread holds beyond those in its batches, so that a free slot is filled at once. */
const WAITING_PER_THREAD = 8;
/**
 * Of the rows in the batches, those that one caller may fill. Every row makes the step longer for all that share it, so
 * this bounds what another's single sentence feels of a flood; and there is always a free slot for it.
 */
const SHARE_OF_A_CALLER = 0.5;

/** What the settings, with their defaults, mean for the pool and its queue. */
export interface Inference {
  readonly threads: number;
  /** Rows that a thread holds beyond those in its batches. */
  readonly waitingRows: number;
  readonly rowsPerCaller: number;
  readonly engine: PoolSettings;
}

export function inferenceOf(settings: ModelSettings): Inference {
  const threads = settings.threads ?? availableParallelism();
  const maxRows = settings.maxRows ?? DEFAULT_ROWS;
  return {
    threads,
    waitingRows: WAITING_PER_THREAD,
    rowsPerCaller: threads * maxRows * SHARE_OF_A_CALLER,
    engine: {
      threads,
      maxRows,
      encoderTokens: ENCODER_TOKENS,
      encoderThreads: Math.min(threads, MOST_ENCODER_THREADS),
      draftLength: settings.draftLength ?? DRAFT_LENGTH,
    },
  };
}
