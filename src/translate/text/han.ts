import { HAN_CHARACTERS, HAN_PAIRS } from './han-table.js';

/** Which of the languages written in Chinese characters a run without kana most likely is. */
export interface HanVerdict {
  readonly lang: 'ja' | 'zh-CN' | 'zh-TW';
  /** The better of the two Chinese forms, also where Japanese won. */
  readonly chinese: 'zh-CN' | 'zh-TW';
  /** Log-odds in nats of Japanese against the better Chinese form; near 0 the text is good in both. */
  readonly japanese: number;
}

interface Row {
  readonly form: string;
  readonly codes: readonly [number, number, number];
}

const NEUTRAL: readonly [number, number, number] = [0, 0, 0];
const UNSEEN: readonly [number, number, number] = [78, 78, 78];

/**
 * A character model with one character of context per language (Japanese, simplified and traditional Chinese), as in
 * compact language identification since Dunning 1994. The tables hold negative log-probabilities in quarter nats.
 */
export class HanModel {
  readonly #characters = new Map<string, Row>();
  readonly #pairs = new Map<string, readonly [number, number, number]>();

  constructor() {
    const characters = [...HAN_CHARACTERS];
    for (let at = 0; at + 4 < characters.length; at += 5) {
      const [character = '', form = '=', ja = '', cn = '', tw = ''] = characters.slice(at, at + 5);
      this.#characters.set(character, { form, codes: [decode(ja), decode(cn), decode(tw)] });
    }
    const pairs = [...HAN_PAIRS];
    for (let at = 0; at + 4 < pairs.length; at += 5) {
      const [first = '', second = '', ja = '', cn = '', tw = ''] = pairs.slice(at, at + 5);
      this.#pairs.set(first + second, [decode(ja), decode(cn), decode(tw)]);
    }
  }

  judge(text: string): HanVerdict {
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
