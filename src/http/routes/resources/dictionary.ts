import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import type { BadRow, PairRow } from '../../../interchange/pair.js';
import { MAX_FILE_BYTES } from '../../../interchange/read.js';
import { TERM_RULES } from '../../../interchange/text-rules.js';
import type { DictionaryOwner } from '../../../resources/entries/entry-owner.js';
import { tooManyEntries } from '../../../resources/entries/entry-rows.js';
import { readTables } from '../../body/table-body.js';
import { callerOf } from '../../caller/authentication.js';
import type { ApiInstance, Parts } from '../../parts.js';
import {
  answers,
  forCallers,
  routesOf,
  StatusOnly,
  SUCCESS,
  success,
  successOf,
  wrapped,
} from '../../shapes.js';
import { wholeNumber } from '../whole-number.js';
import { entryRoutes } from './entries.js';
import {
  Format,
  ImportQuery,
  importRequestOf,
  RejectedRow,
  sendTable,
  TABLE_ANSWER,
} from './interchange-shapes.js';

const SUBJECT = forCallers('dictionary');
const route = routesOf(SUBJECT);

const Term = Type.Object({
  fromLang: Type.String(),
  fromText: Type.String({ description: '1 to 255 characters.' }),
  toLang: Type.String(),
  toText: Type.String({ description: '1 to 255 characters; the same as fromText means: keep as it is.' }),
});

const EntriesAnswer = successOf(
  Type.Object({
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
);

const TakenShape = Type.Object({
  total: Type.Integer({ description: 'Rows of the table.' }),
  rejectedCount: Type.Integer(),
  rejected: Type.Array(RejectedRow, { description: 'The first thousand rows that could not be taken over.' }),
});
const MOST_REJECTED = 1_000;
const IdParams = Type.Object({ id: Type.String() });
/** Most entries of one bulk request. */
export const LARGEST_BULK = 10_000;
export const BULK_BODY_LIMIT_BYTES = 32 * 1024 * 1024;

export async function dictionaryRoutes(
  app: ApiInstance,
  parts: Parts<'entries' | 'entrySearch' | 'importPreviews' | 'pairReader' | 'undoLog'>,
): Promise<void> {
  const { entries, pairReader } = parts;
  const response = answers(StatusOnly);

  app.get(
    '/api/v1/dictionary',
    route('All entries of the user', { response: answers(EntriesAnswer) }),
    async (request) => success({ entries: [...(await entries.all(ownerOf(request)))] }),
  );

  app.post(
    '/api/v1/dictionary',
    route('Add or replace one entry', { body: Term, response }),
    async (request) => {
      await entries.put(ownerOf(request), [request.body]);
      return SUCCESS;
    },
  );

  app.post(
    '/api/v1/dictionary/bulk',
    {
      bodyLimit: BULK_BODY_LIMIT_BYTES,
      ...route('Add or replace many entries, all or none', {
        body: Type.Array(Term, { minItems: 1, maxItems: LARGEST_BULK }),
        response,
      }),
    },
    async (request) => {
      await entries.put(ownerOf(request), request.body);
      return SUCCESS;
    },
  );

  app.put(
    '/api/v1/dictionary/:id',
    route('Change an entry', { params: IdParams, body: Term, response }),
    async (request) => {
      const id = wholeNumber(request.params.id, 'dictionary entry');
      await entries.update(ownerOf(request), id, request.body);
      return SUCCESS;
    },
  );

  app.delete(
    '/api/v1/dictionary/dictionary-all',
    route('Delete every entry of the user', { response }),
    async (request) => {
      await entries.clear(ownerOf(request));
      return SUCCESS;
    },
  );

  app.delete(
    '/api/v1/dictionary/:id',
    route('Delete an entry', { params: IdParams, response }),
    async (request) => {
      await entries.remove(ownerOf(request), wholeNumber(request.params.id, 'dictionary entry'));
      return SUCCESS;
    },
  );

  readTables(app);
  entryRoutes(app, parts, {
    root: '/api/v1/dictionary',
    noun: 'user dictionary',
    subject: SUBJECT,
    params: Type.Object({}),
    ownerOf: async (request) => ownerOf(request),
  });

  app.post(
    '/api/v1/dictionary/import',
    {
      bodyLimit: MAX_FILE_BYTES,
      ...route('Import a table into the dictionary of the user', {
        querystring: ImportQuery,
        response: wrapped(TakenShape),
      }),
    },
    async (request) => {
      const owner = ownerOf(request);
      const limit = entries.limitOf(owner);
      const rows: PairRow[] = [];
      const bad: BadRow[] = [];
      const { bytes, ...table } = importRequestOf(request.query, request.body);
      for await (const row of pairReader.read(bytes, { ...table, rules: TERM_RULES })) {
        if (row.kind === 'bad') bad.push(row);
        else rows.push(row);
        if (rows.length > limit) throw tooManyEntries(owner, limit);
      }
      if (rows.length > 0) await entries.import(owner, rows);
      return success({
        total: rows.length + bad.length,
        rejectedCount: bad.length,
        rejected: bad.slice(0, MOST_REJECTED).map(({ line, reason }) => ({ line, reason })),
      });
    },
  );

  app.get(
    '/api/v1/dictionary/export',
    route('Export the dictionary of the user as a table', {
      querystring: Type.Object({ format: Format }),
      response: TABLE_ANSWER,
    }),
    async (request, reply) => {
      const all = await entries.all(ownerOf(request));
      return sendTable(reply, Readable.from(all), request.query.format, 'dictionary');
    },
  );
}

function ownerOf(request: FastifyRequest): DictionaryOwner {
  const { orgId, userId } = callerOf(request);
  return { kind: 'dictionary', orgId, userId };
}
