import Type from 'typebox';
import type { Group, User } from '../../../accounts/organization-admin.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { success, wrapped } from '../../shapes.js';
import { Empty, groupId, Moment, Name, OrgParams, orgId, route, userId } from './shapes.js';

const NameBody = Type.Object({ name: Name });
const EnabledBody = Type.Object({ enabled: Type.Boolean() });
const OrganizationShape = Type.Object({ id: orgId, name: Name, enabled: Type.Boolean(), createdAt: Moment });
const UserShape = Type.Object({ id: userId, name: Name, enabled: Type.Boolean(), createdAt: Moment });
const GroupShape = Type.Object({ id: groupId, name: Name, members: Type.Array(userId), createdAt: Moment });
const MemberParams = Type.Object({ orgId, groupId, userId });

/** Organizations, users and groups. */
export async function adminOrganizationRoutes(
  app: ApiInstance,
  { organizationAdmin }: Parts<'organizationAdmin'>,
): Promise<void> {
  const root = '/admin/v1/organizations';

  app.get(root, route('List organizations', { response: wrapped(Type.Array(OrganizationShape)) }), async () =>
    success((await organizationAdmin.organizations()).map(shown)),
  );
  app.post(
    root,
    route('Create an organization', { body: NameBody, response: wrapped(OrganizationShape) }),
    async (request) => success(shown(await organizationAdmin.createOrganization(request.body.name))),
  );
  app.put(
    `${root}/:orgId`,
    route('Enable or disable an organization', {
      params: OrgParams,
      body: EnabledBody,
      response: wrapped(OrganizationShape),
    }),
    async ({ params, body }) =>
      success(shown(await organizationAdmin.enableOrganization(params.orgId, body.enabled))),
  );

  app.get(
    `${root}/:orgId/users`,
    route('List users', { params: OrgParams, response: wrapped(Type.Array(UserShape)) }),
    async ({ params }) => success((await organizationAdmin.users(params.orgId)).map(shown)),
  );
  app.post(
    `${root}/:orgId/users`,
    route('Create a user', { params: OrgParams, body: NameBody, response: wrapped(UserShape) }),
    async ({ params, body }) => success(shown(await organizationAdmin.createUser(params.orgId, body.name))),
  );
  app.put(
    `${root}/:orgId/users/:userId`,
    route('Enable or disable a user', {
      params: Type.Object({ orgId, userId }),
      body: EnabledBody,
      response: wrapped(UserShape),
    }),
    async ({ params, body }) =>
      success(shown(await organizationAdmin.enableUser(params.orgId, params.userId, body.enabled))),
  );

  app.get(
    `${root}/:orgId/groups`,
    route('List groups', { params: OrgParams, response: wrapped(Type.Array(GroupShape)) }),
    async ({ params }) =>
      success((await organizationAdmin.groups(params.orgId)).map((row) => group(row, [...row.members]))),
  );
  app.post(
    `${root}/:orgId/groups`,
    route('Create a group', { params: OrgParams, body: NameBody, response: wrapped(GroupShape) }),
    async ({ params, body }) =>
      success(group(await organizationAdmin.createGroup(params.orgId, body.name), [])),
  );
  app.delete(
    `${root}/:orgId/groups/:groupId`,
    route('Delete a group', { params: Type.Object({ orgId, groupId }), response: Empty }),
    async ({ params }) => {
      await organizationAdmin.deleteGroup(params.orgId, params.groupId);
      return success(null);
    },
  );
  app.put(
    `${root}/:orgId/groups/:groupId/members/:userId`,
    route('Add a member to a group', { params: MemberParams, response: Empty }),
    async ({ params }) => {
      await organizationAdmin.addMember(params.orgId, params.groupId, params.userId);
      return success(null);
    },
  );
  app.delete(
    `${root}/:orgId/groups/:groupId/members/:userId`,
    route('Remove a member from a group', { params: MemberParams, response: Empty }),
    async ({ params }) => {
      await organizationAdmin.removeMember(params.orgId, params.groupId, params.userId);
      return success(null);
    },
  );
}

function shown<Id>({
  id,
  name,
  enabled,
  createdAt,
}: Pick<User, 'name' | 'enabled' | 'createdAt'> & { readonly id: Id }) {
  return { id, name, enabled, createdAt: createdAt.toISOString() };
}

function group({ id, name, createdAt }: Group, members: User['id'][]) {
  return { id, name, members, createdAt: createdAt.toISOString() };
}
