import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { ListOwner } from '../../../resources/entries/entry-owner.js';
import { KINDS, type ListKind } from '../../../resources/entries/list-kind.js';
import type { List } from '../../../resources/lists.js';
import { readTables } from '../../body/table-body.js';
import { callerOf } from '../../caller/authentication.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { answers, forCallers, routesOf, StatusOnly, SUCCESS, success, wrapped } from '../../shapes.js';
import { Name } from '../admin/shapes.js';
import { wholeNumber } from '../whole-number.js';
import { BULK_BODY_LIMIT_BYTES, LARGEST_BULK } from './dictionary.js';
import { entryRoutes, PairShape } from './entries.js';
import { ImportShape, importBody } from './interchange-shapes.js';
import { tableRoutes } from './table-routes.js';

const SUBJECT = forCallers('words');

const ListShape = Type.Object({
  id: Type.Integer({ description: 'What is sent in t4ooCategoryId or t4ooGlossaryId.' }),
  name: Type.String(),
  entries: Type.Integer(),
});
const Pair = Type.Object(PairShape);
const NameBody = Type.Object({ name: Name });
const ListParams = Type.Object({ listId: Type.String() });
const EntryParams = Type.Object({ listId: Type.String(), entryId: Type.String() });

/** What each kind of list is called in the interface. */
const PLACES = [
  { root: '/api/v1/phrase-pairs', kind: 'phrase-dictionary', member: 'phrasePairs' },
  { root: '/api/v1/glossaries', kind: 'glossary', member: 'glossaries' },
] as const;
type Place = (typeof PLACES)[number];

type ListParts = Parts<
  'bindings' | 'entries' | 'entrySearch' | 'importPreviews' | 'imports' | 'lists' | 'undoLog'
>;

/** Phrase-pair dictionaries and glossaries, for the people whose words they hold. */
export async function listRoutes(app: ApiInstance, parts: ListParts): Promise<void> {
  readTables(app);
  for (const place of PLACES) {
    careRoutes(app, parts, place);
    editRoutes(app, parts, place);
    const { noun } = KINDS[place.kind];
    const ownerOf = (request: FastifyRequest) => existing(parts, request, place.kind);
    const one = { root: `${place.root}/:listId`, noun, subject: SUBJECT, params: ListParams, ownerOf };
    tableRoutes(app, parts, { ...one, undoable: true });
    entryRoutes(app, parts, one);
  }
  app.get(
    '/api/v1/imports/:importId',
    routesOf(SUBJECT)('How far an import is', {
      params: Type.Object({ importId: Type.String() }),
      response: wrapped(ImportShape),
    }),
    async (request) =>
      success(importBody(await parts.imports.find(callerOf(request).orgId, request.params.importId))),
  );
}

/** The lists themselves. */
function careRoutes(app: ApiInstance, { lists, bindings }: ListParts, { root, kind, member }: Place): void {
  const route = routesOf(SUBJECT, KINDS[kind].noun);
  app.get(
    root,
    route(`All of the organization, for ${kind === 'glossary' ? 't4ooGlossaryId' : 't4ooCategoryId'}`, {
      response: wrapped(Type.Object({ [member]: Type.Array(ListShape) })),
    }),
    async (request) => {
      const found = await lists.all(callerOf(request).orgId, kind);
      return success({ [member]: found.map(listed) });
    },
  );
  app.post(
    root,
    route('Create; it applies by itself to the requests of the user who made it', {
      body: NameBody,
      response: wrapped(ListShape),
    }),
    async (request) => {
      const { orgId, userId } = callerOf(request);
      const list = await lists.create(orgId, kind, request.body.name);
      await bindings.bind(orgId, kind, list.id, { userId });
      return success(listed(list));
    },
  );
  app.put(
    `${root}/:listId`,
    route('Rename', { params: ListParams, body: NameBody, response: wrapped(ListShape) }),
    async (request) => {
      const { orgId, listId } = ownerOf(request, kind, request.params.listId);
      return success(listed(await lists.rename(orgId, kind, listId, request.body.name)));
    },
  );
  app.delete(
    `${root}/:listId`,
    route('Delete with all entries', { params: ListParams, response: answers(StatusOnly) }),
    async (request) => {
      const { orgId, listId } = ownerOf(request, kind, request.params.listId);
      await lists.remove(orgId, kind, listId);
      return SUCCESS;
    },
  );
}

/** Their entries, one by one or many at once. */
function editRoutes(app: ApiInstance, { entries }: ListParts, { root, kind }: Place): void {
  const route = routesOf(SUBJECT, KINDS[kind].noun);
  const response = answers(StatusOnly);
  app.post(
    `${root}/:listId/entries`,
    {
      bodyLimit: BULK_BODY_LIMIT_BYTES,
      ...route('Add or replace entries, all or none', {
        params: ListParams,
        body: Type.Array(Pair, { minItems: 1, maxItems: LARGEST_BULK }),
        response,
      }),
    },
    async (request) => {
      await entries.put(ownerOf(request, kind, request.params.listId), request.body);
      return SUCCESS;
    },
  );
  app.put(
    `${root}/:listId/entries/:entryId`,
    route('Change an entry', { params: EntryParams, body: Pair, response }),
    async (request) => {
      const owner = ownerOf(request, kind, request.params.listId);
      await entries.update(owner, wholeNumber(request.params.entryId, 'entry'), request.body);
      return SUCCESS;
    },
  );
  app.delete(
    `${root}/:listId/entries/:entryId`,
    route('Delete an entry', { params: EntryParams, response }),
    async (request) => {
      const owner = ownerOf(request, kind, request.params.listId);
      await entries.remove(owner, wholeNumber(request.params.entryId, 'entry'));
      return SUCCESS;
    },
  );
  app.delete(
    `${root}/:listId/entries`,
    route('Delete every entry', { params: ListParams, response }),
    async (request) => {
      await entries.clear(ownerOf(request, kind, request.params.listId));
      return SUCCESS;
    },
  );
}

function ownerOf(request: FastifyRequest, kind: ListKind, listId: string): ListOwner {
  return { kind, orgId: callerOf(request).orgId, listId: wholeNumber(listId, KINDS[kind].noun) };
}

async function existing({ lists }: ListParts, request: FastifyRequest, kind: ListKind): Promise<ListOwner> {
  const { listId } = request.params as Type.Static<typeof ListParams>;
  const owner = ownerOf(request, kind, listId);
  await lists.find(owner.orgId, kind, owner.listId);
  return owner;
}

function listed({ id, name, entries }: List) {
  return { id, name, entries };
}
