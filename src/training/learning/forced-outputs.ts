import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { ForcedOutput } from '../../model/model-port.js';
import { shared } from '../../model/shared-memory.js';

/** The forced outputs of many pairs, one behind the other. Plain data in shared memory, so that a thread gets no copy. */
export interface ForcedOutputData {
  readonly width: number;
  /** Row at which each pair begins, and the end. */
  readonly offsets: Int32Array;
  readonly tokens: Int32Array;
  readonly logProbabilities: Float32Array;
  readonly scales: Float32Array;
  readonly states: Int8Array;
}

/** Joins the forced outputs of all chunks; other work gets its turn between two of them. */
export async function joinForcedOutputs(
  chunks: readonly (readonly ForcedOutput[])[],
): Promise<ForcedOutputData> {
  const pairs = chunks.flat();
  const first = pairs.find(({ tokens }) => tokens.length > 0);
  const width = first === undefined ? 0 : first.states.length / first.tokens.length;
  const offsets = shared(Int32Array, pairs.length + 1);
  for (const [index, { tokens }] of pairs.entries()) {
    offsets[index + 1] = (offsets[index] ?? 0) + tokens.length;
  }
  const rows = offsets.at(-1) ?? 0;
  const tokens = shared(Int32Array, rows);
  const logProbabilities = shared(Float32Array, rows);
  const scales = shared(Float32Array, rows);
  const states = shared(Int8Array, rows * width);
  let pair = 0;
  for (const chunk of chunks) {
    for (const output of chunk) {
      const row = offsets[pair++] ?? 0;
      tokens.set(output.tokens, row);
      logProbabilities.set(output.logProbabilities, row);
      scales.set(output.scales, row);
      states.set(output.states, row * width);
    }
    await yieldToEventLoop();
  }
  return { width, offsets, tokens, logProbabilities, scales, states };
}

/** Reads forced outputs by row and by pair. */
export class ForcedOutputs {
  readonly #data: ForcedOutputData;

  constructor(data: ForcedOutputData) {
    this.#data = data;
  }

  get width(): number {
    return this.#data.width;
  }

  get offsets(): Int32Array {
    return this.#data.offsets;
  }

  get tokens(): Int32Array {
    return this.#data.tokens;
  }

  get logProbabilities(): Float32Array {
    return this.#data.logProbabilities;
  }

  get rows(): number {
    return this.#data.tokens.length;
  }

  /** Writes a state's numbers. */
  state(row: number, into: Float32Array, at = 0): void {
    const { width, scales, states } = this.#data;
    const scale = scales[row] ?? 0;
    for (let i = 0; i < width; i++) into[at + i] = (states[row * width + i] ?? 0) * scale;
  }

  /** All rows of some pairs. */
  rowsOf(pairs: readonly number[]): Int32Array {
    const { offsets } = this.#data;
    const rows: number[] = [];
    for (const pair of pairs) {
      for (let row = offsets[pair] ?? 0; row < (offsets[pair + 1] ?? 0); row++) rows.push(row);
    }
    return Int32Array.from(rows);
  }
}
