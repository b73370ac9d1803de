import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';
import { lazily } from '../../base/lazily.js';

/** At the same distance from the source and from the compiled file. */
const FILE = fileURLToPath(new URL('../../../assets/terms/lexicon.txt.br', import.meta.url));
const decompress = promisify(brotliDecompress);

/** What is known of words: see `assets/terms/README.md`. */
export interface Lexicon {
  /** English words that are noun and verb. */
  readonly both: ReadonlySet<string>;
  /** English words that are a verb and no noun. */
  readonly verbs: ReadonlySet<string>;
  /** English adjectives that are neither noun nor verb. */
  readonly adjectives: ReadonlySet<string>;
  /** English words that mean the same as noun and as verb: an update, to update. */
  readonly same: ReadonlySet<string>;
  /** Irregular forms by lemma. */
  readonly nounForms: ReadonlyMap<string, readonly string[]>;
  readonly verbForms: ReadonlyMap<string, readonly string[]>;
  /** Japanese verbs in る that conjugate as godan. */
  readonly godan: ReadonlySet<string>;
  /** Japanese and Chinese words that are nothing but a noun, or nothing but a verb. */
  readonly nounTargets: ReadonlySet<string>;
  readonly verbTargets: ReadonlySet<string>;
}

/** Reads the word lists; a tenth of a second, once. */
export const readLexicon = lazily(async (): Promise<Lexicon> => {
  const text = (await decompress(await readFile(FILE))).toString('utf8');
  const sets = new Map<string, Set<string>>();
  const forms = new Map<string, Map<string, string[]>>();
  // Lines of one kind stand together.
  for (let at = 0; at < text.length; ) {
    const prefix = text.slice(at, text.indexOf('\t', at) + 1);
    const kind = prefix.slice(0, -1);
    const words = new Set<string>();
    const lemmas = new Map<string, string[]>();
    for (; text.startsWith(prefix, at); ) {
      const newline = text.indexOf('\n', at);
      const end = newline === -1 ? text.length : newline;
      const [word = '', lemma] = text.slice(at + prefix.length, end).split('\t');
      if (lemma === undefined) words.add(word);
      else lemmas.set(lemma, [...(lemmas.get(lemma) ?? []), word]);
      at = end + 1;
    }
    sets.set(kind, words);
    forms.set(kind, lemmas);
  }
  const set = (kind: string): ReadonlySet<string> => sets.get(kind) ?? new Set();
  return {
    both: set('both'),
    verbs: set('verb'),
    adjectives: set('adjective'),
    same: set('same'),
    nounForms: forms.get('noun-form') ?? new Map(),
    verbForms: forms.get('verb-form') ?? new Map(),
    godan: set('godan'),
    nounTargets: set('noun-target'),
    verbTargets: set('verb-target'),
  };
});
