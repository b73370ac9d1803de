import type { Lang } from '#src/base/lang.js';
import { detect } from '#src/translate/detection/detect.js';
import { HanModel } from '#src/translate/detection/han.js';

/** Right answers and questions. */
export interface Share {
  readonly right: number;
  readonly asked: number;
}

export interface DetectionScore {
  /** Cuts whose writing decides: kana, Latin letters, or a Chinese character that the other language does not have. */
  readonly decidable: Share;
  /** Cuts of Chinese characters that both languages write: the answer may be the other one and still be right. */
  readonly either: Share;
}

const WORDS = 5;
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/gu;
const LATIN = /[A-Za-z]{2}/;

/** Characters of a double-byte character set, read off the decoder of the platform. */
function characterSet(
  encoding: string,
  leads: readonly [number, number],
  trails: readonly [number, number],
): string[] {
  const decoder = new TextDecoder(encoding);
  const found: string[] = [];
  for (let lead = leads[0]; lead <= leads[1]; lead += 1) {
    for (let trail = trails[0]; trail <= trails[1]; trail += 1) {
      found.push(decoder.decode(new Uint8Array([lead, trail])));
    }
  }
  return found;
}

/** Cuts every line after one to five words and asks for the language. */
export class DetectionMeasure {
  readonly #han = HanModel.bundled();
  /** JIS X 0208, and GB 2312 with the standard part of Big5 (the decoders know supersets, hence the ranges). */
  readonly #japanese = new Set(characterSet('euc-jp', [0xb0, 0xf4], [0xa1, 0xfe]));
  readonly #chinese = new Set([
    ...characterSet('gbk', [0xb0, 0xf7], [0xa1, 0xfe]),
    ...characterSet('big5', [0xa4, 0xf9], [0x40, 0xfe]),
  ]);

  measure(lines: readonly string[], lang: Lang): DetectionScore {
    const score = { decidable: { right: 0, asked: 0 }, either: { right: 0, asked: 0 } };
    const words = new Intl.Segmenter(lang, { granularity: 'word' });
    for (const line of lines) {
      for (const cut of cuts(line, words)) {
        const kind = this.#kind(cut, lang);
        if (kind === undefined) continue;
        score[kind].asked += 1;
        const found = detect(cut, this.#han);
        if (lang.startsWith('zh') ? found?.startsWith('zh') : found === lang) score[kind].right += 1;
      }
    }
    return score;
  }

  /** Undefined: the cut holds nothing of its language (a number, a name in another script). */
  #kind(cut: string, lang: Lang): keyof DetectionScore | undefined {
    const han = cut.match(HAN) ?? [];
    if (lang === 'en')
      return LATIN.test(cut) && han.length === 0 && !KANA.test(cut) ? 'decidable' : undefined;
    if (lang === 'ja' && KANA.test(cut)) return 'decidable';
    if (han.length === 0) return undefined;
    const other = lang === 'ja' ? this.#chinese : this.#japanese;
    return han.some((character) => !other.has(character)) ? 'decidable' : 'either';
  }
}

function* cuts(line: string, words: Intl.Segmenter): Generator<string> {
  let count = 0;
  for (const { segment, index, isWordLike } of words.segment(line)) {
    if (isWordLike !== true) continue;
    count += 1;
    yield line.slice(0, index + segment.length);
    if (count === WORDS) return;
  }
}
