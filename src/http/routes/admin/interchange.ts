import Type from 'typebox';
import { KINDS } from '../../../resources/entries/list-kind.js';
import { readTables } from '../../body/table-body.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { success, wrapped } from '../../shapes.js';
import { ImportShape, importBody } from '../resources/interchange-shapes.js';
import { tableRoutes } from '../resources/table-routes.js';
import { wholeNumber } from '../whole-number.js';
import { ADMIN, OrgParams, orgId, route } from './shapes.js';

const ListParams = Type.Object({ orgId, listId: Type.String() });

/** Tables into lists and out of them. */
export async function adminInterchangeRoutes(
  app: ApiInstance,
  parts: Parts<'imports' | 'lists'>,
): Promise<void> {
  readTables(app);
  for (const { path, kind } of Object.values(KINDS)) {
    const root = `/admin/v1/organizations/:orgId/${path}/:listId`;
    tableRoutes(app, parts, {
      root,
      noun: kind,
      subject: ADMIN,
      params: ListParams,
      ownerOf: async ({ params }) => {
        const { orgId, listId } = params as Type.Static<typeof ListParams>;
        const { id } = await parts.lists.find(orgId, kind, wholeNumber(listId, kind));
        return { orgId, kind, listId: id };
      },
      undoable: false,
    });
  }
  const { imports } = parts;
  app.get(
    '/admin/v1/organizations/:orgId/imports',
    route('The latest imports', { params: OrgParams, response: wrapped(Type.Array(ImportShape)) }),
    async ({ params }) => success((await imports.all(params.orgId)).map(importBody)),
  );
  app.get(
    '/admin/v1/organizations/:orgId/imports/:importId',
    route('How far an import is', {
      params: Type.Object({ orgId, importId: Type.String() }),
      response: wrapped(ImportShape),
    }),
    async ({ params }) => success(importBody(await imports.find(params.orgId, params.importId))),
  );
}
