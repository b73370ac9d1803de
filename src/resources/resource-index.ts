import { sql } from 'drizzle-orm';
import type { OrganizationId } from '../base/ids.js';
import type { ChangeFeed } from '../store/changes.js';
import { InvalidatingCache } from '../store/invalidating-cache.js';
import type { Store } from '../store/store.js';
import type { ListKind } from './entries/list-kind.js';

/** A binding as the selection of lists needs it; null means "any". */
export interface IndexedBinding {
  readonly kind: ListKind;
  readonly listId: number;
  readonly userId: string | null;
  readonly groupId: string | null;
  readonly fieldId: string | null;
}

/** All lists of an organization with their versions, and what they are bound to; no rows. */
export interface ResourceIndex {
  readonly versions: Readonly<Record<ListKind, ReadonlyMap<number, number>>>;
  readonly bindings: readonly IndexedBinding[];
  /** Groups of each user. */
  readonly memberships: ReadonlyMap<string, ReadonlySet<string>>;
}

interface ResourceIndexRow {
  readonly dictionaries: readonly (readonly [number, number])[];
  readonly glossaries: readonly (readonly [number, number])[];
  readonly bindings: readonly IndexedBinding[];
  readonly members: readonly (readonly [string, string])[];
}

/** Organizations whose index is kept in memory. */
const CACHED_INDEXES = 2_000;

/** Keeps the index of each organization in memory, so that selecting lists for a request needs no query. */
export class ResourceIndexes {
  readonly #known: InvalidatingCache<OrganizationId, ResourceIndex>;

  constructor(store: Store, changes: ChangeFeed) {
    this.#known = new InvalidatingCache({
      load: (orgId) => load(store, orgId),
      changes,
      topic: 'resource',
      alsoForgetOn: ['organization'],
      entries: CACHED_INDEXES,
    });
  }

  of(orgId: OrganizationId): ResourceIndex | Promise<ResourceIndex> {
    return this.#known.get(orgId);
  }

  close(): void {
    this.#known.close();
  }
}

async function load(store: Store, orgId: OrganizationId): Promise<ResourceIndex> {
  const [row] = await store.prepared<ResourceIndexRow>(
    'resource_index',
    sql`select
        (select coalesce(json_agg(json_build_array(id, version)), '[]') from phrase_dictionaries where org_id = ${orgId})
          as dictionaries,
        (select coalesce(json_agg(json_build_array(id, version)), '[]') from glossaries where org_id = ${orgId})
          as glossaries,
        (select coalesce(json_agg(json_build_object(
            'kind', case when glossary_id is null then 'phrase-dictionary' else 'glossary' end,
            'listId', coalesce(dictionary_id, glossary_id),
            'userId', user_id, 'groupId', group_id, 'fieldId', field_id)), '[]')
          from resource_bindings where org_id = ${orgId}) as bindings,
        (select coalesce(json_agg(json_build_array(user_id, group_id)), '[]')
          from group_members where org_id = ${orgId}) as members`,
  );
  const memberships = new Map<string, Set<string>>();
  for (const [userId, groupId] of row?.members ?? []) {
    memberships.set(userId, (memberships.get(userId) ?? new Set()).add(groupId));
  }
  return {
    versions: { 'phrase-dictionary': new Map(row?.dictionaries), glossary: new Map(row?.glossaries) },
    bindings: row?.bindings ?? [],
    memberships,
  };
}
