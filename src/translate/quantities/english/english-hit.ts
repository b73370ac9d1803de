import type { Token } from '../notation/tokens.js';
import type { Quantity } from '../quantity.js';
import { isScale } from './english-numbers.js';

/** A quantity of English text, and the token behind it. */
export interface Hit {
  readonly quantity: Quantity;
  readonly next: number;
}

/** Endings of ordinal numbers in figures. */
export const ORDINAL: ReadonlySet<string> = new Set(['st', 'nd', 'rd', 'th']);

/** A figure that belongs to a word or a longer figure before it. */
export function isGlued(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  const before = tokens[at - 1];
  if (token?.kind !== 'figure' || token.apart || before === undefined) return false;
  if (before.kind === 'word') return true;
  const farther = tokens[at - 2];
  const joined = !before.apart && (before.text === '-' || before.text === '_' || before.text === '.');
  return joined && farther?.kind === 'word' && !isScale(farther.lower);
}
