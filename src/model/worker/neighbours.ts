import type { Adaptation, StoredStates } from '../adaptation.js';

/** How often each token followed the states nearest to the present one, and how far the nearest is. */
export interface Votes {
  readonly shares: ReadonlyMap<number, number>;
  readonly distance: number;
}

/**
 * The voters among the stored states of similar sentence pairs (SK-MT, Dai et al. 2023: a few pairs chosen for the
 * sentence stand in for a search through everything). Loops over plain typed arrays: this runs for every row of every
 * step.
 */
export class Neighbours {
  readonly #adaptation: Adaptation;
  readonly #query: Float32Array;
  readonly #distances: Float64Array;
  readonly #tokens: Int32Array;

  constructor(adaptation: Adaptation) {
    this.#adaptation = adaptation;
    this.#query = new Float32Array(adaptation.states.width);
    this.#distances = new Float64Array(adaptation.neighbours);
    this.#tokens = new Int32Array(adaptation.neighbours);
  }

  /** Undefined when nothing similar is near. */
  votes(state: Float32Array): Votes | undefined {
    const { temperature, radius } = this.#adaptation;
    const { distances, tokens } = this.nearest(state);
    const nearest = distances[0] ?? Number.POSITIVE_INFINITY;
    if (nearest >= radius) return undefined;
    return { shares: softVotes(distances, tokens, temperature), distance: Math.max(0, nearest) };
  }

  /** The nearest rows, nearest first: views that hold until the next call. */
  nearest(state: Float32Array): { readonly distances: Float64Array; readonly tokens: Int32Array } {
    const { states, ranges, neighbours } = this.#adaptation;
    const query = project(states, state, this.#query);
    let own = 0;
    for (let i = 0; i < query.length; i++) own += (query[i] ?? 0) ** 2;
    const distances = this.#distances.fill(Number.POSITIVE_INFINITY);
    const tokens = this.#tokens;
    for (let r = 0; r + 1 < ranges.length; r += 2) {
      const end = ranges[r + 1] ?? 0;
      for (let row = ranges[r] ?? 0; row < end; row++) {
        const distance = own + rowDistance(states, row, query);
        if (distance >= (distances[neighbours - 1] ?? 0)) continue;
        let at = neighbours - 1;
        for (; at > 0 && (distances[at - 1] ?? 0) > distance; at--) {
          distances[at] = distances[at - 1] ?? 0;
          tokens[at] = tokens[at - 1] ?? 0;
        }
        distances[at] = distance;
        tokens[at] = states.values[row] ?? 0;
      }
    }
    return { distances, tokens };
  }
}

function softVotes(distances: Float64Array, tokens: Int32Array, temperature: number): Map<number, number> {
  const nearest = distances[0] ?? 0;
  const shares = new Map<number, number>();
  let total = 0;
  for (let i = 0; i < distances.length; i++) {
    const vote = Math.exp((nearest - (distances[i] ?? 0)) / temperature);
    if (vote === 0) break;
    const token = tokens[i] ?? 0;
    shares.set(token, (shares.get(token) ?? 0) + vote);
    total += vote;
  }
  for (const [token, vote] of shares) shares.set(token, vote / total);
  return shares;
}

function project(states: StoredStates, state: Float32Array, into: Float32Array): Float32Array {
  const { projection, width } = states;
  if (projection === undefined) return state;
  for (let row = 0; row < width; row++) into[row] = dot(projection, row * state.length, state);
  return into;
}

/** Four sums at once, because one sum would wait for itself at every step. */
export function dot(rows: Float32Array, start: number, vector: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i + 3 < vector.length; i += 4) {
    a += (rows[start + i] ?? 0) * (vector[i] ?? 0);
    b += (rows[start + i + 1] ?? 0) * (vector[i + 1] ?? 0);
    c += (rows[start + i + 2] ?? 0) * (vector[i + 2] ?? 0);
    d += (rows[start + i + 3] ?? 0) * (vector[i + 3] ?? 0);
  }
  return a + b + (c + d);
}

export function dotBytes(rows: Int8Array, start: number, vector: Float32Array): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  for (let i = 0; i + 3 < vector.length; i += 4) {
    a += (rows[start + i] ?? 0) * (vector[i] ?? 0);
    b += (rows[start + i + 1] ?? 0) * (vector[i + 1] ?? 0);
    c += (rows[start + i + 2] ?? 0) * (vector[i + 2] ?? 0);
    d += (rows[start + i + 3] ?? 0) * (vector[i + 3] ?? 0);
  }
  return a + b + (c + d);
}

/** Squared distance less the query's own square: |key|² − 2 key·query. */
function rowDistance(states: StoredStates, row: number, query: Float32Array): number {
  const scale = states.scales[row] ?? 0;
  return (states.squares[row] ?? 0) - 2 * scale * dotBytes(states.keys, row * states.width, query);
}
