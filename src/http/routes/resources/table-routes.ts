import type { FastifyRequest, FastifySchema } from 'fastify';
import Type from 'typebox';
import { MAX_FILE_BYTES } from '../../../interchange/read.js';
import type { ListOwner } from '../../../resources/entries/entry-owner.js';
import { traceOf } from '../../metrics/traced-requests.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { answers, routesOf, success } from '../../shapes.js';
import {
  Format,
  ImportAnswer,
  ImportQuery,
  importBody,
  importRequestOf,
  sendTable,
  TABLE_ANSWER,
} from './interchange-shapes.js';

/** A list at one of the doors. */
export interface TablePlace {
  /** Its path. */
  readonly root: string;
  readonly noun: string;
  /** What its routes have in common with others. */
  readonly subject: FastifySchema;
  /** Shape of what the path holds. */
  readonly params: Type.TSchema;
  /** The list that a request is about; one that there is. */
  ownerOf(request: FastifyRequest): Promise<ListOwner>;
  readonly undoable: boolean;
}

/** Tables into a list and out of it, the same at both doors: for its people, and for the administration. */
export function tableRoutes(
  app: ApiInstance,
  { imports, lists }: Parts<'imports' | 'lists'>,
  { root, noun, subject, params, ownerOf, undoable }: TablePlace,
): void {
  const route = routesOf({ ...subject, params }, noun);
  app.post(
    `${root}/import`,
    {
      bodyLimit: MAX_FILE_BYTES,
      ...route('Import a table; 202 when it is large and goes on in the background', {
        querystring: ImportQuery,
        response: { ...answers(ImportAnswer), 202: ImportAnswer },
      }),
    },
    async (request, reply) => {
      const { orgId, kind, listId } = await ownerOf(request);
      const report = await imports.submit(orgId, kind, listId, {
        ...importRequestOf(request.query, request.body),
        undoable,
        traceparent: traceOf(request).trace?.traceparent,
      });
      reply.code(report.state === 'queued' ? 202 : 200);
      return success(importBody(report));
    },
  );
  app.get(
    `${root}/export`,
    route('Export as a table', {
      querystring: Type.Object({ format: Format }),
      response: TABLE_ANSWER,
    }),
    async (request, reply) => {
      const { orgId, kind, listId } = await ownerOf(request);
      return sendTable(reply, lists.walk(orgId, kind, listId), request.query.format, `${kind}-${listId}`);
    },
  );
}
