import * as OpenCC from 'opencc-js';
import type { Lang } from '../../../base/lang.js';
import { simplified } from '../../../model/chinese.js';

type Standard = 'jp' | 'cn' | 'tw' | 'hk';

const STANDARDS: Readonly<Record<Lang, Standard>> = { ja: 'jp', 'zh-CN': 'cn', 'zh-TW': 'tw', 'zh-HK': 'hk' };
/** Simplified characters that stand for several others; in names they are most often themselves: 范, not 範. */
const THEMSELVES = new Set('范于游向涂里后朴沈郁曲谷塚斗岩征');
/** Japanese forms that the dictionaries pass over. */
const JAPANESE: Readonly<Record<string, string>> = { 戸: '戶', 渕: '淵' };

/**
 * Names of people keep their characters between Japanese and Chinese, in the forms of the language: 沢田 is 泽田, 陈立群 陳立群.
 */
export class HanForms {
  readonly #converters = new Map<string, (text: string) => string>();

  /** The name as the other language writes it; undefined where one of the two does not write names so. */
  convert(name: string, from: Lang, to: Lang): string | undefined {
    const [source, target] = [STANDARDS[from], STANDARDS[to]];
    if (source === undefined || target === undefined) return undefined;
    // 佐々木 is 佐佐木.
    const characters = [...name].map((one, at, all) => (one === '々' ? (all[at - 1] ?? one) : one));
    return characters
      .map((one) =>
        THEMSELVES.has(one) ? one : this.#form(from === 'ja' ? (JAPANESE[one] ?? one) : one, source, target),
      )
      .join('');
  }

  /** 郎 and 緒 become old forms (郞, 緖) that simplified writing does not have: those are asked for as traditional characters. */
  #form(character: string, from: Standard, to: Standard): string {
    const written = this.#converter(from, to)(character);
    if (to !== 'cn' || simplified().has(written)) return written;
    const found = this.#converter('tw', 'cn')(character);
    return simplified().has(found) ? found : written;
  }

  /** Made for the first name. */
  #converter(from: Standard, to: Standard): (text: string) => string {
    const key = `${from}>${to}`;
    const known = this.#converters.get(key);
    if (known !== undefined) return known;
    const groups = [...(OpenCC.Locale.from[from] ?? []), ...(OpenCC.Locale.to[to] ?? [])];
    // Of each step the dictionary of characters, which is the last: those of phrases take a fifth of a second.
    const converter = OpenCC.ConverterFactory(...groups.map((group) => group.slice(-1)));
    this.#converters.set(key, converter);
    return converter;
  }
}
