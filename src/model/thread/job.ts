import type { Lang } from '../../base/lang.js';
import type { Manifest } from '../folder/manifest.js';
import type { TokenTables } from '../folder/tables.js';
import type {
  Adaptation,
  DecodeOptions,
  Domain,
  ForcedOutput,
  Hypothesis,
  Register,
  SentenceBefore,
  SourcePart,
} from '../model-port.js';
import type { Timeline } from './timeline.js';

/** One sentence on its way to a thread. */
export interface Job {
  readonly id: number;
  readonly model: string;
  readonly from: Lang;
  readonly to: Lang;
  readonly source: readonly SourcePart[];
  readonly domain?: Domain;
  readonly register?: Register;
  readonly before?: SentenceBefore;
  readonly decode: DecodeOptions;
  readonly adaptation?: Adaptation;
  /** Whether somebody wants to know when its steps were. */
  readonly isTraced?: boolean;
  /** Present: score this target by forced decoding instead of searching. */
  readonly forced?: { readonly target: string; readonly states: boolean };
}

export interface Outcome {
  readonly hypotheses: readonly Hypothesis[];
  readonly forced?: ForcedOutput;
  readonly timeline?: Timeline;
}

/** What the main thread tells a thread of the model. */
export type Command =
  | {
      readonly kind: 'load';
      readonly model: string;
      readonly folder: string;
      readonly manifest: Manifest;
      /** Absent where the model is not in our own layout. */
      readonly tables?: TokenTables;
      readonly settings: EngineSettings;
    }
  | { readonly kind: 'unload'; readonly model: string }
  | { readonly kind: 'job'; readonly job: Job }
  | { readonly kind: 'cancel'; readonly id: number }
  | { readonly kind: 'close' };

/** What it answers. */
export type Report =
  | { readonly kind: 'loaded'; readonly model: string }
  | { readonly kind: 'unloaded'; readonly model: string }
  | { readonly kind: 'refused'; readonly model: string; readonly reason: string }
  | { readonly kind: 'done'; readonly id: number; readonly outcome: Outcome }
  | {
      readonly kind: 'failed';
      readonly id: number;
      readonly reason: string;
      /** More tokens than the model has positions. */
      readonly isTooLong: boolean;
    };

export interface EngineSettings {
  /** Rows (sentences × beams) that share a decoder step. */
  readonly maxRows: number;
  /** Padded tokens that share an encoder run. */
  readonly encoderTokens: number;
  /** Threads inside the encoder. */
  readonly encoderThreads: number;
  /** Threads. */
  readonly threads: number;
  /** How many sentences are in flight, in all threads: shared memory. */
  readonly inFlight: Int32Array;
  /** Most draft tokens per step of speculative decoding. */
  readonly draftLength: number;
}
