import Type from 'typebox';
import { binaryContent } from '../../answer/download.js';
import { callerOf } from '../../caller/authentication.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { deeplAnswers } from './deepl-failure.js';
import { DeepLGlossaries, type Glossary } from './glossaries.js';
import {
  DictionaryBody,
  GlossaryParams,
  GlossaryShape,
  glossaryNumber,
  shownDictionary,
  shownHead,
} from './glossary-shapes.js';
import { glossaryCode } from './language-codes.js';
import { BODY_TYPES, route } from './shapes.js';

const LanguagePairs = Type.Object({
  supported_languages: Type.Array(Type.Object({ source_lang: Type.String(), target_lang: Type.String() })),
});

/** Glossaries of version 2, which have one direction each: ours that have one. */
export async function deeplGlossaryRoutesV2(
  app: ApiInstance,
  parts: Parts<'glossaryDictionaries' | 'languages' | 'lists' | 'pairReader' | 'pipeline'>,
): Promise<void> {
  const glossaries = new DeepLGlossaries(parts);

  app.get(
    '/v2/glossary-language-pairs',
    route('Directions of glossaries', { response: deeplAnswers(LanguagePairs) }),
    async () => ({
      supported_languages: parts.pipeline
        .directions()
        .map(({ from, to }) => ({ source_lang: glossaryCode(from), target_lang: glossaryCode(to) })),
    }),
  );
  app.get(
    '/v2/glossaries',
    route('Glossaries with one direction', {
      response: deeplAnswers(Type.Object({ glossaries: Type.Array(GlossaryShape) })),
    }),
    async (request) => ({
      glossaries: (await glossaries.all(callerOf(request).orgId))
        .filter(({ dictionaries }) => dictionaries.length === 1)
        .map(shown),
    }),
  );
  app.post(
    '/v2/glossaries',
    route('Create a glossary with one direction', {
      consumes: BODY_TYPES,
      body: Type.Object({ name: Type.String(), ...DictionaryBody.properties }),
      response: deeplAnswers(GlossaryShape, 201),
    }),
    async (request, reply) => {
      const { name, ...dictionary } = request.body;
      const made = await glossaries.create(callerOf(request).orgId, name, [dictionary]);
      return reply.code(201).send(shown(made));
    },
  );
  app.get(
    '/v2/glossaries/:glossaryId',
    route('Show a glossary', { params: GlossaryParams, response: deeplAnswers(GlossaryShape) }),
    async (request) =>
      shown(await glossaries.find(callerOf(request).orgId, glossaryNumber(request.params.glossaryId))),
  );
  app.get(
    '/v2/glossaries/:glossaryId/entries',
    route('Entries of a glossary, as TSV', {
      params: GlossaryParams,
      response: deeplAnswers(binaryContent('The entries.', ['text/tab-separated-values'])),
    }),
    async (request, reply) => {
      const { orgId } = callerOf(request);
      const id = glossaryNumber(request.params.glossaryId);
      const [first] = (await glossaries.find(orgId, id)).dictionaries;
      const lines = first === undefined ? '' : await glossaries.entries(orgId, id, first);
      return reply.type('text/tab-separated-values; charset=utf-8').send(lines);
    },
  );
}

/** The first direction stands for a glossary that has several. */
function shown({ list, dictionaries }: Glossary) {
  const [first] = dictionaries;
  const dictionary =
    first === undefined ? { source_lang: '', target_lang: '', entry_count: 0 } : shownDictionary(first);
  return { ...shownHead(list), ready: true, ...dictionary };
}
