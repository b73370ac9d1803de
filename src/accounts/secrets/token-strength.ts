/** Kinds of characters and how many there are of each. */
const ALPHABETS: readonly (readonly [RegExp, number])[] = [
  [/[0-9]/, 10],
  [/[a-z]/, 26],
  [/[A-Z]/, 26],
  [/[^0-9a-zA-Z]/, 32],
];
/** A token with fewer different characters was not drawn at random. */
const FEWEST_DISTINCT = 8;
const HEXADECIMAL = /^(?:[0-9a-f]*|[0-9A-F]*)$/;

/** Bits of a token at best: as if each of its characters had been drawn from the kinds that occur in it. */
export function tokenBits(token: string): number {
  if (new Set(token).size < FEWEST_DISTINCT) return 0;
  const kinds = ALPHABETS.reduce((sum, [kind, size]) => sum + (kind.test(token) ? size : 0), 0);
  return token.length * Math.log2(HEXADECIMAL.test(token) ? 16 : kinds);
}
