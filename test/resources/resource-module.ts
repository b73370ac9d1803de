import { randomUUID } from 'node:crypto';
import type { Caller } from '#src/accounts/caller.js';
import type { AccessKey, OrganizationId, UserId } from '#src/base/ids.js';
import { FieldTree } from '#src/fields/tree.js';
import { PairReader } from '#src/interchange/pair-reader.js';
import { BackgroundJob } from '#src/jobs/background-job.js';
import { migrateQueue } from '#src/queue/enqueue.js';
import { Bindings } from '#src/resources/bindings.js';
import { DictionaryVersions } from '#src/resources/dictionary-versions.js';
import { Entries } from '#src/resources/entries/entries.js';
import type { DictionaryOwner } from '#src/resources/entries/entry-owner.js';
import { ImportJobs } from '#src/resources/imports/import-jobs.js';
import { Imports } from '#src/resources/imports/imports.js';
import { Lists } from '#src/resources/lists.js';
import { StoredPhrases } from '#src/resources/phrases.js';
import { ResourceIndexes } from '#src/resources/resource-index.js';
import { ResourceSelector } from '#src/resources/selector.js';
import { StoredTerms } from '#src/resources/terms.js';
import { ChangeFeed } from '#src/store/changes.js';
import { groupMembers, groups, organizations, users } from '#src/store/schema/index.js';
import type { Store } from '#src/store/store.js';
import { ThreadPool } from '#src/threads/thread-pool.js';
import { type FreshDatabase, freshDatabase } from '../setup/database.js';

/** The resources module of one process on a database that others may share. */
export class ResourceModule {
  readonly lists: Lists;
  readonly bindings: Bindings;
  readonly entries: Entries;
  readonly imports: Imports;
  readonly #pairReader = new PairReader();
  readonly selector: ResourceSelector;
  readonly #resourceIndexes: ResourceIndexes;
  readonly #versions: DictionaryVersions;
  readonly #indexers = new ThreadPool({ threads: 1, memoryMegabytes: 256, queueLimit: 100 });

  private constructor(
    readonly store: Store,
    readonly changes: ChangeFeed,
    dictionaryLimit: number,
  ) {
    const fields = FieldTree.bundled();
    this.#resourceIndexes = new ResourceIndexes(store, changes);
    this.#versions = new DictionaryVersions(store, changes);
    this.lists = new Lists(store, changes);
    this.bindings = new Bindings(store, changes, fields);
    this.entries = new Entries(store, changes, { dictionaryLimit });
    this.imports = new Imports(store, this.lists, this.#pairReader);
    this.selector = new ResourceSelector({
      fields,
      resourceIndexes: this.#resourceIndexes,
      dictionaries: this.#versions,
      terms: new StoredTerms(store),
      phrases: new StoredPhrases(store, this.#indexers),
    });
  }

  static async open(store: Store, dictionaryLimit = 100): Promise<ResourceModule> {
    return new ResourceModule(store, await ChangeFeed.open(store), dictionaryLimit);
  }

  /** What works on imports, as a process of this name does. */
  importWorker(worker: string, onError: (error: unknown) => void = () => undefined) {
    const { store } = this;
    const kind = new ImportJobs(store, this.lists, this.#pairReader);
    return new BackgroundJob(kind, { worker, store, claimDb: store.db, tracing: undefined, onError });
  }

  async close(): Promise<void> {
    await this.#pairReader.close();
    this.#resourceIndexes.close();
    this.#versions.close();
    await this.#indexers.close();
    await this.changes.close();
  }
}

/** A database with the queue's tables and one resource module on it. */
export async function freshResources(): Promise<{
  readonly database: FreshDatabase;
  readonly resources: ResourceModule;
}> {
  const database = await freshDatabase();
  await migrateQueue(database.store.pool);
  return { database, resources: await ResourceModule.open(database.store) };
}

/** An organization with one user. */
export async function newCaller(store: Store): Promise<Caller> {
  const [organization] = await store.db.insert(organizations).values({ name: randomUUID() }).returning();
  if (organization === undefined) throw new Error('no organization');
  return colleague(store, organization.id);
}

export async function colleague(store: Store, orgId: OrganizationId): Promise<Caller> {
  const [user] = await store.db.insert(users).values({ orgId, name: randomUUID() }).returning();
  if (user === undefined) throw new Error('no user');
  return {
    orgId,
    userId: user.id,
    accessKey: randomUUID() as AccessKey,
    profile: 'standard',
    defaultContractId: null,
  };
}

export async function newGroup(store: Store, orgId: OrganizationId, members: readonly UserId[]) {
  const [group] = await store.db.insert(groups).values({ orgId, name: randomUUID() }).returning();
  if (group === undefined) throw new Error('no group');
  for (const userId of members)
    await store.db.insert(groupMembers).values({ orgId, groupId: group.id, userId });
  return group.id;
}

export function tsv(...rows: readonly (readonly [string, string])[]): Uint8Array {
  return new TextEncoder().encode(rows.map((row) => row.join('\t')).join('\n'));
}

export function dictionaryOf({ orgId, userId }: Caller): DictionaryOwner {
  return { kind: 'dictionary', orgId, userId };
}
