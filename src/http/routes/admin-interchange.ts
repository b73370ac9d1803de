import { Readable } from 'node:stream';
import Type from 'typebox';
import { Failure } from '../../failure.js';
import { ENCODINGS } from '../../interchange/encoding.js';
import { INTERCHANGE_FORMATS } from '../../interchange/format.js';
import { isLangCode } from '../../interchange/lang-tag.js';
import { MAX_FILE_BYTES } from '../../interchange/read.js';
import { writePairs } from '../../interchange/write.js';
import { KINDS, type ListKind } from '../../resources/list-kind.js';
import type { ApiInstance, Parts } from '../parts.js';
import { answers } from '../shapes.js';
import { ADMIN, OrgParams, orgId, success, wrapped } from './admin-shapes.js';
import { wholeNumber } from './whole-number.js';

const Format = Type.Enum(['tsv', 'csv', 'tmx', 'xlsx']);
const ListParams = Type.Object({ orgId, listId: Type.String() });
const ImportQuery = Type.Object({
  format: Format,
  fromLang: Type.Optional(Type.String({ description: 'Not needed where the table names its languages.' })),
  toLang: Type.Optional(Type.String()),
  encoding: Type.Optional(
    Type.Enum([...ENCODINGS], { description: 'Of text without a byte order mark; default utf-8.' }),
  ),
});
const ImportShape = Type.Object({
  importId: Type.String(),
  state: Type.Enum(['queued', 'running', 'finished', 'failed']),
  total: Type.Integer({ description: 'Rows of the table; 0 while they have not been counted.' }),
  done: Type.Integer(),
  rejectedCount: Type.Integer(),
  rejected: Type.Array(Type.Object({ line: Type.Integer(), reason: Type.String() }), {
    description: 'The first thousand rows that could not be taken over.',
  }),
  errorMessage: Type.Union([Type.String(), Type.Null()]),
});
const ImportAnswer = Type.Object({ status: Type.Literal('success'), data: ImportShape });

/** Tables into lists and out of them. */
export async function adminInterchangeRoutes(
  app: ApiInstance,
  parts: Parts<'imports' | 'lists'>,
): Promise<void> {
  // A table is the body itself, whatever content type the client gives it.
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  for (const { path, kind } of Object.values(KINDS)) {
    const root = `/admin/v1/organizations/:orgId/${path}/:listId`;
    importRoute(app, parts, root, kind);
    exportRoute(app, parts, root, kind);
  }
  const { imports } = parts;
  app.get(
    '/admin/v1/organizations/:orgId/imports',
    {
      schema: {
        ...ADMIN,
        summary: 'The latest imports',
        params: OrgParams,
        response: wrapped(Type.Array(ImportShape)),
      },
    },
    async ({ params }) =>
      success(
        (await imports.all(params.orgId)).map((report) => ({ ...report, rejected: [...report.rejected] })),
      ),
  );
  app.get(
    '/admin/v1/organizations/:orgId/imports/:importId',
    {
      schema: {
        ...ADMIN,
        summary: 'How far an import is',
        params: Type.Object({ orgId, importId: Type.String() }),
        response: wrapped(ImportShape),
      },
    },
    async ({ params }) => {
      const report = await imports.find(params.orgId, params.importId);
      return success({ ...report, rejected: [...report.rejected] });
    },
  );
}

function importRoute(app: ApiInstance, { imports }: Parts<'imports'>, root: string, kind: ListKind): void {
  app.post(
    `${root}/import`,
    {
      bodyLimit: MAX_FILE_BYTES,
      schema: {
        ...ADMIN,
        summary: `Import a table into a ${kind}; 202 when it is large and goes on in the background`,
        params: ListParams,
        querystring: ImportQuery,
        response: { ...answers(ImportAnswer), 202: ImportAnswer },
      },
    },
    async ({ params, query, body }, reply) => {
      if (!Buffer.isBuffer(body) || body.length === 0) {
        throw new Failure('argumentMissing', {
          message: 'Send the table itself as the body, as application/octet-stream.',
        });
      }
      for (const name of ['fromLang', 'toLang'] as const) {
        const code = query[name];
        if (code !== undefined && !isLangCode(code)) {
          throw new Failure('argumentInvalid', { message: `${name} is not a language code.` });
        }
      }
      const { format, fromLang: from, toLang: to, encoding } = query;
      const report = await imports.submit(params.orgId, kind, wholeNumber(params.listId, kind), {
        format,
        bytes: body,
        ...(from !== undefined && { from }),
        ...(to !== undefined && { to }),
        ...(encoding !== undefined && { encoding }),
      });
      reply.code(report.state === 'queued' ? 202 : 200);
      return success({ ...report, rejected: [...report.rejected] });
    },
  );
}

function exportRoute(app: ApiInstance, { lists }: Parts<'lists'>, root: string, kind: ListKind): void {
  app.get(
    `${root}/export`,
    {
      schema: {
        ...ADMIN,
        summary: `Export a ${kind} as a table`,
        params: ListParams,
        querystring: Type.Object({ format: Format }),
      },
    },
    async ({ params, query }, reply) => {
      const { id } = await lists.find(params.orgId, kind, wholeNumber(params.listId, kind));
      const pieces = writePairs(lists.walk(params.orgId, kind, id), query.format);
      // The first piece is made before the answer begins: what goes wrong until then is still a failure.
      const first = await pieces.next();
      reply.header('content-type', INTERCHANGE_FORMATS[query.format]);
      reply.header('content-disposition', `attachment; filename="${kind}-${id}.${query.format}"`);
      return reply.send(Readable.from(continued(first, pieces), { objectMode: false }));
    },
  );
}

async function* continued(
  first: IteratorResult<Uint8Array>,
  rest: AsyncGenerator<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  if (first.done) return;
  yield first.value;
  yield* rest;
}
