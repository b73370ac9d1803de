import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { callerOf } from '../../caller/authentication.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { routesOf } from '../../shapes.js';
import { deeplAnswers } from './deepl-failure.js';
import { DeepLGlossaries, dictionaryOf, type Glossary, Nothing } from './glossaries.js';
import {
  DictionaryBody,
  DictionaryShape,
  DirectionQuery,
  directionOf,
  GlossaryParams,
  glossaryNumber,
  MultilingualShape,
  shownDictionary,
  shownHead,
} from './glossary-shapes.js';
import { BODY_TYPES, DEEPL, route } from './shapes.js';

const Entries = Type.Object({
  dictionaries: Type.Array(
    Type.Object({
      source_lang: Type.String(),
      target_lang: Type.String(),
      entries: Type.String(),
      entries_format: Type.String(),
    }),
  ),
});
/** Dictionaries of one request. */
const MOST_DICTIONARIES = 100;
const Dictionaries = Type.Array(DictionaryBody, { minItems: 1, maxItems: MOST_DICTIONARIES });

/** Glossaries of version 3: several directions in one; they are deleted alike in both. */
export async function deeplGlossaryRoutesV3(
  app: ApiInstance,
  parts: Parts<'glossaryDictionaries' | 'languages' | 'lists' | 'pairReader'>,
): Promise<void> {
  const glossaries = new DeepLGlossaries(parts);
  const ofOne = routesOf({ ...DEEPL, params: GlossaryParams });
  const ofCaller = (request: FastifyRequest<{ Params: { glossaryId: string } }>) => ({
    orgId: callerOf(request).orgId,
    id: glossaryNumber(request.params.glossaryId),
  });

  app.get(
    '/v3/glossaries',
    route('Glossaries of the organization', {
      response: deeplAnswers(Type.Object({ glossaries: Type.Array(MultilingualShape) })),
    }),
    async (request) => ({ glossaries: (await glossaries.all(callerOf(request).orgId)).map(shown) }),
  );
  app.post(
    '/v3/glossaries',
    {
      preValidation: nestDictionaries,
      ...route('Create a glossary', {
        consumes: BODY_TYPES,
        body: Type.Object({ name: Type.String(), dictionaries: Dictionaries }),
        response: deeplAnswers(MultilingualShape, 201),
      }),
    },
    async (request, reply) => {
      const { name, dictionaries } = request.body;
      return reply
        .code(201)
        .send(shown(await glossaries.create(callerOf(request).orgId, name, dictionaries)));
    },
  );
  app.get(
    '/v3/glossaries/:glossaryId',
    ofOne('Show a glossary', { response: deeplAnswers(MultilingualShape) }),
    async (request) => {
      const { orgId, id } = ofCaller(request);
      return shown(await glossaries.find(orgId, id));
    },
  );
  app.patch(
    '/v3/glossaries/:glossaryId',
    {
      preValidation: nestDictionaries,
      ...ofOne('Rename a glossary, or add entries to it', {
        consumes: BODY_TYPES,
        body: Type.Object({ name: Type.Optional(Type.String()), dictionaries: Type.Optional(Dictionaries) }),
        response: deeplAnswers(MultilingualShape),
      }),
    },
    async (request) => {
      const { orgId, id } = ofCaller(request);
      const { name, dictionaries } = request.body;
      if (dictionaries !== undefined) await glossaries.merge(orgId, id, dictionaries);
      if (name !== undefined) await glossaries.rename(orgId, id, name);
      return shown(await glossaries.find(orgId, id));
    },
  );
  for (const version of ['v2', 'v3']) {
    app.delete(
      `/${version}/glossaries/:glossaryId`,
      ofOne('Delete a glossary', { response: deeplAnswers(Nothing, 204) }),
      async (request, reply) => {
        const { orgId, id } = ofCaller(request);
        await glossaries.remove(orgId, id);
        return reply.code(204).send(null);
      },
    );
  }
  app.get(
    '/v3/glossaries/:glossaryId/entries',
    ofOne('Entries of one direction', { querystring: DirectionQuery, response: deeplAnswers(Entries) }),
    async (request) => {
      const { orgId, id } = ofCaller(request);
      const found = dictionaryOf(
        await glossaries.find(orgId, id),
        directionOf(parts.languages, request.query),
      );
      const { source_lang, target_lang } = shownDictionary(found);
      const entries = await glossaries.entries(orgId, id, found);
      return { dictionaries: [{ source_lang, target_lang, entries, entries_format: 'tsv' }] };
    },
  );
  app.put(
    '/v3/glossaries/:glossaryId/dictionaries',
    ofOne('Replace the entries of one direction', {
      consumes: BODY_TYPES,
      body: DictionaryBody,
      response: deeplAnswers(DictionaryShape),
    }),
    async (request) => {
      const { orgId, id } = ofCaller(request);
      return shownDictionary(await glossaries.replace(orgId, id, request.body));
    },
  );
  app.delete(
    '/v3/glossaries/:glossaryId/dictionaries',
    ofOne('Delete the entries of one direction', {
      querystring: DirectionQuery,
      response: deeplAnswers(Nothing, 204),
    }),
    async (request, reply) => {
      const { orgId, id } = ofCaller(request);
      await glossaries.empty(orgId, id, directionOf(parts.languages, request.query));
      return reply.code(204).send(null);
    },
  );
}

function shown({ list, dictionaries }: Glossary) {
  return { ...shownHead(list), dictionaries: dictionaries.map(shownDictionary) };
}

/** In a form, the members of dictionaries are called `dictionaries[0].source_lang`. */
async function nestDictionaries(request: { body: unknown }): Promise<void> {
  const { body } = request;
  if (typeof body !== 'object' || body === null) return;
  const dictionaries = new Map<number, Record<string, unknown>>();
  const others: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(body)) {
    const [, index, member = ''] = /^dictionaries\[(\d{1,2})\]\.(\w{1,30})$/.exec(name) ?? [];
    if (index === undefined) others[name] = value;
    else dictionaries.set(Number(index), { ...dictionaries.get(Number(index)), [member]: value });
  }
  if (dictionaries.size > 0) request.body = { ...others, dictionaries: [...dictionaries.values()] };
}
