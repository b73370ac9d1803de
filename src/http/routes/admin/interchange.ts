import Type from 'typebox';
import { MAX_FILE_BYTES } from '../../../interchange/read.js';
import { KINDS, type ListKind } from '../../../resources/list-kind.js';
import { readTables } from '../../body/table-body.js';
import { traceOf } from '../../metrics/traced-requests.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { answers } from '../../shapes.js';
import {
  Format,
  ImportAnswer,
  ImportQuery,
  ImportShape,
  importBody,
  importRequestOf,
  sendTable,
  TABLE_ANSWER,
} from '../resources/interchange-shapes.js';
import { wholeNumber } from '../whole-number.js';
import { ADMIN, OrgParams, orgId, success, wrapped } from './shapes.js';

const ListParams = Type.Object({ orgId, listId: Type.String() });

/** Tables into lists and out of them. */
export async function adminInterchangeRoutes(
  app: ApiInstance,
  parts: Parts<'imports' | 'lists'>,
): Promise<void> {
  readTables(app);
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
    async ({ params }) => success((await imports.all(params.orgId)).map(importBody)),
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
    async ({ params }) => success(importBody(await imports.find(params.orgId, params.importId))),
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
    async (request, reply) => {
      const { params, query, body } = request;
      const report = await imports.submit(params.orgId, kind, wholeNumber(params.listId, kind), {
        ...importRequestOf(query, body),
        traceparent: traceOf(request).trace?.traceparent,
      });
      reply.code(report.state === 'queued' ? 202 : 200);
      return success(importBody(report));
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
        response: TABLE_ANSWER,
      },
    },
    async ({ params, query }, reply) => {
      const { id } = await lists.find(params.orgId, kind, wholeNumber(params.listId, kind));
      return sendTable(reply, lists.walk(params.orgId, kind, id), query.format, `${kind}-${id}`);
    },
  );
}
