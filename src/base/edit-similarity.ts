/** Longer texts are not compared letter by letter: the time grows with the product of the lengths. */
const MOST_CHARS = 500;

/**
 * 1 for equal texts, 0 for texts without anything in common: one minus the Levenshtein distance over the length of the
 * longer text, the usual fuzzy-match score of translation memories. Undefined when a text is too long to measure.
 */
export function editSimilarity(a: string, b: string): number | undefined {
  if (a === b) return 1;
  const longer = Math.max(a.length, b.length);
  if (longer > MOST_CHARS) return undefined;
  return 1 - editDistance(a, b) / longer;
}

/** Letters to change, Levenshtein's distance: Wagner and Fischer (1974), keeping one row of the table. Of short texts only. */
export function editDistance(a: string, b: string): number {
  const row = new Uint16Array(b.length + 1);
  for (let j = 0; j <= b.length; j += 1) row[j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    let diagonal = row[0] ?? 0;
    row[0] = i;
    const letter = a.charCodeAt(i - 1);
    for (let j = 1; j <= b.length; j += 1) {
      const above = row[j] ?? 0;
      const left = row[j - 1] ?? 0;
      const replaced = diagonal + (letter === b.charCodeAt(j - 1) ? 0 : 1);
      row[j] = Math.min(replaced, above + 1, left + 1);
      diagonal = above;
    }
  }
  return row[b.length] ?? 0;
}
