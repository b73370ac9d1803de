import type { Lang } from '../../lang.js';
import type { TermSource } from '../port.js';
import { TermMatcher } from './matcher.js';

/** Compiled matchers kept at once; a list of 10,000 terms takes some 10 MB. */
const MATCHERS_KEPT = 64;

/** Term lists compiled once per version and direction, and shared by all requests that use them. */
export class TermLists {
  readonly #compiled = new Map<string, Promise<TermMatcher>>();

  /** The matcher for a request's terms, or undefined when it has none. */
  async matcher(source: TermSource | undefined, from: Lang, to: Lang): Promise<TermMatcher | undefined> {
    if (source === undefined) return undefined;
    const key = JSON.stringify([source.version, from, to]);
    const known = this.#compiled.get(key);
    const compiling = known ?? source.load(from, to).then((entries) => new TermMatcher(entries));
    // Set again on every use: the map's order is then the order of last use.
    this.#compiled.delete(key);
    this.#compiled.set(key, compiling);
    if (this.#compiled.size > MATCHERS_KEPT) {
      const [oldest] = this.#compiled.keys();
      if (oldest !== undefined) this.#compiled.delete(oldest);
    }
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
