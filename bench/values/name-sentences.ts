import type { Lang } from '#src/base/lang.js';
import { soundsLike } from '#src/translate/names/readings/katakana-sound.js';
import type { NameTable } from '#src/translate/names/readings/name-table.js';
import { containsTerm } from '#src/translate/terms/presence.js';
import type { Pair } from './pairs.js';

const DAYS_AND_MONTHS =
  /^(?:(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day|January|February|March|April|May|June|July|August|September|October|November|December)$/;

/**
 * Names that a sentence and its human translation both hold. The finder of the pipeline has no part in it, so that names
 * which it overlooks count as well: what stands in the reference decides. The tables and the sound only say which spellings
 * are the same name. Right is the form of the reference, or another that the tables have; Latin letters in Japanese and
 * Chinese only where the reference has them.
 */
export class NameSentences {
  readonly #table: NameTable;
  /** Latin spelling to the forms in katakana or Chinese characters. */
  readonly #forms: ReadonlyMap<string, readonly string[]>;
  readonly #lower: ReadonlySet<string>;
  readonly #pinyin: (name: string) => readonly string[];

  /**
   * @param lower words that stand in lower case somewhere in the corpus, and so are no names
   * @param pinyin the syllables of a name in Chinese characters
   */
  constructor(
    table: NameTable,
    forms: ReadonlyMap<string, readonly string[]>,
    lower: ReadonlySet<string>,
    pinyin: (name: string) => readonly string[],
  ) {
    this.#table = table;
    this.#forms = forms;
    this.#lower = lower;
    this.#pinyin = pinyin;
  }

  /** Names as the set writes them: accepted forms separated by "|", names by ";"; undefined without any. */
  expected({ english, other }: Pair, from: Lang, lang: Lang): string | undefined {
    const found = new Set<string>();
    for (const name of this.#capitalised(english)) {
      const wanted =
        from === 'en' ? this.#fromEnglish(name, other) : this.#toEnglish(name, english, other, lang);
      if (wanted !== undefined) found.add(wanted);
    }
    return found.size === 0 ? undefined : [...found].join(';');
  }

  /** Words with a capital inside a sentence that never stand without one. */
  #capitalised(english: string): string[] {
    const words = [...english.matchAll(/(?<=[a-z,;] )[A-Z][a-z]{2,}(?![\p{L}\p{N}'’-])/gu)];
    return [...new Set(words.map(([word]) => word))].filter(
      (word) => !this.#lower.has(word.toLowerCase()) && !DAYS_AND_MONTHS.test(word),
    );
  }

  #fromEnglish(name: string, reference: string): string | undefined {
    const known = this.#forms.get(name) ?? [];
    if (containsTerm(reference, name)) return [name, ...known].join('|');
    const forms = known.filter((form) => reference.includes(form));
    const heard = katakanaOf(reference).filter((form) => soundsLike(form, name));
    const inReference = new Set([...forms, ...heard]);
    return inReference.size === 0 ? undefined : [...new Set([...inReference, ...known])].join('|');
  }

  #toEnglish(name: string, english: string, source: string, lang: Lang): string | undefined {
    if (containsTerm(source, name)) return undefined;
    if ((this.#forms.get(name) ?? []).some((form) => source.includes(form))) return name;
    if (katakanaOf(source).some((form) => soundsLike(form, name))) return name;
    return lang === 'ja' ? this.#japanese(name, source) : this.#chinese(name, english, source);
  }

  /** A run of kanji that is read as the reference has it. */
  #japanese(name: string, source: string): string | undefined {
    for (const [run] of source.matchAll(/[\p{Script=Han}々ヶ]{2,}/gu)) {
      for (let at = 0; at < run.length - 1; at += 1) {
        for (let end = at + 2; end <= Math.min(run.length, at + 4); end += 1) {
          const readings = this.#table.spellings(run.slice(at, end), ['S', 's', 'g']) ?? [];
          if (readings.includes(name)) return name;
        }
      }
    }
    return undefined;
  }

  /** Two or three characters whose pinyin is the name with its neighbour in the reference: Mao Zedong, Xi'an. */
  #chinese(name: string, english: string, source: string): string | undefined {
    for (const [run] of source.matchAll(/\p{Script=Han}{2,}/gu)) {
      for (let at = 0; at < run.length - 1; at += 1) {
        const [first = '', second = '', third = ''] = this.#pinyin(run.slice(at, at + 3));
        if (first === '' || second === '') continue;
        const full = [`${capital(first)} ${capital(second + third)}`, `${capital(first)} ${capital(second)}`];
        const place = [capital(first + second), capital(first + second + third)];
        const person = full.find((it) => it.startsWith(`${name} `) && english.includes(it));
        if (person !== undefined) return `${person}|${person.split(' ').reverse().join(' ')}`;
        if (name !== 'Fapiao' && place.includes(name) && first.length + second.length > 4) return name;
      }
    }
    return undefined;
  }
}

/** Words in katakana; the parts of a name are parted by a dot. */
function katakanaOf(text: string): string[] {
  return text.match(/[\p{Script=Katakana}ー]{2,}/gu) ?? [];
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
