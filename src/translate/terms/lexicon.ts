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
  /** Lemmas by irregular plural: tooth of teeth. */
  readonly nounLemmas: ReadonlyMap<string, string>;
  /** Japanese verbs in る that conjugate as godan. */
  readonly godan: ReadonlySet<string>;
  /** Japanese and Chinese words that are nothing but a noun, or nothing but a verb. */
  readonly nounTargets: ReadonlySet<string>;
  readonly verbTargets: ReadonlySet<string>;
}

/** Reads the word lists; a tenth of a second, once. */
export const readLexicon = lazily(async (): Promise<Lexicon> => {
  const text = (await decompress(await readFile(FILE))).toString('utf8');
  const sets = new Map<string, ReadonlySet<string>>();
  const forms = new Map<string, ReadonlyMap<string, readonly string[]>>();
  // Lines of one kind stand together.
  for (let at = 0; at < text.length; ) {
    const kind = text.slice(at, text.indexOf('\t', at));
    const between = `\n${kind}\t`;
    const newline = text.indexOf('\n', Math.max(at, text.lastIndexOf(between) + 1));
    const end = newline === -1 ? text.length : newline;
    const rows = text.slice(at + kind.length + 1, end).split(between);
    if (kind.endsWith('-form')) forms.set(kind, byLemma(rows));
    else sets.set(kind, new Set(rows));
    at = end + 1;
  }
  const set = (kind: string): ReadonlySet<string> => sets.get(kind) ?? new Set();
  const nounForms = forms.get('noun-form') ?? new Map<string, readonly string[]>();
  return {
    both: set('both'),
    verbs: set('verb'),
    adjectives: set('adjective'),
    same: set('same'),
    nounForms,
    nounLemmas: lemmasOf(nounForms),
    verbForms: forms.get('verb-form') ?? new Map(),
    godan: set('godan'),
    nounTargets: set('noun-target'),
    verbTargets: set('verb-target'),
  };
});

function lemmasOf(forms: ReadonlyMap<string, readonly string[]>): ReadonlyMap<string, string> {
  return new Map([...forms].flatMap(([lemma, plurals]) => plurals.map((plural) => [plural, lemma] as const)));
}

/** Of rows with a form and its lemma. */
function byLemma(rows: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const forms = new Map<string, string[]>();
  for (const row of rows) {
    const [form = '', lemma = ''] = row.split('\t');
    forms.set(lemma, [...(forms.get(lemma) ?? []), form]);
  }
  return forms;
}
