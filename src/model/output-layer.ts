import type { InstalledModel } from './folder/installed.js';
import { readTables } from './folder/tables.js';

/**
 * The table that turns a decoder state into scores of tokens: score(token) = row(token) · state. Read from the model
 * folder when something is trained on top of it. Plain data in shared memory.
 */
export interface OutputLayer {
  readonly width: number;
  readonly vocabulary: number;
  readonly table: Int8Array;
  readonly scales: Float32Array;
}

/** Undefined when the model is not in our own layout. */
export async function readOutputLayer({
  folder,
  manifest,
}: InstalledModel): Promise<OutputLayer | undefined> {
  const tables = await readTables(folder, manifest);
  if (tables === undefined) return undefined;
  const { width, rows, scales } = tables.embedding;
  return { width, vocabulary: scales.length, table: rows, scales };
}

/** The rows of some tokens, one behind the other. */
export function rowsOf({ width, table, scales }: OutputLayer, tokens: Int32Array): Float32Array {
  const rows = new Float32Array(tokens.length * width);
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] ?? 0;
    const scale = scales[token] ?? 0;
    for (let at = 0; at < width; at++) rows[i * width + at] = (table[token * width + at] ?? 0) * scale;
  }
  return rows;
}
