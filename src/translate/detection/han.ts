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

type Codes = readonly [ja: number, cn: number, tw: number];

interface Row {
  readonly form: string;
  readonly codes: Codes;
}

const NEUTRAL: Codes = [0, 0, 0];
const UNSEEN: Codes = [78, 78, 78];

/**
 * A character model with one character of context per language (Japanese, simplified and traditional Chinese), as in
 * compact language identification since Dunning 1994. A code is a negative log-probability in quarter nats above '0'; three
 * in a row: Japanese, simplified Chinese, traditional Chinese.
 */
export class HanModel {
  readonly #characters = new Map<string, Row>();
  readonly #pairs = new Map<string, Codes>();

  constructor(table: HanTable) {
    // Rare characters are two units long; forms and codes are one.
    for (const rows of table.characters) {
      for (let at = 0; at < rows.length; ) {
        const end = at + unitsAt(rows, at);
        this.#characters.set(rows.slice(at, end), { form: rows.charAt(end), codes: codesAt(rows, end + 1) });
        at = end + 4;
      }
    }
    for (const rows of table.pairs) {
      for (let at = 0; at < rows.length; ) {
        const second = at + unitsAt(rows, at);
        const end = second + unitsAt(rows, second);
        this.#pairs.set(rows.slice(at, end), codesAt(rows, end));
        at = end + 3;
      }
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

/** Of the character that stands there, in UTF-16. */
function unitsAt(text: string, at: number): number {
  return (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
}

function codesAt(rows: string, at: number): Codes {
  return [decode(rows, at), decode(rows, at + 1), decode(rows, at + 2)];
}

function decode(rows: string, at: number): number {
  return rows.charCodeAt(at) - 48;
}
