import { sql } from 'drizzle-orm';
import type { OrganizationId } from '../../base/ids.js';
import type { Lang } from '../../base/lang.js';
import type { Store } from '../../store/store.js';
import { threadTask } from '../../threads/task.js';
import type { ThreadPool } from '../../threads/thread-pool.js';
import { unlessBusy } from '../../threads/unless-busy.js';
import { EntryChanges, MOST_CHANGED, type Standing } from '../entries/entry-changes.js';
import type { ListOwner } from '../entries/entry-owner.js';
import { RenewedCache } from '../entries/renewed-cache.js';
import { NearIndex } from './near-index.js';
import { buildSegment, NearSegment, type NearSegmentData, type PairPage, pageOf } from './near-segment.js';

/** One phrase-pair dictionary at one version. */
export interface PhraseList {
  readonly dictionaryId: number;
  readonly version: number;
}

/** Pairs of one dictionary from one language to another. */
interface Direction extends ListOwner {
  readonly kind: 'phrase-dictionary';
  readonly from: Lang;
  readonly to: Lang;
}

interface PairRow {
  readonly id: number;
  readonly fromText: string;
  readonly toText: string;
}

/** An index in memory. */
interface Kept extends Standing {
  readonly index: NearIndex;
  readonly built: NearSegment;
  /** Since it was built, by id; undefined: gone. */
  readonly changed: ReadonlyMap<number, PairRow | undefined>;
  readonly bytes: number;
}

/** Of a larger dictionary the newest pairs are searched for near matches; exact ones are always found. */
const MOST_PAIRS = 100_000;
/** Of sources, likewise: some 10 bytes each in memory. */
const MOST_CHARS = 20_000_000;
/** In all indexes of this process; the largest takes most of it. */
const MOST_BYTES = 256 * 1024 ** 2;
/** Pairs read at a time: a few milliseconds of the event loop. */
const PAGE_PAIRS = 2_000;
/** With more changed pairs than this an index is built anew while requests go on with what there is. */
const MANY_CHANGED = MOST_CHANGED / 2;
/** So few are indexed where they are, in a millisecond; handing them over would cost as much. */
const OWN_PAIRS = 64;

const BUILD = threadTask<typeof import('./near-segment.task.js').run>(
  'near-match index',
  new URL('./near-segment.task.js', import.meta.url),
  { timeLimitMs: 120_000 },
);

/**
 * Indexes of near matches. One is built in a thread when it is first asked for, and whoever asks waits for it.
 * After a change only the pairs that changed are read and searched beside it; when they have become many, it is built
 * anew while requests go on. Large ones are built one after the other, so that a thread is left for small ones.
 */
export class NearIndexes {
  readonly #store: Store;
  readonly #changes: EntryChanges;
  readonly threadPool: Pick<ThreadPool, 'run'>;
  readonly #kept = new RenewedCache<Kept>({ maxSize: MOST_BYTES, sizeOf: ({ bytes }) => bytes });
  readonly #rebuilding = new Set<string>();
  /** Large ones are built behind this promise. */
  #inTurn: Promise<unknown> = Promise.resolve();

  constructor(store: Store, threadPool: Pick<ThreadPool, 'run'>) {
    this.#store = store;
    this.#changes = new EntryChanges(store);
    this.threadPool = threadPool;
  }

  /** The index at this version of the list, or a later one. */
  async of(orgId: OrganizationId, list: PhraseList, from: Lang, to: Lang): Promise<NearIndex> {
    const direction: Direction = { kind: 'phrase-dictionary', orgId, listId: list.dictionaryId, from, to };
    const key = `${orgId} ${list.dictionaryId} ${from} ${to}`;
    const { index, changed } = await this.#kept.get(key, list.version, (before) =>
      this.#next(before, direction),
    );
    if (changed.size > MANY_CHANGED && !this.#rebuilding.has(key)) void this.#rebuild(key, direction);
    return index;
  }

