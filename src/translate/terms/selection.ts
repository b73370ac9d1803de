import { LRUCache } from 'lru-cache';
import type { Lang } from '../../lang.js';
import { workerTask } from '../../workers/task.js';
import { unlessBusy } from '../../workers/unless-busy.js';
import type { WorkerPool } from '../../workers/worker-pool.js';
import type { TermEntry, TermSource } from '../pipeline.js';
import { type CompiledTerms, compileTerms, SEPARATOR, type TermLanguages, TIERS } from './compiled-terms.js';
import { inOrder } from './in-order.js';
import { type Lexicon, readLexicon } from './lexicon.js';
import { type TermFinder, TermMatcher } from './matcher.js';

/** Terms in all matchers that are kept. */
const TERMS_KEPT = 300_000;
/** Up to so many terms are compiled where they are, in some milliseconds. */
const MAX_OWN_TERMS = 500;
/** A hundred thousand English terms take some seconds. */
const COMPILE = workerTask<typeof import('./compile.task.js').run>(
  'terms',
  new URL('./compile.task.js', import.meta.url),
  { timeLimitMs: 60_000 },
);

export interface TermListOptions {
  /** A list longer than this is kept alone. */
  readonly termsKept?: number;
  /** Threads that compile long lists; without them all are compiled in the calling thread. */
  readonly workers?: WorkerPool | undefined;
}

/** Term lists compiled once per version and direction, and shared by all requests that use them. */
export class TermLists {
  readonly #compiled: LRUCache<string, TermMatcher>;
  /** Under way: requests that come together wait for one compilation. */
  readonly #compiling = new Map<string, Promise<TermMatcher>>();
  readonly #workers: WorkerPool | undefined;
  #lexicon: Promise<Lexicon> | undefined;

  constructor({ termsKept = TERMS_KEPT, workers }: TermListOptions = {}) {
    this.#workers = workers;
    this.#compiled = new LRUCache({
      maxSize: termsKept,
      // By weight: one user's short list must not cost another the glossary of a hundred thousand terms.
      sizeCalculation: ({ size }) => Math.min(size + 1, termsKept),
    });
  }

  /** The matcher for a request's terms, or undefined when it has none. */
  async matcher(source: TermSource | undefined, from: Lang, to: Lang): Promise<TermFinder | undefined> {
    if (source === undefined) return undefined;
    const own = await this.#own(source, from, to);
    const behind = await this.matcher(source.behind, from, to);
    return own === undefined || behind === undefined ? (own ?? behind) : inOrder(own, behind);
  }

  async #own(source: TermSource, from: Lang, to: Lang): Promise<TermFinder | undefined> {
    const key = JSON.stringify([source.version, from, to]);
    const matcher = this.#compiled.get(key) ?? (await this.#compile(key, source, from, to));
    return matcher.size === 0 ? undefined : matcher;
  }

  #compile(key: string, source: TermSource, from: Lang, to: Lang): Promise<TermMatcher> {
    const compiling =
      this.#compiling.get(key) ??
      Promise.all([source.load(from, to), this.#words()])
        .then(async ([entries, lexicon]) => {
          const languages = { from, to, lexicon };
          const matcher = new TermMatcher(entries, languages, await this.#automaton(entries, languages));
          this.#compiled.set(key, matcher);
          return matcher;
        })
        // A list that could not be read is read again next time.
        .finally(() => this.#compiling.delete(key));
    this.#compiling.set(key, compiling);
    return compiling;
  }

  async #automaton(entries: readonly TermEntry[], languages: TermLanguages): Promise<CompiledTerms> {
    if (this.#workers === undefined || entries.length <= MAX_OWN_TERMS)
      return compileTerms(entries, languages);
    const { from, to } = languages;
    const texts = (of: (entry: TermEntry) => string): string => entries.map(of).join(SEPARATOR);
    const request = {
      from,
      to,
      fromTexts: texts(({ fromText }) => fromText),
      toTexts: texts(({ toText }) => toText),
      tiers: Uint8Array.from(entries, ({ tier }) => TIERS.indexOf(tier)),
    };
    return await unlessBusy(this.#workers.run(COMPILE, request));
  }

  /** The word lists, read when the first list of terms is compiled. */
  #words(): Promise<Lexicon> {
    this.#lexicon ??= readLexicon();
    return this.#lexicon;
  }

  close(): void {
    this.#compiled.clear();
  }
}
