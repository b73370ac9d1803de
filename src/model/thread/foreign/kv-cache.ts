/** Keys or values of every row, [rows, heads, time, head]. */
export interface CacheEntry {
  readonly data: Float32Array;
  readonly time: number;
}

/** What a batch in the common layout carries from step to step. */
export interface Cache {
  /** Of the tokens written so far, by `layer.decoder.key|value`. */
  readonly past: Map<string, CacheEntry>;
  /** Of the source, by `layer.encoder.key|value`. */
  readonly source: Map<string, CacheEntry>;
  /** Encoder states, [rows, length, width]. */
  readonly states: Float32Array;
  readonly mask: readonly (readonly number[])[];
  readonly length: number;
}

/** Rows of a tensor whose first dimension is `rows`, in the order asked for. */
export function rowsOf(data: Float32Array, rows: number, order: readonly number[]): Float32Array {
  const size = data.length / Math.max(1, rows);
  const picked = new Float32Array(size * order.length);
  for (const [to, from] of order.entries())
    picked.set(data.subarray(from * size, (from + 1) * size), to * size);
  return picked;
}

/** The cache of the rows asked for: beams that follow other parents, or a batch that somebody left. */
export function keepRows(cache: Cache, rows: number, order: readonly number[]): Cache {
  if (order.length === rows && order.every((row, index) => row === index)) return cache;
  const pick = (entries: ReadonlyMap<string, CacheEntry>) =>
    new Map([...entries].map(([name, { data, time }]) => [name, { data: rowsOf(data, rows, order), time }]));
  return {
    past: pick(cache.past),
    source: pick(cache.source),
    states: rowsOf(cache.states, rows, order),
    mask: order.map((row) => cache.mask[row] ?? []),
    length: cache.length,
  };
}
