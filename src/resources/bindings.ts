import { and, asc, eq, sql } from 'drizzle-orm';
import { Failure } from '../base/failure.js';
import type { FieldId, GroupId, OrganizationId, UserId } from '../base/ids.js';
import type { FieldTree } from '../fields/tree.js';
import type { ChangeFeed } from '../store/changes.js';
import { glossaries, groups, phraseDictionaries, resourceBindings, users } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { KINDS, type ListKind } from './entries/list-kind.js';

/** Where a list applies by itself: for a user, a group or everybody; in a field and those below it, or everywhere. */
export interface BindingTarget {
  readonly userId?: UserId;
  readonly groupId?: GroupId;
  readonly fieldId?: FieldId;
}

/** The target as it comes from outside; any text may be an id. */
export interface BindingRequest {
  readonly userId?: string | undefined;
  readonly groupId?: string | undefined;
  readonly fieldId?: string | undefined;
}

export interface Binding extends BindingTarget {
  readonly id: number;
}

/** Binds phrase-pair dictionaries and glossaries to users, groups and fields. */
export class Bindings {
  readonly #store: Store;
  readonly #changes: ChangeFeed;
  readonly #fields: FieldTree;

  constructor(store: Store, changes: ChangeFeed, fields: FieldTree) {
    this.#store = store;
    this.#changes = changes;
    this.#fields = fields;
  }

  async of(orgId: OrganizationId, kind: ListKind, listId: number): Promise<readonly Binding[]> {
    const rows = await this.#store.db
      .select()
      .from(resourceBindings)
      .where(and(eq(resourceBindings.orgId, orgId), eq(listColumn(kind), listId)))
      .orderBy(asc(resourceBindings.id));
    return rows.map((row) => ({
      id: row.id,
      ...(row.userId !== null && { userId: row.userId }),
      ...(row.groupId !== null && { groupId: row.groupId }),
      ...(row.fieldId !== null && { fieldId: row.fieldId }),
    }));
  }

  /** Binding twice is the same as binding once. */
  async bind(orgId: OrganizationId, kind: ListKind, listId: number, request: BindingRequest): Promise<void> {
    const target = await this.#check(orgId, kind, listId, request);
    await this.#store.db
      .insert(resourceBindings)
      .values({
        orgId,
        ...(kind === 'glossary' ? { glossaryId: listId } : { dictionaryId: listId }),
        ...target,
      })
      .onConflictDoNothing();
    await this.#changes.announce('resource', orgId);
  }

  async unbind(orgId: OrganizationId, kind: ListKind, listId: number, bindingId: number): Promise<void> {
    const removed = await this.#store.db
      .delete(resourceBindings)
      .where(
        and(
          eq(resourceBindings.orgId, orgId),
          eq(listColumn(kind), listId),
          eq(resourceBindings.id, bindingId),
        ),
      )
      .returning({ id: resourceBindings.id });
    if (removed.length === 0) unknown('binding');
    await this.#changes.announce('resource', orgId);
  }

  async #check(
    orgId: OrganizationId,
    kind: ListKind,
    listId: number,
    request: BindingRequest,
  ): Promise<BindingTarget> {
    const { userId, groupId, fieldId } = request;
    if (userId !== undefined && groupId !== undefined) {
      throw new Failure('argumentInvalid', {
        message: 'A binding is for a user or for a group, not for both.',
      });
    }
    if (userId === undefined && groupId === undefined && fieldId === undefined) {
      throw new Failure('argumentMissing', { message: 'Name what to bind to: userId, groupId or fieldId.' });
    }
    const { db } = this.#store;
    const lists = kind === 'glossary' ? glossaries : phraseDictionaries;
    const [list] = await db
      .select({ id: lists.id })
      .from(lists)
      .where(and(eq(lists.orgId, orgId), eq(lists.id, listId)));
    if (list === undefined) unknown(KINDS[kind].noun);
    const field = fieldId === undefined ? undefined : (this.#fields.find(fieldId) ?? unknown('field'));
    const [user] =
      userId === undefined
        ? []
        : await db
            .select({ id: users.id })
            .from(users)
            .where(and(eq(users.orgId, orgId), sql`${users.id} = ${userId}`));
    const [group] =
      groupId === undefined
        ? []
        : await db
            .select({ id: groups.id })
            .from(groups)
            .where(and(eq(groups.orgId, orgId), sql`${groups.id} = ${groupId}`));
    if (userId !== undefined && user === undefined) unknown('user');
    if (groupId !== undefined && group === undefined) unknown('group');
    return {
      ...(user && { userId: user.id }),
      ...(group && { groupId: group.id }),
      ...(field && { fieldId: field.id }),
    };
  }
}

function listColumn(kind: ListKind) {
  return kind === 'glossary' ? resourceBindings.glossaryId : resourceBindings.dictionaryId;
}

function unknown(noun: string): never {
  throw new Failure('idUnknown', { message: `There is no ${noun} with this id.` });
}
