import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { lazily } from '../../../base/lazily.js';
import { HanForms } from './han-forms.js';
import { withUsualReading } from './usual-readings.js';

/** `S` surname with its usual reading, `s` rare surname, `g` given name, `k` name in katakana, `l` first name in Latin letters, `z` Chinese form of a Latin name. */
export type NameKind = 'S' | 's' | 'g' | 'k' | 'l' | 'z';

export interface Name {
  readonly kind: NameKind;
  /** Latin spellings, the usual one first. */
  readonly spellings: readonly string[];
}

const FOLDER = new URL('../../../../assets/names/', import.meta.url);
const decompress = promisify(brotliDecompress);
const CHINESE = '\tz\t';
/** Words that dictionaries write in capitals are no names: 总经理 CEO, 取款机 ATM, 博士学位 PhD. */
const ACRONYM = /^(?:\p{Lu}{2}|PhD|Ltd|Corp|Inc)/u;

/**
 * Names with their Latin spelling, and the English words that are none. Both lists stay one sorted text each, searched by
 * halves: as maps they would take ten times the memory.
 */
export class NameTable {
  readonly #names: SortedLines;
  readonly #words: SortedLines;
  readonly #chinese = new Map<string, readonly string[]>();

  readonly #loanwords: SortedLines;
  /** For names in Chinese characters. */
  readonly hanForms = new HanForms();

  constructor(names: string, words: string, loanwords = '') {
    this.#loanwords = new SortedLines(loanwords);
    this.#names = new SortedLines(names);
    this.#words = new SortedLines(words);
    // Few enough for a map, and asked for at every character of a Chinese text.
    for (let at = names.indexOf(CHINESE); at !== -1; at = names.indexOf(CHINESE, at + 1)) {
      const end = names.indexOf('\n', at);
      const spellings = names.slice(at + CHINESE.length, end === -1 ? names.length : end);
      const accepted = spellings.split('|').filter((spelling) => !ACRONYM.test(spelling));
      if (accepted.length > 0) this.#chinese.set(names.slice(names.lastIndexOf('\n', at) + 1, at), accepted);
    }
  }

  /** The Latin spellings of a name in Chinese characters, or undefined. */
  chinese(written: string): readonly string[] | undefined {
    return this.#chinese.get(written);
  }

  /** Reads the lists from the package, once; some tenths of a second, most of it off the main thread. */
  static readonly read = lazily(async (): Promise<NameTable> => {
    const [names, words, loanwords] = await Promise.all(
      ['names.txt.br', 'english-words.txt.br', 'loanwords.txt.br'].map(async (file) => {
        const packed = await readFile(fileURLToPath(new URL(file, FOLDER)));
        return (await decompress(packed)).toString('utf8');
      }),
    );
    return new NameTable(names ?? '', words ?? '', loanwords ?? '');
  });

  find(written: string): Name[] {
    return this.#names.startingWith(`${written}\t`).flatMap((line) => {
      const [, kind = '', spellings = ''] = line.split('\t');
      if (!isKind(kind)) return [];
      return [{ kind, spellings: withUsualReading(written, spellings.split('|')) }];
    });
  }

  /** The Latin spellings of a name of one of these kinds, or undefined. */
  spellings(written: string, kinds: readonly NameKind[]): readonly string[] | undefined {
    const found = this.find(written);
    for (const kind of kinds) {
      const name = found.find((it) => it.kind === kind);
      if (name !== undefined) return name.spellings;
    }
    return undefined;
  }

  /** The English word that a word in katakana is: サンプル sample. */
  loanword(katakana: string): string | undefined {
    return this.#loanwords.startingWith(`${katakana}\t`)[0]?.split('\t')[1];
  }

  /** Whether an English first name is written so: Sarah, John. */
  isFirstName(word: string): boolean {
    return this.spellings(word, ['l']) !== undefined;
  }

  /** Whether a dictionary knows an English word. */
  knowsWord(word: string): boolean {
    const lower = word.toLowerCase();
    return this.#words.startingWith(lower).includes(lower);
  }
}

function isKind(kind: string): kind is NameKind {
  return kind === 'S' || kind === 's' || kind === 'g' || kind === 'k' || kind === 'l' || kind === 'z';
}

/** Sorted lines in one string, with the offset of each. */
class SortedLines {
  readonly #text: string;
  readonly #starts: Uint32Array;

  constructor(text: string) {
    this.#text = text;
    const starts: number[] = text === '' ? [] : [0];
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    this.#starts = Uint32Array.from(starts);
  }

  startingWith(prefix: string): string[] {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const start = this.#starts[middle] ?? 0;
      if (this.#text.slice(start, start + prefix.length) < prefix) low = middle + 1;
      else high = middle;
    }
    const lines: string[] = [];
    for (; low < this.#starts.length; low += 1) {
      const start = this.#starts[low] ?? 0;
      if (!this.#text.startsWith(prefix, start)) break;
      const end = this.#starts[low + 1];
      lines.push(this.#text.slice(start, end === undefined ? this.#text.length : end - 1));
      if (lines.length >= MOST_LINES) break;
    }
    return lines;
  }
}

/** A name has at most one line of each kind; a word that many others begin with need not be read to its end. */
const MOST_LINES = 8;