  async #next(before: Kept | undefined, direction: Direction): Promise<Kept> {
    const changed = before && (await this.#withChanges(before, direction));
    return changed ?? (await this.#build(direction));
  }

  /** Beside requests. What changes meanwhile is read by the next of them. */
  async #rebuild(key: string, direction: Direction): Promise<void> {
    this.#rebuilding.add(key);
    try {
      this.#kept.set(key, await this.#build(direction));
    } catch {
      // The next request tries again, and the one that cannot do without it is told.
    } finally {
      this.#rebuilding.delete(key);
    }
  }

  async #build(direction: Direction): Promise<Kept> {
    const standing = await this.#changes.standing(direction);
    const built = new NearSegment(await this.#segment(await this.#pages(direction)));
    const index = new NearIndex(built);
    return { ...standing, built, index, changed: new Map(), bytes: built.bytes };
  }

  /** Undefined when too much has changed. */
  async #withChanges(before: Kept, direction: Direction): Promise<Kept | undefined> {
    const standing = await this.#changes.standing(direction);
    const ids = await this.#changes.between(direction, before.position, standing.position);
    if (ids === undefined) return undefined;
    if (ids.size === 0) return { ...before, ...standing };
    const { built } = before;
    const changed = new Map(before.changed);
    const rows = new Map((await this.#rows(direction, ids)).map((row) => [row.id, row]));
    for (const id of ids) {
      // Pairs of other languages are none of ours.
      if (rows.has(id) || changed.has(id) || built.placeOf(id) !== undefined) changed.set(id, rows.get(id));
    }
    if (changed.size > MOST_CHANGED) return undefined;
    const present = [...changed.values()].filter((row) => row !== undefined).sort((a, b) => b.id - a.id);
    const segment = new NearSegment(await this.#segment([pageOf(present)]));
    const index = new NearIndex(built, { segment, ids: changed.keys() }, MOST_PAIRS);
    return { ...standing, built, index, changed, bytes: built.bytes + built.size + segment.bytes };
  }

  async #segment(pages: readonly PairPage[]): Promise<NearSegmentData> {
    const pairs = pages.reduce((sum, { ids }) => sum + ids.length, 0);
    if (pairs <= OWN_PAIRS) return buildSegment(pages);
    const build = () => this.threadPool.run(BUILD, pages);
    return await unlessBusy(pairs > MOST_CHANGED ? this.#afterOthers(build) : build());
  }

  #afterOthers<Result>(work: () => Promise<Result>): Promise<Result> {
    const result = this.#inTurn.then(work);
    this.#inTurn = result.catch(() => undefined);
    return result;
  }

  #rows({ orgId, listId, from, to }: Direction, ids: ReadonlySet<number>): Promise<readonly PairRow[]> {
    return this.#store.prepared<PairRow>(
      'phrases_by_id',
      sql`select id::float8 as id, from_text as "fromText", to_text as "toText" from phrase_pairs
          where id = any(${sql.param([...ids])}::bigint[]) and org_id = ${orgId} and dictionary_id = ${listId}
            and from_lang = ${from} and to_lang = ${to}`,
    );
  }

  /** The newest pairs, as many as are searched. */
  async #pages({ orgId, listId, from, to }: Direction): Promise<readonly PairPage[]> {
    const pages: PairPage[] = [];
    let chars = 0;
    let below = Number.MAX_SAFE_INTEGER;
    while (pages.length * PAGE_PAIRS < MOST_PAIRS && chars < MOST_CHARS) {
      // Ordered by the columns of the index of one dictionary: by ids alone PostgreSQL might walk through everybody's.
      const rows = await this.#store.prepared<PairRow>(
        'phrases_to_index',
        sql`select id::float8 as id, from_text as "fromText", to_text as "toText" from phrase_pairs
            where org_id = ${orgId} and from_lang = ${from} and to_lang = ${to}
              and dictionary_id >= ${listId} and (dictionary_id, phrase_pairs.id) < (${listId}, ${below})
            order by dictionary_id desc, phrase_pairs.id desc ${sql.raw(`limit ${PAGE_PAIRS}`)}`,
      );
      const page = pageOf(rows);
      pages.push(page);
      chars += page.sources.length;
      below = page.ids.at(-1) ?? 0;
      if (rows.length < PAGE_PAIRS) break;
    }
    return pages;
  }
}
