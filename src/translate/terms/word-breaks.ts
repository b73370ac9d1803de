const SEGMENTERS = {
  ja: new Intl.Segmenter('ja', { granularity: 'word' }),
  zh: new Intl.Segmenter('zh', { granularity: 'word' }),
};
/** Characters that are cut into words at a time: hostile text without a mark stays cheap. */
const AT_MOST = 20_000;
/** Some nouns are in the dictionary together with it: 桜の木 is cut into 桜の and 木. */
const PARTICLE = 'の';
/** Verbs go on with these, and the dictionary of ICU takes them together: 取下了 is cut into 取 and 下了. */
const END_OF_VERB = /^(?:.[了过過着著]|[上下出回开開起进進][来來去])$/u;
const IDEOGRAPHS = /^[\p{Script=Han}\p{Script=Katakana}ー々ヶ]+$/u;

/**
 * Where the words of a text without blanks end, by the dictionary of ICU. Asked only about stretches in which a term was
 * found, so a text without terms costs nothing.
 */
export class WordBreaks {
  readonly #text: string;
  readonly #segmenter: Intl.Segmenter | undefined;
  /** For each character the start of its word and its end; the words are cut at the first question. */
  #words: { readonly starts: Uint32Array; readonly ends: Uint32Array } | undefined;

  constructor(text: string, lang: string) {
    this.#text = text;
    this.#segmenter = lang === 'ja' ? SEGMENTERS.ja : lang.startsWith('zh') ? SEGMENTERS.zh : undefined;
  }

  /**
   * Whether a stretch is made of pieces of other words: 京都 in 東京都, 中国 in 发展中国家, 本 in 日本. Longer terms may
   * stand inside a compound (電池 in 乾電池), one character alone may not.
   */
  cuts(start: number, end: number): boolean {
    const written = this.#text.slice(start, end);
    if (this.#segmenter === undefined || !IDEOGRAPHS.test(written)) return false;
    this.#words ??= cut(this.#text, this.#segmenter);
    const { starts, ends } = this.#words;
    const first = { start: starts[start] ?? start, end: ends[start] ?? end };
    const last = { start: starts[end - 1] ?? start, end: ends[end - 1] ?? end };
    if (end - start === 1)
      return first.start < start || !['', PARTICLE].includes(this.#text.slice(end, first.end));
    if (first.start < start && first.end < end) return true;
    if (last.end <= end || last.start <= start) return false;
    const isVerb = this.#segmenter === SEGMENTERS.zh && last.start === end - 1;
    return !(isVerb && END_OF_VERB.test(this.#text.slice(last.start, last.end)));
  }
}

function cut(text: string, segmenter: Intl.Segmenter): { starts: Uint32Array; ends: Uint32Array } {
  const starts = Uint32Array.from({ length: text.length }, (_, at) => at);
  const ends = Uint32Array.from({ length: text.length }, (_, at) => at + 1);
  for (let from = 0; from < text.length; from += AT_MOST) {
    for (const { segment, index } of segmenter.segment(text.slice(from, from + AT_MOST))) {
      const start = from + index;
      starts.fill(start, start, start + segment.length);
      ends.fill(start + segment.length, start, start + segment.length);
    }
  }
  return { starts, ends };
}
