import { LRUCache } from 'lru-cache';
import type { Lang } from '../../base/lang.js';
import { threadTask } from '../../threads/task.js';
import type { ThreadPool } from '../../threads/thread-pool.js';
import { unlessBusy } from '../../threads/unless-busy.js';
import type { PipelineMetrics, TermEntry, TermList, TermSource } from '../pipeline-types.js';
import { type CompiledTerms, compileTerms, SEPARATOR, type TermLanguages, TIERS } from './compiled-terms.js';
import { inOrder } from './in-order.js';
import { joinedTerms } from './joined-terms.js';
import { type Lexicon, readLexicon } from './lexicon.js';
import { type TermFinder, TermMatcher } from './matcher.js';
import { TermBase } from './term-base.js';

/** Terms in all matchers that are kept. */
const TERMS_KEPT = 300_000;
/** Up to so many terms are compiled where they are, in some milliseconds. */
const MAX_OWN_TERMS = 500;
/** Of the terms of a list: when more have changed it is compiled anew before it is used. */
const MOST_CHANGED = 0.1;
/** A hundred thousand English terms take some seconds. */
const COMPILE = threadTask<typeof import('./compile.task.js').run>(
  'terms',
  new URL('./compile.task.js', import.meta.url),
  { timeLimitMs: 60_000 },
);

export interface TermListOptions {
  /** A list longer than this is kept alone. */
  readonly termsKept?: number;
  /** Threads that compile long lists; without them all are compiled in the calling thread. */
  readonly threadPool?: ThreadPool | undefined;
  readonly metrics?: Pick<PipelineMetrics, 'add'> | undefined;
}

type Direction = Pick<TermLanguages, 'from' | 'to'>;

/** A list as it was last compiled for one direction. */
interface Kept {
  readonly version: string;
  readonly entries: readonly TermEntry[];
  readonly compiled: CompiledTerms;
  readonly matcher: TermMatcher;
  readonly base: TermBase;
}

/** Whether a request waits for a compilation, or none has come yet. */
type Wanted = 'now' | 'ahead';

/**
 * Term lists compiled once per version and direction, and shared by all requests that use them. After a few changes of a
 * long list only what changed is compiled; when that has become much, the whole list is, while requests use what there is.
 */
export class TermLists {
  readonly #kept: LRUCache<string, Kept>;
  /** Several lists as one, for the requests that use these together. */
  readonly #joined: LRUCache<string, TermMatcher>;
  /** Under way: requests that come together wait for one compilation. */
  readonly #compiling = new Map<string, Promise<Kept>>();
  /** Lists that are compiled anew in the background. */
  readonly #rebuilding = new Set<string>();
  readonly threadPool: ThreadPool | undefined;
  readonly #metrics: Pick<PipelineMetrics, 'add'> | undefined;
  readonly #termsKept: number;

