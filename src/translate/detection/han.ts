import { readFileSync } from 'node:fs';
import { lazily } from '../../base/lazily.js';

/** Which of the languages written in Chinese characters a run without kana most likely is. */
export interface HanVerdict {
  readonly lang: 'ja' | 'zh-CN' | 'zh-TW';
  /** The better of the two Chinese forms, also where Japanese won. */
  readonly chinese: 'zh-CN' | 'zh-TW';
  /** Log-odds in nats of Japanese against the better Chinese form; near 0 the text is good in both. */
  readonly japanese: number;
}

/** What `assets/generators/han-table.ts` writes: rows of five characters, the last three of them codes. */
export interface HanTable {
  /** Character, form ('s' simplified only, 't' traditional only, '=' either), codes of the character alone. */
  readonly characters: readonly string[];
  /** Character before ('^': none), character ('$': none), codes of the second given the first. */
  readonly pairs: readonly string[];
}

interface Row {
  readonly form: string;
  readonly codes: readonly [number, number, number];
}

const NEUTRAL: readonly [number, number, number] = [0, 0, 0];
const UNSEEN: readonly [number, number, number] = [78, 78, 78];

/**
 * A character model with one character of context per language (Japanese, simplified and traditional Chinese), as in
 * compact language identification since Dunning 1994. A code is a negative log-probability in quarter nats above '0'; three
 * in a row: Japanese, simplified Chinese, traditional Chinese.
 */
export class HanModel {
  readonly #characters = new Map<string, Row>();
  readonly #pairs = new Map<string, readonly [number, number, number]>();

  constructor(table: HanTable) {
    const characters = table.characters.flatMap((rows) => [...rows]);
    for (let at = 0; at + 4 < characters.length; at += 5) {
      const [character = '', form = '=', ja = '', cn = '', tw = ''] = characters.slice(at, at + 5);
      this.#characters.set(character, { form, codes: [decode(ja), decode(cn), decode(tw)] });
    }
    const pairs = table.pairs.flatMap((rows) => [...rows]);
    for (let at = 0; at + 4 < pairs.length; at += 5) {
      const [first = '', second = '', ja = '', cn = '', tw = ''] = pairs.slice(at, at + 5);
      this.#pairs.set(first + second, [decode(ja), decode(cn), decode(tw)]);
    }
  }

  /** The model that comes with the program, read when the first text needs it. */
  static readonly bundled = lazily(() => {
    const table: HanTable = JSON.parse(
      readFileSync(new URL('../../../assets/han-table.json', import.meta.url), 'utf8'),
    );
    return new HanModel(table);
  });

  /** How unlikely a character is in a language, behind the one before it, in nats. */
  surprise(character: string, before: string, lang: HanVerdict['lang']): number {
    const codes = this.#pairs.get(before + character) ?? this.#characters.get(character)?.codes ?? UNSEEN;
    return codes[lang === 'ja' ? 0 : lang === 'zh-CN' ? 1 : 2] / 4;
  }

  classify(text: string): HanVerdict {
    let ja = 0;
    let cn = 0;
    let tw = 0;
    let traditional = 0;
    for (const [run] of text.matchAll(/[\p{Script=Han}々〆]+/gu)) {
      let before = '^';
      for (const character of `${run}$`) {
        const row = this.#characters.get(character);
        const codes =
          this.#pairs.get(before + character) ?? row?.codes ?? (character === '$' ? NEUTRAL : UNSEEN);
        ja -= codes[0];
        cn -= codes[1];
        tw -= codes[2];
        if (row?.form === 't') traditional += 1;
        before = character;
      }
    }
    const japanese = (ja - Math.max(cn, tw)) / 4;
    // Without a character that only traditional writing has, the text is the same in both: simplified is the default.
    const chinese = traditional > 0 && tw > cn ? 'zh-TW' : 'zh-CN';
    return { lang: japanese > 0 ? 'ja' : chinese, chinese, japanese };
  }
}

function decode(code: string): number {
  return code.charCodeAt(0) - 48;
}
