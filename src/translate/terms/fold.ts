/** Text in the form in which terms are compared, with the way back to the original. */
export interface Folded {
  /** Full and half width made alike; case kept. */
  readonly wide: string;
  /** `wide` in lower case, of equal length. */
  readonly lower: string;
  /** For each UTF-16 unit of `wide` the offset in the original it came from; one more entry for the end. */
  readonly offsets: readonly number[];
}

const HALF_WIDTH_VOICED = /^[\uFF66-\uFF9D][\uFF9E\uFF9F]/;
const WIDTH_FORM = /[\u3000\uFF01-\uFFEF]/;
/** A width form, or the one letter whose small form depends on where it stands. */
const FOLDED_ALONE = /[\u3000\uFF01-\uFFEFΣ]/;

/**
 * Folds width (ＡＢＣ → ABC, ｶﾞ → ガ, ideographic space → blank) and case, one original character at a time, so that a
 * match can be laid back on the original.
 */
export function fold(text: string): Folded {
  const plain = foldPlain(text);
  if (plain !== undefined) return { ...plain, offsets: [...Array(text.length + 1).keys()] };
  let wide = '';
  let lower = '';
  const offsets: number[] = [];
  for (let at = 0; at < text.length; ) {
    const pair = text.slice(at, at + 2);
    const original = HALF_WIDTH_VOICED.test(pair) ? pair : String.fromCodePoint(text.codePointAt(at) ?? 0);
    const folded = WIDTH_FORM.test(original) ? original.normalize('NFKC') : original;
    const lowered = folded.toLowerCase();
    wide += folded;
    // A few letters (İ) grow when lowered; they stay as they are, so that both forms keep one length.
    lower += lowered.length === folded.length ? lowered : folded;
    for (let unit = 0; unit < folded.length; unit += 1) offsets.push(at);
    at += original.length;
  }
  offsets.push(text.length);
  return { wide, lower, offsets };
}

/** The same without the way back, which is most of the work. */
export function foldForms(text: string): Pick<Folded, 'wide' | 'lower'> {
  return foldPlain(text) ?? fold(text);
}

/** Text without width forms, every character of which keeps its length in lower case. */
function foldPlain(text: string): Pick<Folded, 'wide' | 'lower'> | undefined {
  const lower = text.toLowerCase();
  return lower.length === text.length && !FOLDED_ALONE.test(text) ? { wide: text, lower } : undefined;
}
