import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompress } from 'node:zlib';

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

/** Where there are no terms, nothing has to be known of words. */
export const NO_WORDS: Lexicon = {
  both: new Set(),
  verbs: new Set(),
  adjectives: new Set(),
  same: new Set(),
  nounForms: new Map(),
  verbForms: new Map(),
  godan: new Set(),
  nounTargets: new Set(),
  verbTargets: new Set(),
};

/** Reads the word lists; a tenth of a second, once. */
export async function readLexicon(): Promise<Lexicon> {
  const text = (await decompress(await readFile(FILE))).toString('utf8');
  const sets = new Map<string, Set<string>>();
  const forms = new Map<string, Map<string, string[]>>();
  for (const line of text.split('\n')) {
    const [kind = '', word = '', lemma] = line.split('\t');
    if (lemma === undefined) sets.set(kind, (sets.get(kind) ?? new Set()).add(word));
    else {
      const ofKind = forms.get(kind) ?? new Map<string, string[]>();
      ofKind.set(lemma, [...(ofKind.get(lemma) ?? []), word]);
      forms.set(kind, ofKind);
    }
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
}
