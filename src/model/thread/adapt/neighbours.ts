import type { Adaptation, Datastore, IvfClusters } from '../../adaptation.js';
import { FEATURES, interpolationWeight, neighbourFeatures } from '../../interpolation-weight.js';

/** How often each token followed the states nearest to the present one, and the interpolation weight of this. */
export interface KnnDistribution {
  readonly shares: ReadonlyMap<number, number>;
  readonly share: number;
}

/** Rows of the nearest clusters that one step looks through. */
const PROBED_ROWS = 500;

/**
 * Searches the datastore: rows of similar sentence pairs (SK-MT, Dai et al. 2023), and rows in the clusters around the present
 * state, whatever pair they are of. Loops over plain typed arrays: this runs for every row of every step.
 */
export class Neighbours {
  readonly #adaptation: Adaptation;
  /** Of double width: products of bytes and doubles are computed twice as fast as with single ones. */
  readonly #query: Float64Array;
  #own = 0;
  readonly #distances: Float64Array;
  readonly #tokens: Int32Array;
  readonly #rows: Int32Array;
  readonly #centroidDistances: Float64Array;
  readonly #features = new Float64Array(FEATURES);

  constructor(adaptation: Adaptation) {
    const { states, neighbours } = adaptation;
    this.#adaptation = adaptation;
    this.#query = new Float64Array(states.width);
    this.#distances = new Float64Array(neighbours);
    this.#tokens = new Int32Array(neighbours);
    this.#rows = new Int32Array(neighbours);
    this.#centroidDistances = new Float64Array(Math.max(0, (states.clusters?.starts.length ?? 0) - 1));
  }

