import Type from 'typebox';
import { callerOf } from '../authentication.js';
import type { ApiInstance, Parts } from '../parts.js';
import { answers, SECURITY, StatusOnly } from '../shapes.js';
import { wholeNumber } from './whole-number.js';

const Term = Type.Object({
  fromLang: Type.String(),
  fromText: Type.String({ description: '1 to 255 characters.' }),
  toLang: Type.String(),
  toText: Type.String({ description: '1 to 255 characters; the same as fromText means: keep as it is.' }),
});

const EntriesAnswer = Type.Object({
  status: Type.Literal('success'),
  data: Type.Object({
    entries: Type.Array(
      Type.Object({
        id: Type.Integer(),
        fromLang: Type.String(),
        fromText: Type.String(),
        toLang: Type.String(),
        toText: Type.String(),
      }),
    ),
  }),
});

const IdParams = Type.Object({ id: Type.String() });
/** Most entries of one bulk request. */
const LARGEST_BULK = 10_000;
const BULK_BODY_LIMIT_BYTES = 32 * 1024 * 1024;
const SUCCESS = { status: 'success' as const };

export async function dictionaryRoutes(app: ApiInstance, { dictionary }: Parts<'dictionary'>): Promise<void> {
  const tags = ['dictionary'];
  const security = SECURITY;
  const response = answers(StatusOnly);

  app.get(
    '/api/v1/dictionary',
    { schema: { tags, security, summary: 'All entries of the user', response: answers(EntriesAnswer) } },
    async (request) => ({
      status: 'success' as const,
      data: { entries: [...(await dictionary.list(callerOf(request)))] },
    }),
  );

  app.post(
    '/api/v1/dictionary',
    { schema: { tags, security, summary: 'Add or replace one entry', body: Term, response } },
    async (request) => {
      await dictionary.put(callerOf(request), [request.body]);
      return SUCCESS;
    },
  );

  app.post(
    '/api/v1/dictionary/bulk',
    {
      bodyLimit: BULK_BODY_LIMIT_BYTES,
      schema: {
        tags,
        security,
        summary: 'Add or replace many entries, all or none',
        body: Type.Array(Term, { minItems: 1, maxItems: LARGEST_BULK }),
        response,
      },
    },
    async (request) => {
      await dictionary.put(callerOf(request), request.body);
      return SUCCESS;
    },
  );

  app.put(
    '/api/v1/dictionary/:id',
    { schema: { tags, security, summary: 'Change an entry', params: IdParams, body: Term, response } },
    async (request) => {
      await dictionary.update(
        callerOf(request),
        wholeNumber(request.params.id, 'dictionary entry'),
        request.body,
      );
      return SUCCESS;
    },
  );

  app.delete(
    '/api/v1/dictionary/dictionary-all',
    { schema: { tags, security, summary: 'Delete every entry of the user', response } },
    async (request) => {
      await dictionary.clear(callerOf(request));
      return SUCCESS;
    },
  );

  app.delete(
    '/api/v1/dictionary/:id',
    { schema: { tags, security, summary: 'Delete an entry', params: IdParams, response } },
    async (request) => {
      await dictionary.remove(callerOf(request), wholeNumber(request.params.id, 'dictionary entry'));
      return SUCCESS;
    },
  );
}
