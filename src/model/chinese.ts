import * as OpenCC from 'opencc-js';
import type { Lang } from '../lang.js';

/** OpenCC's names of the written standards. */
const STANDARDS: Readonly<Record<string, 'cn' | 'twp' | 'hk'>> = {
  'zh-CN': 'cn',
  'zh-TW': 'twp',
  'zh-HK': 'hk',
};

/** Changes text from one written standard of Chinese to another, words included. */
export type ChineseConverter = (text: string) => string;

/**
 * Written standards of Chinese without a model of their own (zh-HK) are read and written through one that has
 * one; the conversion happens here and nowhere else.
 */
export class ChineseVariants {
  readonly #converters = new Map<string, ChineseConverter>();

  isChinese(lang: Lang): boolean {
    return lang in STANDARDS;
  }

  converter(from: Lang, to: Lang): ChineseConverter {
    const key = `${from}>${to}`;
    const known = this.#converters.get(key);
    if (known !== undefined) return known;
    const [source, target] = [STANDARDS[from], STANDARDS[to]];
    if (source === undefined || target === undefined)
      throw new Error(`${key} is not between Chinese standards.`);
    const converter = OpenCC.Converter({ from: source, to: target });
    this.#converters.set(key, converter);
    return converter;
  }
}