  constructor({ termsKept = TERMS_KEPT, threadPool, metrics }: TermListOptions = {}) {
    this.threadPool = threadPool;
    this.#metrics = metrics;
    this.#termsKept = termsKept;
    this.#kept = new LRUCache({
      maxSize: termsKept,
      // By weight: one user's short list must not cost another the glossary of a hundred thousand terms.
      sizeCalculation: ({ matcher }) => Math.min(matcher.size + 1, termsKept),
    });
    this.#joined = new LRUCache({
      maxSize: termsKept,
      sizeCalculation: (matcher) => Math.min(matcher.size, termsKept),
    });
  }

  /** Terms that can be compiled before any list has to go. */
  get room(): number {
    return this.#termsKept - this.#kept.calculatedSize;
  }

  /** Compiles a list that nobody has asked for yet, so that whoever asks first does not wait. */
  async compileAhead(list: TermList, from: Lang, to: Lang): Promise<void> {
    await this.#list(list, from, to, 'ahead');
  }

  /** The matcher for a request's terms, or undefined when it has none. */
  async matcher(source: TermSource | undefined, from: Lang, to: Lang): Promise<TermFinder | undefined> {
    if (source === undefined) return undefined;
    const own = await this.#own(source.lists, from, to);
    const behind = await this.matcher(source.behind, from, to);
    return own === undefined || behind === undefined ? (own ?? behind) : inOrder(own, behind);
  }

  async #own(lists: readonly TermList[], from: Lang, to: Lang): Promise<TermFinder | undefined> {
    const kept = await Promise.all(lists.map((list) => this.#list(list, from, to, 'now')));
    const filled = kept.filter(({ matcher }) => matcher.size > 0);
    if (filled.length <= 1) return filled[0]?.matcher;
    const key = JSON.stringify([filled.map(({ version }) => version), from, to]);
    const known = this.#joined.get(key);
    if (known !== undefined) return known;
    const { entries, compiled } = joinedTerms(filled);
    const matcher = new TermMatcher(entries, { from, to, lexicon: await readLexicon() }, compiled);
    this.#joined.set(key, matcher);
    return matcher;
  }

  #list(list: TermList, from: Lang, to: Lang, wanted: Wanted): Kept | Promise<Kept> {
    const label = JSON.stringify([list.list ?? list.version, from, to]);
    const kept = this.#kept.get(label);
    return kept?.version === list.version ? kept : this.#next(label, list, { from, to }, wanted);
  }

  #next(label: string, list: TermList, direction: Direction, wanted: Wanted): Promise<Kept> {
    const key = JSON.stringify([label, list.version]);
    const compiling =
      this.#compiling.get(key) ??
      list
        .load(direction.from, direction.to)
        .then(async (entries) => {
          const next = await this.#compile(label, list.version, entries, direction, wanted);
          this.#kept.set(label, next);
          return next;
        })
        // A list that could not be read is read again next time.
        .finally(() => this.#compiling.delete(key));
    this.#compiling.set(key, compiling);
    return compiling;
  }

  async #compile(
    list: string,
    version: string,
    entries: readonly TermEntry[],
    direction: Direction,
    wanted: Wanted,
  ): Promise<Kept> {
    const kept = this.#kept.get(list);
    if (kept?.entries === entries) return { ...kept, version };
    if (entries.length === 0) return nothing(version);
    const whole = (when = wanted) => this.#whole(version, entries, direction, when);
    if (kept === undefined || entries.length <= MAX_OWN_TERMS) return await whole();
    const changes = kept.base.changes(entries, entries.length * MOST_CHANGED);
    if (changes === undefined) return await whole();
    const [recent, lexicon] = await this.#compiled(changes.added, direction);
    if (changes.count > MAX_OWN_TERMS) this.#rebuild(list, () => whole('ahead'));
    const compiled = kept.base.changed(changes, recent);
    const matcher = new TermMatcher(entries, { ...direction, lexicon }, compiled);
    return { version, entries, compiled, matcher, base: kept.base };
  }

  async #whole(
    version: string,
    entries: readonly TermEntry[],
    direction: Direction,
    wanted: Wanted,
  ): Promise<Kept> {
    const [compiled, lexicon] = await this.#compiled(entries, direction);
    const matcher = new TermMatcher(entries, { ...direction, lexicon }, compiled);
    if (entries.length > MAX_OWN_TERMS)
      this.#metrics?.add(wanted === 'now' ? 'term_lists_compiled' : 'term_lists_compiled_ahead', 1);
    return { version, entries, compiled, matcher, base: new TermBase(entries, compiled) };
  }

  /** What changes meanwhile is laid over the new base by the next request. */
  #rebuild(list: string, whole: () => Promise<Kept>): void {
    if (this.#rebuilding.has(list)) return;
    this.#rebuilding.add(list);
    whole()
      .then(
        (kept) => this.#kept.set(list, kept),
        // The threads are busy or the service stops: the next change tries again.
        () => undefined,
      )
      .finally(() => this.#rebuilding.delete(list));
  }

  /** The terms, and the word lists of this thread, which are read while another compiles. */
  async #compiled(
    entries: readonly TermEntry[],
    direction: Direction,
  ): Promise<readonly [CompiledTerms, Lexicon]> {
    const reading = readLexicon();
    if (this.threadPool === undefined || entries.length <= MAX_OWN_TERMS) {
      const lexicon = await reading;
      return [compileTerms(entries, { ...direction, lexicon }), lexicon];
    }
    const texts = (of: (entry: TermEntry) => string): string => entries.map(of).join(SEPARATOR);
    const request = {
      ...direction,
      fromTexts: texts(({ fromText }) => fromText),
      toTexts: texts(({ toText }) => toText),
      tiers: Uint8Array.from(entries, ({ tier }) => TIERS.indexOf(tier)),
    };
    return await Promise.all([unlessBusy(this.threadPool.run(COMPILE, request)), reading]);
  }

  close(): void {
    this.#kept.clear();
    this.#joined.clear();
  }
}

/** Most users have no terms: nothing has to be read or known for those. */
function nothing(version: string): Kept {
  const compiled = compileTerms([]);
  return {
    version,
    entries: [],
    compiled,
    matcher: new TermMatcher([], undefined, compiled),
    base: new TermBase([], compiled),
  };
}
