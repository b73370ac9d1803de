import type { Lang } from '../../lang.js';
import { finalMarks } from '../text/marks.js';
import { EVERYDAY_PHRASES } from './everyday-phrases.js';
import { normalisePhrase } from './normalise.js';

const COLUMNS: readonly Lang[] = ['ja', 'zh-CN', 'zh-TW', 'en'];
/** Languages that share the column of another. */
const SHARED_COLUMN: Readonly<Record<Lang, Lang>> = { zh: 'zh-CN', 'zh-HK': 'zh-TW' };

/** The built-in list of everyday phrases, answered when a whole element is one of them. */
export class EverydayPhrases {
  readonly #rows: readonly (readonly (readonly string[])[])[];
  readonly #byKey = new Map<Lang, Map<string, number>>();

  constructor() {
    this.#rows = EVERYDAY_PHRASES.map((row) => row.split('\t').map((cell) => cell.split('|')));
    for (const [column, lang] of COLUMNS.entries()) {
      const keys = new Map<string, number>();
      for (const [index, row] of this.#rows.entries()) {
        for (const wording of row[column] ?? []) {
          const key = normalisePhrase(wording);
          // "元気ですか" is a question with or without its mark; "本当" is not.
          for (const form of /(?:か|吗|嗎)\?$/u.test(key) ? [key, key.slice(0, -1)] : [key]) {
            if (!keys.has(form)) keys.set(form, index);
          }
        }
      }
      this.#byKey.set(lang, keys);
    }
  }

  get size(): number {
    return this.#rows.length;
  }

  find(text: string, from: Lang, to: Lang): string | undefined {
    const column = COLUMNS.indexOf(SHARED_COLUMN[to] ?? to);
    const index = this.#byKey.get(SHARED_COLUMN[from] ?? from)?.get(normalisePhrase(text));
    if (index === undefined || column === -1) return undefined;
    const answer = this.#rows[index]?.[column]?.[0];
    if (answer === undefined) return undefined;
    return /[?？]$/u.test(answer) ? answer : answer + finalMarks(text, to);
  }
}
