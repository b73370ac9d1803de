export interface Stretch {
  readonly text: string;
  readonly changed: boolean;
}

/** Two texts, each cut where it stops or starts to agree with the other. */
export interface WordDiff {
  readonly before: readonly Stretch[];
  readonly after: readonly Stretch[];
}

/** Cells of the table below: sentences need thousands, and a whole document must not stop the page. */
const MOST_CELLS = 4_000_000;

/**
 * Which words changed, by the longest common subsequence of words. What a word is, the browser knows for the
 * language, also where no blanks stand between words.
 */
export function wordDiff(before: string, after: string, lang: string): WordDiff {
  const [a, b] = [wordsOf(before, lang), wordsOf(after, lang)];
  if (a.length * b.length > MOST_CELLS) {
    return { before: [{ text: before, changed: false }], after: [{ text: after, changed: false }] };
  }
  const width = b.length + 1;
  // common[i * width + j]: how many words a from i on and b from j on have in common.
  const common = new Uint32Array((a.length + 1) * width);
  const at = (i: number, j: number) => common[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--) {
    for (let j = b.length - 1; j >= 0; j--) {
      common[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  }
  const was: Stretch[] = [];
  const is: Stretch[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      was.push({ text: a[i++] ?? '', changed: false });
      is.push({ text: b[j++] ?? '', changed: false });
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1))) {
      was.push({ text: a[i++] ?? '', changed: true });
    } else {
      is.push({ text: b[j++] ?? '', changed: true });
    }
  }
  return { before: joined(was), after: joined(is) };
}

function wordsOf(text: string, lang: string): readonly string[] {
  return Array.from(
    new Intl.Segmenter(lang, { granularity: 'word' }).segment(text),
    ({ segment }) => segment,
  );
}

function joined(stretches: readonly Stretch[]): readonly Stretch[] {
  const whole: Stretch[] = [];
  for (const { text, changed } of stretches) {
    const last = whole.at(-1);
    if (last?.changed === changed) whole.splice(-1, 1, { text: last.text + text, changed });
    else whole.push({ text, changed });
  }
  return whole;
}
