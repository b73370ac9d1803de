import { sql } from 'drizzle-orm';
import type { OrganizationId, UserId } from '../base/ids.js';
import type { Lang } from '../base/lang.js';
import type { Store } from '../store/store.js';
import type { TermEntry, TermList, TermSource, TermTier } from '../translate/pipeline-types.js';
import { EntryChanges, type Standing } from './entries/entry-changes.js';
import { ENTRY_TABLES, type EntryOwner, ownerId } from './entries/entry-owner.js';
import { RenewedCache } from './entries/renewed-cache.js';

/** A dictionary or glossary at one version, as part of a request's choice. */
export type ChosenTerms =
  | { readonly tier: 'dictionary'; readonly userId: UserId; readonly version: number }
  | {
      readonly tier: Exclude<TermTier, 'dictionary'>;
      readonly glossaryId: number;
      readonly version: number;
    };

interface Reading {
  readonly owner: EntryOwner;
  readonly tier: TermTier;
  readonly from: Lang;
  readonly to: Lang;
}

/** Terms of one list in one direction, in the order of their ids. */
interface Kept extends Standing {
  readonly ids: readonly number[];
  readonly entries: readonly TermEntry[];
}

interface TermRow {
  readonly id: number;
  readonly fromText: string;
  readonly toText: string;
}

/** Terms kept in memory over all lists; a term is some 200 bytes. */
const CACHED_TERMS = 400_000;
/** Terms read at a time: a few milliseconds of the event loop. */
const PAGE_TERMS = 2_000;

/**
 * Reads term lists. What is read is kept under the list's version: versions only grow and a list is read after its
 * version was, so an entry can be newer than its label but never older. After a change what changed is read.
 */
export class StoredTerms {
  readonly #store: Store;
  readonly #changes: EntryChanges;
  readonly #kept = new RenewedCache<Kept>({ maxSize: CACHED_TERMS, sizeOf: ({ ids }) => ids.length });

  constructor(store: Store) {
    this.#store = store;
    this.#changes = new EntryChanges(store);
  }

  /** The lists as one source, in the order of precedence. */
  source(orgId: OrganizationId, chosen: readonly ChosenTerms[]): TermSource {
    return { lists: chosen.map((list) => this.list(orgId, list)) };
  }

  list(orgId: OrganizationId, chosen: ChosenTerms): TermList {
    const list = labelOf(chosen);
    return {
      list,
      version: `${list}.${chosen.version}`,
      load: (from, to) => this.#load(orgId, chosen, from, to),
    };
  }

  async #load(orgId: OrganizationId, list: ChosenTerms, from: Lang, to: Lang): Promise<readonly TermEntry[]> {
    const key = JSON.stringify([orgId, labelOf(list), from, to]);
    const owner: EntryOwner =
      list.tier === 'dictionary'
        ? { kind: 'dictionary', orgId, userId: list.userId }
        : { kind: 'glossary', orgId, listId: list.glossaryId };
    const reading = { owner, tier: list.tier, from, to };
    const { entries } = await this.#kept.get(key, list.version, (before) => this.#next(before, reading));
    return entries;
  }

  async #next(before: Kept | undefined, reading: Reading): Promise<Kept> {
    const standing = await this.#changes.standing(reading.owner);
    const changed =
      before && (await this.#changes.between(reading.owner, before.position, standing.position));
    if (before === undefined || changed === undefined)
      return { ...standing, ...listed(await this.#readAll(reading), reading.tier) };
    if (changed.size === 0) return { ...before, ...standing };
    const rows = await this.#query(reading, 'among', [...changed]);
    return { ...standing, ...merged(before, changed, listed(rows, reading.tier)) };
  }

  async #readAll(reading: Reading): Promise<readonly TermRow[]> {
    const pages: (readonly TermRow[])[] = [];
    for (let after = 0; ; ) {
      const page = await this.#query(reading, 'after', after);
      pages.push(page);
      if (page.length < PAGE_TERMS) return pages.flat();
      after = page.at(-1)?.id ?? 0;
    }
  }

  /** The terms with these ids, or a page of those after an id. */
  #query(
    { owner, from, to }: Reading,
    which: 'among' | 'after',
    value: number | readonly number[],
  ): Promise<readonly TermRow[]> {
    const { rows, ownerColumn } = ENTRY_TABLES[owner.kind];
    const id = ownerId(owner);
    // A page by the columns of the index of one owner: by ids alone PostgreSQL might walk through everybody's.
    const choice = {
      among: sql`${ownerColumn} = ${id} and id = any(${sql.param(value)}::bigint[])`,
      after: sql`${ownerColumn} <= ${id} and (${ownerColumn}, ${rows.id}) > (${id}, ${value})`,
    }[which];
    return this.#store.prepared<TermRow>(
      `terms_${which}_${owner.kind}`,
      sql`select id::float8 as id, from_text as "fromText", to_text as "toText" from ${rows}
          where org_id = ${owner.orgId} and from_lang = ${from} and to_lang = ${to} and ${choice}
          order by ${ownerColumn}, ${rows.id} ${sql.raw(which === 'after' ? `limit ${PAGE_TERMS}` : '')}`,
    );
  }
}

type Listed = Pick<Kept, 'ids' | 'entries'>;

function listed(rows: readonly TermRow[], tier: TermTier): Listed {
  return {
    ids: rows.map(({ id }) => id),
    entries: rows.map(({ fromText, toText }) => ({ fromText, toText, tier })),
  };
}

/** What is kept, with what changed in its place. */
function merged(kept: Listed, changed: ReadonlySet<number>, rows: Listed): Listed {
  const ids: number[] = [];
  const entries: TermEntry[] = [];
  let row = 0;
  const take = ({ ids: from, entries: texts }: Listed, at: number) => {
    const [id, entry] = [from[at], texts[at]];
    if (id === undefined || entry === undefined) return;
    ids.push(id);
    entries.push(entry);
  };
  for (const [at, id] of kept.ids.entries()) {
    for (; (rows.ids[row] ?? Number.POSITIVE_INFINITY) <= id; row += 1) take(rows, row);
    if (!changed.has(id)) take(kept, at);
  }
  for (; row < rows.ids.length; row += 1) take(rows, row);
  return { ids, entries };
}

/** Without its version. */
function labelOf(list: ChosenTerms): string {
  return list.tier === 'dictionary'
    ? `d${list.userId}`
    : `${list.tier === 'personal-glossary' ? 'p' : 'g'}${list.glossaryId}`;
}
