/**
 * What counts as a word when BLEU is measured, as the WMT evaluations and sacreBLEU have it. Not for use in
 * the translation pipeline: these splitters are only meant to make numbers comparable.
 */

/** Cuts a text into words without white space. */
export type WordSplitter = (text: string) => readonly string[];

/** The evaluation script escapes these four in its files, so a text may carry them either way. */
const ENTITIES: readonly (readonly [string, string])[] = [
  ['&quot;', '"'],
  ['&amp;', '&'],
  ['&lt;', '<'],
  ['&gt;', '>'],
];

const ASCII_PUNCTUATION = /[{-~[-` -&(-+:-@/]/g;
const STOP_AFTER_NO_DIGIT = /([^0-9])([.,])/g;
const STOP_BEFORE_NO_DIGIT = /([.,])([^0-9])/g;
const DASH_AFTER_DIGIT = /([0-9])(-)/g;

/**
 * Characters that stand alone in Chinese text. The stretch from U+2001 to U+2A6D (dashes, curly quotes,
 * arrows, mathematics) comes from the way sacreBLEU writes its ranges; ideographs outside the basic plane
 * are for the same reason not among them. Kept, because the published numbers have it so.
 */
const CHINESE =
  /[\u2001-\u2a6d\u2e80-\u2eff\u2f00-\u2fdf\u2ff0-\u303f\u3100-\u312f\u31a0-\u31bf\u31c0-\u31ef\u3200-\u4db5\u4e00-\u9fbb\uf900-\ufa2d\ufa30-\ufa6a\ufa70-\ufad9\ufe10-\ufe1f\ufe30-\ufe4f\uff00-\uffef]/g;

/** `13a`, the splitter of the WMT evaluations for European languages. */
export function splitEnglish(text: string): readonly string[] {
  let plain = text.trimEnd().replaceAll('<skipped>', '').replaceAll('-\n', '').replaceAll('\n', ' ');
  for (const [escaped, character] of ENTITIES) plain = plain.replaceAll(escaped, character);
  return splitPunctuation(` ${plain} `);
}

/** `zh`: each Chinese character and each full-width mark is a word; what is between them is cut as in English. */
export function splitChinese(text: string): readonly string[] {
  return splitPunctuation(text.trim().replace(CHINESE, ' $& '));
}

/** The steps are not one expression because each looks at what the one before has put in. */
function splitPunctuation(text: string): readonly string[] {
  const spaced = text
    .replace(ASCII_PUNCTUATION, ' $& ')
    .replace(STOP_AFTER_NO_DIGIT, '$1 $2 ')
    .replace(STOP_BEFORE_NO_DIGIT, ' $1 $2')
    .replace(DASH_AFTER_DIGIT, '$1 $2 ')
    .trim();
  return spaced === '' ? [] : spaced.split(/\s+/);
}
