import type { FailureName, FailureOptions } from '../base/failure.js';

/** What a thread is started with. */
export interface ThreadOptions {
  readonly background: boolean;
}

/** What the pool tells a thread. */
export type ToThread =
  | { readonly kind: 'run'; readonly module: string; readonly input: unknown }
  | { readonly kind: 'abort' };

/** What a thread answers. */
export type FromThread =
  /** First of all; null where the system tells no number. */
  | { readonly kind: 'started'; readonly systemThreadId: number | null }
  | { readonly kind: 'progress'; readonly done: number }
  /** Its type is known to the caller alone: `WorkerTask`. */
  | { readonly kind: 'done'; readonly output: never }
  /** A failure on behalf of a caller: it becomes a `Failure` again on the other side. */
  | { readonly kind: 'failure'; readonly name: FailureName; readonly options: FailureOptions }
  | { readonly kind: 'error'; readonly error: Error };
