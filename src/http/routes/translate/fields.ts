import Type from 'typebox';
import type { ApiInstance, Parts } from '../../parts.js';
import { answers, forCallers, routesOf, success, successOf } from '../../shapes.js';

const route = routesOf(forCallers('fields'));

const FieldsAnswer = successOf(
  Type.Object({
    fields: Type.Array(
      Type.Object({
        id: Type.String(),
        name: Type.String({ description: 'In the requested language.' }),
        parent: Type.Optional(Type.String({ description: 'Absent at the top level.' })),
      }),
    ),
  }),
);

/** The specialised fields of the phrase-pair engine. */
export async function fieldRoutes(app: ApiInstance, { fields }: Parts<'fields'>): Promise<void> {
  app.get(
    '/api/v1/field/list',
    route('Specialised fields of the phrase-pair engine', {
      querystring: Type.Object({
        engine: Type.Enum(['t4oo']),
        language: Type.Enum(['ja', 'en']),
        level: Type.Optional(
          Type.Enum(['1', '2'], {
            description: '1: first level only; 2: down to the second level; omitted: all levels.',
          }),
        ),
      }),
      response: answers(FieldsAnswer),
    }),
    async ({ query }) =>
      success({
        fields: fields
          .list(query.level === undefined ? undefined : Number(query.level))
          .map(({ id, name, parent }) => ({ id, name: name[query.language], ...(parent && { parent }) })),
      }),
  );
}
