import type { TokenTable } from './folder/tables.js';

/**
 * Rows of the output layer, one behind the other: the table that turns a decoder state into scores of tokens,
 * score(token) = row(token) · state.
 */
export function rowsOf({ width, rows, scales }: TokenTable, tokens: Int32Array): Float32Array {
  const picked = new Float32Array(tokens.length * width);
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] ?? 0;
    const scale = scales[token] ?? 0;
    for (let at = 0; at < width; at++) picked[i * width + at] = (rows[token * width + at] ?? 0) * scale;
  }
  return picked;
}
