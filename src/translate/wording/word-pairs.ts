import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Lang } from '../../base/lang.js';
import { lazily } from '../../base/lazily.js';

/** At the same distance from the source and from the compiled file. */
const FILE = fileURLToPath(new URL('../../../assets/words/pairs.bin', import.meta.url));
/** Languages of the pairs, in the order in which a pair names them. */
const LANGS: readonly Lang[] = ['en', 'ja', 'zh-CN'];
/** A text of more characters is no word of a dictionary. */
export const LONGEST_WORD = 40;

/**
 * Words and short labels with their translations, as dictionaries and written text have them: enough to say which of several
 * translations is a known one, and no translation is taken from it. Pairs are kept as numbers of 32 bits in order; of two
 * thousand unknown pairs less than one is taken for known.
 */
export class WordPairs {
  readonly #hashes: Uint32Array;

  constructor(hashes: Uint32Array) {
    this.#hashes = hashes;
  }

  /** Reads the pairs from the package, once. */
  static readonly read = lazily(async (): Promise<WordPairs> => {
    const bytes = await readFile(FILE);
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const hashes = new Uint32Array(bytes.length / 4);
    for (let at = 0; at < hashes.length; at += 1) hashes[at] = view.getUint32(4 * at, true);
    return new WordPairs(hashes);
  });

  has(from: Lang, source: string, to: Lang, target: string): boolean {
    if (source.length > LONGEST_WORD || target.length > LONGEST_WORD) return false;
    const sources = wordForms(source, from);
    return wordForms(target, to).some((form) =>
      sources.some((word) => this.#has(pairHash(from, word, to, form))),
    );
  }

  #has(hash: number): boolean {
    let low = 0;
    let high = this.#hashes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#hashes[middle] ?? 0) < hash) low = middle + 1;
      else high = middle;
    }
    return this.#hashes[low] === hash;
  }
}

/** A word in the forms under which a dictionary may have it: without case, final marks, and what stands beside a word alone. */
export function wordForms(text: string, lang: Lang): readonly string[] {
  const word = text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s.。!！?？:：]+$/u, '')
    .trim();
  if (lang === 'en') {
    const bare = word.replace(/^(?:to be|to|the|an|a) /u, '');
    return distinct([bare, bare.replace(/(?<=..)s$/u, ''), bare.replace(/(?<=..)es$/u, '')]);
  }
  if (lang === 'ja') return distinct([word, word.replace(/(?<=.)(?:です|する|します|な)$/u, '')]);
  return distinct([word, word.replace(/(?<=..)[的了]$/u, '')]);
}

/** The number of a pair, whichever of its languages is the source. */
export function pairHash(from: Lang, source: string, to: Lang, target: string): number {
  const isInOrder = LANGS.indexOf(from) < LANGS.indexOf(to);
  const [first, second] = isInOrder ? [source, target] : [target, source];
  const langs = isInOrder ? `${from} ${to}` : `${to} ${from}`;
  // FNV-1a, over units of UTF-16.
  let hash = 0x811c9dc5;
  for (const unit of `${langs}\t${first}\t${second}`) {
    hash = Math.imul(hash ^ (unit.codePointAt(0) ?? 0), 0x01000193);
  }
  return hash >>> 0;
}

function distinct(words: readonly string[]): readonly string[] {
  return [...new Set(words)].filter((word) => word !== '');
}
