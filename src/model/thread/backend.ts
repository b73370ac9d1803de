import type { Sentence } from './step.js';

/** Sentences that take their decoder steps together. */
export interface RunningBatch {
  readonly beams: number;
  /** Rows that are kept for its sentences. */
  readonly rows: number;
  /** Runs the encoder over newcomers of similar length and gives each a slot. */
  admit(newcomers: readonly Sentence[]): Promise<void>;
  /** One token for every live beam or more; returns the sentences that ended. */
  step(): Promise<readonly Sentence[]>;
  /** The sentence leaves at the next step. */
  cancel(id: number): void;
  /** Lets go of all sentences and of their memory. */
  abandon(): void;
}

/** A loaded pair of graphs, whatever their layout. */
export interface Backend {
  /** Whether newcomers may join a batch that is already running. */
  readonly joinable: boolean;
  /** Whether rows come with the decoder's hidden state. */
  readonly hidden: boolean;
  batch(beams: number): RunningBatch;
  close(): Promise<void>;
}
