import { nowMs } from '../../tracing/trace-span.js';
import type { RunningBatch } from './backend.js';

/** A decoder step: milliseconds since the epoch, and the rows that shared it. */
export interface TimedStep {
  readonly startMs: number;
  readonly endMs: number;
  readonly rows: number;
}

/** When a traced sentence was encoded and took its steps. Plain data: threads send it. */
export interface Timeline {
  readonly encoderStartMs: number;
  readonly encoderEndMs: number;
  readonly steps: readonly TimedStep[];
}

interface Kept {
  readonly batch: RunningBatch;
  readonly encoderStartMs: number;
  readonly encoderEndMs: number;
  readonly steps: TimedStep[];
}

/** The timelines of the sentences that somebody traces; most of the time there is none, and nothing is kept. */
export class Timelines {
  readonly #kept = new Map<number, Kept>();

  admitted(id: number, batch: RunningBatch, startMs: number): void {
    this.#kept.set(id, { batch, encoderStartMs: startMs, encoderEndMs: nowMs(), steps: [] });
  }

  stepped(batch: RunningBatch, startMs: number, rows: number): void {
    if (this.#kept.size === 0) return;
    const step = { startMs, endMs: nowMs(), rows };
    for (const kept of this.#kept.values()) if (kept.batch === batch) kept.steps.push(step);
  }

  /** What was kept of a sentence that is over. */
  take(id: number): Timeline | undefined {
    const kept = this.#kept.get(id);
    this.#kept.delete(id);
    if (kept === undefined) return undefined;
    const { encoderStartMs, encoderEndMs, steps } = kept;
    return { encoderStartMs, encoderEndMs, steps };
  }

  clear(): void {
    this.#kept.clear();
  }
}
