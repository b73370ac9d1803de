import { LRUCache } from 'lru-cache';
import type { Lang } from '../../lang.js';
import type { TermSource } from '../pipeline.js';
import { inOrder } from './in-order.js';
import { type Lexicon, readLexicon } from './lexicon.js';
import { type TermFinder, TermMatcher } from './matcher.js';

/** Terms in all matchers that are kept; a compiled term takes some kilobyte. */
const TERMS_KEPT = 300_000;

/** Term lists compiled once per version and direction, and shared by all requests that use them. */
export class TermLists {
  readonly #compiled: LRUCache<string, TermMatcher>;
  /** Under way: requests that come together wait for one compilation. */
  readonly #compiling = new Map<string, Promise<TermMatcher>>();
  #lexicon: Promise<Lexicon> | undefined;

  /** @param termsKept a list longer than this is kept alone */
  constructor(termsKept = TERMS_KEPT) {
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
        .then(([entries, lexicon]) => {
          const matcher = new TermMatcher(entries, { from, to, lexicon });
          this.#compiled.set(key, matcher);
          return matcher;
        })
        // A list that could not be read is read again next time.
        .finally(() => this.#compiling.delete(key));
    this.#compiling.set(key, compiling);
    return compiling;
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
