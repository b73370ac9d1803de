import Type from 'typebox';
import { KINDS, type ListKind } from '../../../resources/entries/list-kind.js';
import type { List } from '../../../resources/lists.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { routesOf, success, wrapped } from '../../shapes.js';
import { wholeNumber } from '../whole-number.js';
import { adminInterchangeRoutes } from './interchange.js';
import { ADMIN, Empty, Moment, Name, OrgParams, orgId } from './shapes.js';

const ListShape = Type.Object({
  id: Type.Integer({ description: 'What callers send in t4ooCategoryId or t4ooGlossaryId.' }),
  name: Name,
  entries: Type.Integer(),
  createdAt: Moment,
  updatedAt: Moment,
});
const NameBody = Type.Object({ name: Name });
const ListParams = Type.Object({ orgId, listId: Type.String() });
const BindingParams = Type.Object({ orgId, listId: Type.String(), bindingId: Type.String() });
const Target = {
  userId: Type.Optional(Type.String()),
  groupId: Type.Optional(Type.String()),
  fieldId: Type.Optional(Type.String({ description: 'Counts for the fields below it too.' })),
};
const BindingBody = Type.Object(Target, {
  description: 'A user or a group or neither (everybody); with a field or without (everywhere).',
});
const BindingShape = Type.Object({ id: Type.Integer(), ...Target });

/** Phrase-pair dictionaries and glossaries, what they are bound to, and their tables. */
export async function adminResourceRoutes(
  app: ApiInstance,
  parts: Parts<'organizationAdmin' | 'lists' | 'entries' | 'bindings' | 'imports'>,
): Promise<void> {
  for (const { path, kind } of Object.values(KINDS)) {
    const root = `/admin/v1/organizations/:orgId/${path}`;
    listRoutes(app, parts, root, kind);
    bindingRoutes(app, parts, root, kind);
  }
  await app.register(adminInterchangeRoutes, parts);
}

function listRoutes(
  app: ApiInstance,
  { organizationAdmin, lists, entries }: Parts<'organizationAdmin' | 'lists' | 'entries'>,
  root: string,
  kind: ListKind,
): void {
  const route = routesOf(ADMIN, kind);
  app.get(
    root,
    route('List', { params: OrgParams, response: wrapped(Type.Array(ListShape)) }),
    async ({ params }) => success((await lists.all(params.orgId, kind)).map(shown)),
  );
  app.post(
    root,
    route('Create', { params: OrgParams, body: NameBody, response: wrapped(ListShape) }),
    async ({ params, body }) => {
      await organizationAdmin.organization(params.orgId);
      return success(shown(await lists.create(params.orgId, kind, body.name)));
    },
  );
  app.get(
    `${root}/:listId`,
    route('Show', { params: ListParams, response: wrapped(ListShape) }),
    async ({ params }) =>
      success(shown(await lists.find(params.orgId, kind, wholeNumber(params.listId, kind)))),
  );
  app.put(
    `${root}/:listId`,
    route('Rename', { params: ListParams, body: NameBody, response: wrapped(ListShape) }),
    async ({ params, body }) =>
      success(shown(await lists.rename(params.orgId, kind, wholeNumber(params.listId, kind), body.name))),
  );
  app.delete(
    `${root}/:listId`,
    route('Delete', { params: ListParams, response: Empty }),
    async ({ params }) => {
      await lists.remove(params.orgId, kind, wholeNumber(params.listId, kind));
      return success(null);
    },
  );
  app.delete(
    `${root}/:listId/entries`,
    route('Empty', { params: ListParams, response: Empty }),
    async ({ params }) => {
      await entries.clear({ kind, orgId: params.orgId, listId: wholeNumber(params.listId, kind) });
      return success(null);
    },
  );
}

function bindingRoutes(
  app: ApiInstance,
  { lists, bindings }: Parts<'lists' | 'bindings'>,
  root: string,
  kind: ListKind,
): void {
  const route = routesOf(ADMIN, kind);
  app.get(
    `${root}/:listId/bindings`,
    route('What it is bound to', { params: ListParams, response: wrapped(Type.Array(BindingShape)) }),
    async ({ params }) => {
      const { id } = await lists.find(params.orgId, kind, wholeNumber(params.listId, kind));
      return success([...(await bindings.of(params.orgId, kind, id))]);
    },
  );
  app.post(
    `${root}/:listId/bindings`,
    route('Bind', { params: ListParams, body: BindingBody, response: Empty }),
    async ({ params, body }) => {
      await bindings.bind(params.orgId, kind, wholeNumber(params.listId, kind), body);
      return success(null);
    },
  );
  app.delete(
    `${root}/:listId/bindings/:bindingId`,
    route('Unbind', { params: BindingParams, response: Empty }),
    async ({ params }) => {
      const binding = wholeNumber(params.bindingId, 'binding');
      await bindings.unbind(params.orgId, kind, wholeNumber(params.listId, kind), binding);
      return success(null);
    },
  );
}

function shown({ id, name, entries, createdAt, updatedAt }: List) {
  return { id, name, entries, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() };
}
