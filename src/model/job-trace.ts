import { nowMs, type TraceSpan } from '../tracing/trace-span.js';
import type { Job, Outcome } from './thread/job.js';

/** The span of a sentence from the queue to its last decoder step. */
export class JobTrace {
  readonly #span: TraceSpan;
  readonly #queuedMs = nowMs();

  private constructor(span: TraceSpan) {
    this.#span = span;
  }

  /** Undefined where nobody traces. */
  static begin(parent: TraceSpan | undefined, { model, from, to, decode }: Job): JobTrace | undefined {
    if (parent === undefined) return undefined;
    return new JobTrace(parent.child('sentence', { model, from, to, beam: decode.beam ?? 0 }));
  }

  /** A thread has it. */
  dispatched(): void {
    this.#span.past('queue', this.#queuedMs, nowMs());
  }

  done({ hypotheses, timeline }: Outcome): void {
    if (timeline !== undefined) {
      this.#span.past('encoder', timeline.encoderStartMs, timeline.encoderEndMs);
      for (const { startMs, endMs, rows } of timeline.steps) {
        this.#span.past('decoder step', startMs, endMs, { rows });
      }
    }
    this.#span.set({ tokens: hypotheses[0]?.tokens ?? 0 });
    this.#span.end();
  }

  failed(error: unknown): void {
    this.#span.end(error);
  }
}
