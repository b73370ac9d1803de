import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import type { Datastore, IvfClusters } from '../../model/adaptation.js';
import { shared } from '../../model/shared-memory.js';

/** The first of a row's numbers tell most about where it lies. */
const WIDTH = 32;
const MOST_CLUSTERS = 600;
/** Rows that the centroids are computed from, per cluster. */
const SAMPLE_PER_CLUSTER = 30;
const ROUNDS = 5;
const ROWS_PER_TURN = 2_000;

/** Groups stored states by nearness (k-means), as many groups as the root of their number. */
export async function clusterRows(states: Datastore): Promise<IvfClusters> {
  const count = states.values.length;
  const width = Math.min(WIDTH, states.width);
  const clusters = Math.max(1, Math.min(MOST_CLUSTERS, Math.round(Math.sqrt(count))));
  const sample = evenly(count, Math.min(count, clusters * SAMPLE_PER_CLUSTER));
  const centroids = shared(Float32Array, clusters * width);
  const row = new Float32Array(width);
  for (const [cluster, index] of evenly(count, clusters).entries()) {
    leadingNumbers(states, index, row);
    centroids.set(row, cluster * width);
  }
  for (let round = 0; round < ROUNDS; round++) {
    const sums = new Float64Array(clusters * width);
    const members = new Int32Array(clusters);
    for (const index of sample) {
      leadingNumbers(states, index, row);
      const cluster = nearestCentroid(centroids, width, row);
      members[cluster] = (members[cluster] ?? 0) + 1;
      for (let i = 0; i < width; i++)
        sums[cluster * width + i] = (sums[cluster * width + i] ?? 0) + (row[i] ?? 0);
    }
    for (let at = 0; at < sums.length; at++) {
      const size = members[Math.floor(at / width)] ?? 0;
      if (size > 0) centroids[at] = (sums[at] ?? 0) / size;
    }
    await yieldToEventLoop();
  }
  const { starts, rows } = await assign(states, centroids, width, clusters);
  return { width, centroids, starts, rows, ...inOrder(states, rows) };
}

async function assign(states: Datastore, centroids: Float32Array, width: number, clusters: number) {
  const count = states.values.length;
  const clusterOf = new Int32Array(count);
  const starts = shared(Int32Array, clusters + 1);
  const row = new Float32Array(width);
  for (let index = 0; index < count; index++) {
    leadingNumbers(states, index, row);
    const cluster = nearestCentroid(centroids, width, row);
    clusterOf[index] = cluster;
    starts[cluster + 1] = (starts[cluster + 1] ?? 0) + 1;
    if (index % ROWS_PER_TURN === 0) await yieldToEventLoop();
  }
  for (let cluster = 0; cluster < clusters; cluster++)
    starts[cluster + 1] = (starts[cluster + 1] ?? 0) + (starts[cluster] ?? 0);
  const next = Int32Array.from(starts);
  const rows = shared(Int32Array, count);
  for (let index = 0; index < count; index++) {
    const cluster = clusterOf[index] ?? 0;
    rows[next[cluster] ?? 0] = index;
    next[cluster] = (next[cluster] ?? 0) + 1;
  }
  return { starts, rows };
}

/** The rows once more, in the order of the clusters. */
function inOrder({ keys, scales, squares, width }: Datastore, rows: Int32Array) {
  const ordered = shared(Int8Array, rows.length * width);
  for (const [at, row] of rows.entries()) {
    ordered.set(keys.subarray(row * width, (row + 1) * width), at * width);
  }
  return {
    keys: ordered,
    scales: shared(
      Float32Array,
      Float32Array.from(rows, (row) => scales[row] ?? 0),
    ),
    squares: shared(
      Float32Array,
      Float32Array.from(rows, (row) => squares[row] ?? 0),
    ),
  };
}

function leadingNumbers({ keys, scales, width }: Datastore, index: number, into: Float32Array): void {
  const scale = scales[index] ?? 0;
  for (let i = 0; i < into.length; i++) into[i] = (keys[index * width + i] ?? 0) * scale;
}

/** Sums that are already larger than the best are given up. */
function nearestCentroid(centroids: Float32Array, width: number, row: Float32Array): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (let start = 0, cluster = 0; start < centroids.length; start += width, cluster++) {
    let sum = 0;
    for (let i = 0; i < width && sum < least; i++) sum += ((centroids[start + i] ?? 0) - (row[i] ?? 0)) ** 2;
    if (sum >= least) continue;
    least = sum;
    best = cluster;
  }
  return best;
}

function evenly(count: number, wanted: number): Int32Array {
  return Int32Array.from({ length: wanted }, (_, index) => Math.floor((index * count) / wanted));
}