  /** Undefined when nothing similar is near. */
  distribution(state: Float32Array): KnnDistribution | undefined {
    const { temperature, radius, weight, weightCoefficients } = this.#adaptation;
    const { distances, tokens } = this.nearest(state);
    const nearest = Math.max(0, distances[0] ?? Number.POSITIVE_INFINITY);
    if (nearest >= radius) return undefined;
    const shares = knnProbabilities(distances, tokens, temperature);
    if (weightCoefficients === undefined) return { shares, share: weight * (1 - nearest / radius) };
    neighbourFeatures(distances, radius, Math.max(...shares.values()), this.#features);
    return { shares, share: weight * interpolationWeight(weightCoefficients, this.#features) };
  }

  /** The nearest rows, nearest first: views that hold until the next call. */
  nearest(state: Float32Array): { readonly distances: Float64Array; readonly tokens: Int32Array } {
    const { states, ranges } = this.#adaptation;
    const query = project(states, state, this.#query);
    this.#own = squareOf(query);
    this.#distances.fill(Number.POSITIVE_INFINITY);
    this.#rows.fill(-1);
    for (let r = 0; r + 1 < ranges.length; r += 2) {
      const end = ranges[r + 1] ?? 0;
      for (let row = ranges[r] ?? 0; row < end; row++) this.#offer(row, this.#distance(states, row));
    }
    if (states.clusters !== undefined) this.#searchClusters(states.clusters, query);
    return { distances: this.#distances, tokens: this.#tokens };
  }

  /** Looks through the clusters with the nearest centroids, until enough rows were seen. */
  #searchClusters(clusters: IvfClusters, query: Float64Array): void {
    const { centroids, starts, rows, width, keys, scales, squares } = clusters;
    const distances = this.#distances;
    const last = distances.length - 1;
    const centroidDistances = this.#centroidDistances;
    for (let cluster = 0; cluster < centroidDistances.length; cluster++) {
      centroidDistances[cluster] = centroidDistance(centroids, cluster * width, width, query);
    }
    const [from, to] = this.#adaptation.without ?? NOTHING;
    for (let left = PROBED_ROWS; left > 0; ) {
      const cluster = smallest(centroidDistances);
      if (cluster < 0) return;
      centroidDistances[cluster] = Number.POSITIVE_INFINITY;
      const start = starts[cluster] ?? 0;
      const end = Math.min(starts[cluster + 1] ?? 0, start + left);
      for (let at = start; at < end; at++) {
        const product = dotBytes(keys, at * query.length, query);
        const distance = this.#own + (squares[at] ?? 0) - 2 * (scales[at] ?? 0) * product;
        if (distance >= (distances[last] ?? 0)) continue;
        const row = rows[at] ?? 0;
        if (row < from || row >= to) this.#offer(row, distance);
      }
      left -= end - start;
    }
  }

  /** Takes a row among the nearest if it is one of them. */
  #offer(row: number, distance: number): void {
    const distances = this.#distances;
    const last = distances.length - 1;
    if (distance >= (distances[last] ?? 0)) return;
    const [rows, tokens] = [this.#rows, this.#tokens];
    // A row of a similar pair may come again with its cluster.
    if (rows.includes(row)) return;
    let at = last;
    for (; at > 0 && (distances[at - 1] ?? 0) > distance; at--) {
      distances[at] = distances[at - 1] ?? 0;
      tokens[at] = tokens[at - 1] ?? 0;
      rows[at] = rows[at - 1] ?? 0;
    }
    distances[at] = distance;
    tokens[at] = this.#adaptation.states.values[row] ?? 0;
    rows[at] = row;
  }

  /** |key|² − 2 key·query + |query|² */
  #distance(states: Datastore, row: number): number {
    const { keys, scales, squares, width } = states;
    const product = dotBytes(keys, row * width, this.#query);
    return this.#own + (squares[row] ?? 0) - 2 * (scales[row] ?? 0) * product;
  }
}

const NOTHING = [0, 0] as const;

function squareOf(numbers: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < numbers.length; i++) sum += (numbers[i] ?? 0) ** 2;
  return sum;
}

function smallest(values: Float64Array): number {
  let best = -1;
  let least = Number.POSITIVE_INFINITY;
  for (let i = 0; i < values.length; i++) {
    const value = values[i] ?? 0;
    if (value >= least) continue;
    least = value;
    best = i;
  }
  return best;
}

function centroidDistance(
  centroids: Float32Array,
  start: number,
  width: number,
  query: Float64Array,
): number {
  let sum = 0;
  for (let i = 0; i < width; i++) sum += ((centroids[start + i] ?? 0) - (query[i] ?? 0)) ** 2;
  return sum;
}

export function knnProbabilities(
  distances: Float64Array,
  tokens: Int32Array,
  temperature: number,
): Map<number, number> {
  const nearest = distances[0] ?? 0;
  const shares = new Map<number, number>();
  let total = 0;
  for (let i = 0; i < distances.length; i++) {
    const weight = Math.exp((nearest - (distances[i] ?? 0)) / temperature);
    if (weight === 0) break;
    const token = tokens[i] ?? 0;
    shares.set(token, (shares.get(token) ?? 0) + weight);
    total += weight;
  }
  for (const [token, weight] of shares) shares.set(token, weight / total);
  return shares;
}

function project(states: Datastore, state: Float32Array, into: Float64Array): Float64Array {
  if (states.projection === undefined) into.set(state);
  else multiply(states.projection, state, into);
  return into;
}

/** A matrix of rows times a vector, four rows at once (their count is a multiple of four): each number is read once for all. */
export function multiply(rows: Float32Array, vector: Float32Array, into: Float64Array): void {
  const width = vector.length;
  for (let row = 0; row + 3 < into.length; row += 4) {
    let a = 0;
    let b = 0;
    let c = 0;
    let d = 0;
    let at = row * width;
    for (let i = 0; i < width; i++, at++) {
      const value = vector[i] ?? 0;
      a += (rows[at] ?? 0) * value;
      b += (rows[at + width] ?? 0) * value;
      c += (rows[at + 2 * width] ?? 0) * value;
      d += (rows[at + 3 * width] ?? 0) * value;
    }
    into[row] = a;
    into[row + 1] = b;
    into[row + 2] = c;
    into[row + 3] = d;
  }
}

/** Four sums at once, because one sum would wait for itself at every step. */
export function dotBytes(rows: Int8Array, start: number, vector: Float64Array): number {
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  for (let i = 0; i + 3 < vector.length; i += 4) {
    a += (rows[start + i] ?? 0) * (vector[i] ?? 0);
    b += (rows[start + i + 1] ?? 0) * (vector[i + 1] ?? 0);
    c += (rows[start + i + 2] ?? 0) * (vector[i + 2] ?? 0);
    d += (rows[start + i + 3] ?? 0) * (vector[i + 3] ?? 0);
  }
  return a + b + (c + d);
}
