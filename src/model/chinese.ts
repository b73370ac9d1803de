import * as OpenCC from 'opencc-js';
import type { Lang } from '../base/lang.js';
import { lazily } from '../base/lazily.js';
import type { SourcePart, TargetPart } from './model-port.js';

/** OpenCC's names of the written standards; Taiwan's with its own words (软件 / 軟體), not only characters. */
const STANDARDS: Readonly<Record<Lang, 'cn' | 'twp' | 'hk'>> = {
  'zh-CN': 'cn',
  'zh-TW': 'twp',
  'zh-HK': 'hk',
};

/** Standards that stand in for one that no model knows, the closest first. */
export const STAND_INS: Readonly<Record<Lang, readonly Lang[]>> = {
  'zh-HK': ['zh-TW', 'zh-CN'],
  'zh-TW': ['zh-CN'],
  'zh-CN': ['zh-TW'],
};

export const CHINESE: readonly Lang[] = Object.keys(STANDARDS);

/** The characters of GB 2312: what simplified writing uses, with those that it shares with traditional writing. */
export const simplified = lazily((): ReadonlySet<string> => {
  const codes = Uint8Array.from({ length: (0xf8 - 0xb0) * 94 * 2 }, (_, at) => {
    const place = at >> 1;
    return at % 2 === 0 ? 0xb0 + Math.floor(place / 94) : 0xa1 + (place % 94);
  });
  return new Set(new TextDecoder('gbk').decode(codes));
});
/** From one written standard to another. */
export type Conversion = readonly [from: Lang, to: Lang];

/**
 * Written Chinese has three standards, and models rarely know all. Text is changed from one to another here and
 * nowhere else; words that somebody required stay as they were asked for.
 */
export class ChineseConverter {
  readonly #converters = new Map<string, (text: string) => string>();

  source(parts: readonly SourcePart[], conversion: Conversion | undefined): readonly SourcePart[] {
    if (conversion === undefined) return parts;
    const convert = this.#converter(conversion);
    return parts.map((part) => {
      if (part.kind === 'text') return { ...part, text: convert(part.text) };
      return part.kind === 'term' ? { ...part, source: convert(part.source) } : part;
    });
  }

  /** A model that has read both standards now and then writes 墊 among simplified characters. */
  target(
    parts: readonly TargetPart[],
    to: Lang,
    conversion: Conversion | undefined,
    required: readonly string[],
  ): readonly TargetPart[] {
    if (conversion === undefined && to !== 'zh-CN') return parts;
    const convert = conversion === undefined ? this.#simplified : this.#converter(conversion);
    return parts.map((part) =>
      part.kind === 'text' ? { ...part, text: convertAround(part.text, required, convert) } : part,
    );
  }

  /** With the characters that only traditional writing has in their simplified form; rare ones that have none stay. */
  readonly #simplified = (text: string): string =>
    text.replace(/\p{Script=Han}/gu, (character) => {
      if (simplified().has(character)) return character;
      const written = this.#converter(['zh-TW', 'zh-CN'])(character);
      return simplified().has(written) ? written : character;
    });

  /** Some ten megabytes each: made for the first text that it could change. */
  #converter(conversion: Conversion): (text: string) => string {
    return (text) => (/\p{Script=Han}/u.test(text) ? this.#made(conversion)(text) : text);
  }

  #made([from, to]: Conversion): (text: string) => string {
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

function convertAround(text: string, required: readonly string[], convert: (text: string) => string): string {
  const [word, ...others] = required.filter((candidate) => candidate !== '' && text.includes(candidate));
  if (word === undefined) return convert(text);
  return text
    .split(word)
    .map((stretch) => convertAround(stretch, others, convert))
    .join(word);
}
