import { and, asc, eq } from 'drizzle-orm';
import { Failure } from '../base/failure.js';
import type { GroupId, OrganizationId, UserId } from '../base/ids.js';
import type { ChangeFeed } from '../store/changes.js';
import { groupMembers, groups, organizations, users } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { checkedName, nameTaken } from './name.js';

export type Organization = typeof organizations.$inferSelect;
export type User = typeof users.$inferSelect;
export type Group = typeof groups.$inferSelect;

/** Organizations, their users and groups. */
export class OrganizationAdmin {
  readonly #store: Store;
  readonly #changes: ChangeFeed;

  constructor(store: Store, changes: ChangeFeed) {
    this.#store = store;
    this.#changes = changes;
  }

  async organizations(): Promise<readonly Organization[]> {
    return this.#store.db
      .select()
      .from(organizations)
      .orderBy(asc(organizations.createdAt), asc(organizations.id));
  }

  async organization(id: OrganizationId): Promise<Organization> {
    const [row] = await this.#store.db.select().from(organizations).where(eq(organizations.id, id));
    return known(row, 'organization');
  }

  async createOrganization(name: string): Promise<Organization> {
    const rows = await this.#store.db
      .insert(organizations)
      .values({ name: checkedName(name) })
      .returning()
      .catch(nameTaken('organization'));
    return known(rows[0], 'organization');
  }

  /** A disabled organization keeps its data; none of its keys works. */
  async enableOrganization(id: OrganizationId, enabled: boolean): Promise<Organization> {
    const [row] = await this.#store.db
      .update(organizations)
      .set({ enabled })
      .where(eq(organizations.id, id))
      .returning();
    const changed = known(row, 'organization');
    await this.#changes.announce('organization', id);
    return changed;
  }

  /** Deletes an organization with everything that is its own. */
  async deleteOrganization(id: OrganizationId): Promise<void> {
    const [row] = await this.#store.db.delete(organizations).where(eq(organizations.id, id)).returning();
    known(row, 'organization');
    await this.#changes.announce('organization', id);
  }

  async users(orgId: OrganizationId): Promise<readonly User[]> {
    return this.#store.db.select().from(users).where(eq(users.orgId, orgId)).orderBy(asc(users.name));
  }

  async createUser(orgId: OrganizationId, name: string): Promise<User> {
    await this.organization(orgId);
    const rows = await this.#store.db
      .insert(users)
      .values({ orgId, name: checkedName(name) })
      .returning()
      .catch(nameTaken('user'));
    return known(rows[0], 'user');
  }

  async user(orgId: OrganizationId, id: UserId): Promise<User> {
    const [row] = await this.#store.db
      .select()
      .from(users)
      .where(and(eq(users.orgId, orgId), eq(users.id, id)));
    return known(row, 'user');
  }

  async enableUser(orgId: OrganizationId, id: UserId, enabled: boolean): Promise<User> {
    const [row] = await this.#store.db
      .update(users)
      .set({ enabled })
      .where(and(eq(users.orgId, orgId), eq(users.id, id)))
      .returning();
    const changed = known(row, 'user');
    await this.#changes.announce('organization', orgId);
    return changed;
  }

  async groups(orgId: OrganizationId): Promise<readonly (Group & { readonly members: readonly UserId[] })[]> {
    const rows = await this.#store.db
      .select()
      .from(groups)
      .where(eq(groups.orgId, orgId))
      .orderBy(asc(groups.name));
    const members = await this.#store.db.select().from(groupMembers).where(eq(groupMembers.orgId, orgId));
    return rows.map((group) => ({
      ...group,
      members: members.filter((member) => member.groupId === group.id).map((member) => member.userId),
    }));
  }

  async group(orgId: OrganizationId, id: GroupId): Promise<Group> {
    const [row] = await this.#store.db
      .select()
      .from(groups)
      .where(and(eq(groups.orgId, orgId), eq(groups.id, id)));
    return known(row, 'group');
  }

  async createGroup(orgId: OrganizationId, name: string): Promise<Group> {
    await this.organization(orgId);
    const rows = await this.#store.db
      .insert(groups)
      .values({ orgId, name: checkedName(name) })
      .returning()
      .catch(nameTaken('group'));
    return known(rows[0], 'group');
  }

  async deleteGroup(orgId: OrganizationId, id: GroupId): Promise<void> {
    const [row] = await this.#store.db
      .delete(groups)
      .where(and(eq(groups.orgId, orgId), eq(groups.id, id)))
      .returning();
    known(row, 'group');
    await this.#changes.announce('resource', orgId);
  }

  async addMember(orgId: OrganizationId, groupId: GroupId, userId: UserId): Promise<void> {
    await this.group(orgId, groupId);
    await this.user(orgId, userId);
    await this.#store.db.insert(groupMembers).values({ orgId, groupId, userId }).onConflictDoNothing();
    await this.#changes.announce('resource', orgId);
  }

  async removeMember(orgId: OrganizationId, groupId: GroupId, userId: UserId): Promise<void> {
    await this.#store.db
      .delete(groupMembers)
      .where(
        and(
          eq(groupMembers.orgId, orgId),
          eq(groupMembers.groupId, groupId),
          eq(groupMembers.userId, userId),
        ),
      );
    await this.#changes.announce('resource', orgId);
  }
}

function known<Row>(row: Row | undefined, what: string): Row {
  if (row === undefined) throw new Failure('idUnknown', { message: `There is no such ${what}.` });
  return row;
}
