import { LRUCache } from 'lru-cache';
import type { Lang } from '../../lang.js';
import type { TermSource } from '../port.js';
import { TermMatcher } from './matcher.js';

/** Compiled matchers kept at once; a list of 10,000 terms takes some 10 MB. */
const MATCHERS_KEPT = 64;

/** Term lists compiled once per version and direction, and shared by all requests that use them. */
export class TermLists {
  readonly #compiled = new LRUCache<string, Promise<TermMatcher>>({ max: MATCHERS_KEPT });

  /** The matcher for a request's terms, or undefined when it has none. */
  async matcher(source: TermSource | undefined, from: Lang, to: Lang): Promise<TermMatcher | undefined> {
    if (source === undefined) return undefined;
    const key = JSON.stringify([source.version, from, to]);
    const compiling = this.#compiled.get(key) ?? compile(source, from, to);
    this.#compiled.set(key, compiling);
    try {
      const matcher = await compiling;
      return matcher.size === 0 ? undefined : matcher;
    } catch (error) {
      // A list that could not be read is read again next time.
      this.#compiled.delete(key);
      throw error;
    }
  }

  close(): void {
    this.#compiled.clear();
  }
}

async function compile(source: TermSource, from: Lang, to: Lang): Promise<TermMatcher> {
  return new TermMatcher(await source.load(from, to));
}
