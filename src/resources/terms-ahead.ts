import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import type { OrganizationId, UserId } from '../base/ids.js';
import type { Lang } from '../base/lang.js';
import type { ChangeFeed } from '../store/changes.js';
import type { Store } from '../store/store.js';
import type { TermList } from '../translate/pipeline-types.js';
import { ENTRY_TABLES } from './entries/entry-owner.js';
import type { ChosenTerms, StoredTerms } from './terms.js';

/** Where lists are compiled. */
export interface TermCompiler {
  /** Terms that can be compiled before other lists have to go. */
  readonly roomForTerms: number;
  compileAhead(list: TermList, from: Lang, to: Lang): Promise<void>;
}

export interface TermsAheadParts {
  readonly store: Store;
  readonly changes: ChangeFeed;
  readonly terms: StoredTerms;
  readonly compiler: TermCompiler;
  readonly onError: (error: unknown) => void;
}

type Kind = 'dictionary' | 'glossary';

/** Lists that may have changed: those of one user or organization, or all there are. */
interface Changed {
  readonly kind: Kind;
  readonly id: string | undefined;
}

interface LongList {
  readonly orgId: OrganizationId;
  /** Of a user or a glossary. */
  readonly id: UserId | number;
  readonly version: number;
  /** Of glossaries: whether they are bound to users, and whether to others or to nobody. */
  readonly isPersonal: boolean;
  readonly isShared: boolean;
}

interface DirectionCount {
  readonly from: Lang;
  readonly to: Lang;
  readonly terms: number;
}

/** A list with fewer is compiled in some milliseconds by the request that needs it. */
const LONG_LIST = 500;
/** An import announces every batch of rows: what changed is looked at when nothing more has for so long. */
const SETTLE_MS = 500;
/** Somewhere something always changes: then it is looked at all the same. */
const MOST_PAUSES = 20;

/**
 * Compiles long lists of terms when they have changed and when the service starts, in a thread and one after the other,
 * so that the first request does not wait for it. Every process hears of every change, so it does not matter which of
 * them an import runs in. What changed is compiled whatever has to go for it: who changes a list is about to use it. At the
 * start nobody has asked for anything, and it ends when there is no more room.
 */
export class TermsAhead {
  readonly #parts: TermsAheadParts;
  readonly #stop: readonly (() => void)[];
  readonly #closing = new AbortController();
  readonly #changed = new Map<string, Changed>();
  /** What each list was when it was last looked at. */
  readonly #known = new Map<string, string>();
  #announcements = 0;
  #working: Promise<void> | undefined;

  constructor(parts: TermsAheadParts) {
    this.#parts = parts;
    const { changes } = parts;
    this.#stop = [
      changes.on('dictionary', (id) => this.#note({ kind: 'dictionary', id })),
      changes.on('resource', (id) => this.#note({ kind: 'glossary', id })),
    ];
    this.#note({ kind: 'glossary', id: undefined });
    this.#note({ kind: 'dictionary', id: undefined });
  }

  #note(changed: Changed): void {
    this.#announcements += 1;
    this.#changed.set(`${changed.kind} ${changed.id ?? ''}`, changed);
    this.#working ??= this.#work().finally(() => {
      this.#working = undefined;
    });
  }

  async #work(): Promise<void> {
    while (this.#changed.size > 0 && (await this.#settled())) {
      const changed = [...this.#changed.values()];
      this.#changed.clear();
      for (const one of changed) await this.#compile(one).catch(this.#parts.onError);
    }
  }

  /** False when the service stops. */
  async #settled(): Promise<boolean> {
    const { signal } = this.#closing;
    for (let pause = 0; pause < MOST_PAUSES; pause += 1) {
      const before = this.#announcements;
      await sleep(SETTLE_MS, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return false;
      if (this.#announcements === before) break;
    }
    return true;
  }

  async #compile(changed: Changed): Promise<void> {
    const { terms, compiler } = this.#parts;
    for (const list of await this.#longLists(changed)) {
      const [key, state] = [`${changed.kind} ${list.id}`, JSON.stringify(list)];
      if (this.#known.get(key) === state) continue;
      for (const { from, to, terms: count } of await this.#directions(changed.kind, list)) {
        for (const chosen of uses(list)) {
          if (this.#closing.signal.aborted) return;
          if (changed.id === undefined && count > compiler.roomForTerms) continue;
          await compiler.compileAhead(terms.list(list.orgId, chosen), from, to);
        }
      }
      this.#known.set(key, state);
    }
  }

  #longLists({ kind, id }: Changed): Promise<readonly LongList[]> {
    const isAny = sql`${id ?? null}::text is null`;
    const statement = {
      glossary: sql`select org_id as "orgId", id::float8 as id, version::float8 as version,
          exists (select from resource_bindings b where b.glossary_id = g.id and b.user_id is not null) as "isPersonal",
          not exists (select from resource_bindings b where b.glossary_id = g.id)
            or exists (select from resource_bindings b where b.glossary_id = g.id and b.user_id is null) as "isShared"
        from glossaries g where entry_count > ${LONG_LIST} and (${isAny} or org_id = ${id ?? null}) order by g.id desc`,
      dictionary: sql`select org_id as "orgId", id, dictionary_version::float8 as version,
          false as "isPersonal", false as "isShared"
        from users u where (${isAny} or id = ${id ?? null})
          and exists (select from dictionary_entries e where e.user_id = u.id offset ${LONG_LIST})`,
    }[kind];
    return this.#parts.store.prepared<LongList>(`long_lists_${kind}`, statement);
  }

  #directions(kind: Kind, { orgId, id }: LongList): Promise<readonly DirectionCount[]> {
    const { rows: table, ownerColumn } = ENTRY_TABLES[kind];
    return this.#parts.store.prepared<DirectionCount>(
      `long_directions_${kind}`,
      sql`select from_lang as from, to_lang as to, count(*)::int as terms from ${table}
          where org_id = ${orgId} and ${ownerColumn} = ${id} group by 1, 2 having count(*) > ${LONG_LIST}`,
    );
  }

  async close(): Promise<void> {
    for (const stop of this.#stop) stop();
    this.#closing.abort();
    await this.#working;
  }
}

/** As what requests use a list: a glossary is stronger for a user to whom it is bound. */
function uses({ id, version, isPersonal, isShared }: LongList): readonly ChosenTerms[] {
  if (typeof id === 'string') return [{ tier: 'dictionary', userId: id, version }];
  const glossary = { glossaryId: id, version };
  return [
    ...(isPersonal ? [{ tier: 'personal-glossary', ...glossary } as const] : []),
    ...(isShared ? [{ tier: 'group-glossary', ...glossary } as const] : []),
  ];
}
