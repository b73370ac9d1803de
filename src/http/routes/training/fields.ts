import Type from 'typebox';
import { Failure } from '../../../base/failure.js';
import { callerOf } from '../../caller/authentication.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { answers, forCallers, routesOf } from '../../shapes.js';

const route = routesOf(forCallers('custom models'));

const CustomFieldShape = Type.Object({
  lid: Type.String({ description: 'L and six digits.' }),
  name: Type.Object({ en: Type.String(), ja: Type.String() }),
  orgId: Type.String(),
  parent_lid: Type.String({ description: '`root` at the top level.' }),
  source_lang: Type.String(),
  target_lang: Type.String(),
  trainable: Type.Boolean({ description: 'Whether a model can be trained under it.' }),
  updatedAt: Type.Integer({ description: 'UNIX time in seconds.' }),
});

/** The fields of the custom-model engine; a bare array. */
export async function trainingFieldRoutes(
  app: ApiInstance,
  { customFields, languages }: Parts<'customFields' | 'languages'>,
): Promise<void> {
  app.get(
    '/api/v1/training/fields/sourceLang/:sourceLang/targetLang/:targetLang',
    route('Fields of the custom-model engine for two languages', {
      params: Type.Object({ sourceLang: Type.String(), targetLang: Type.String() }),
      response: answers(Type.Array(CustomFieldShape)),
    }),
    async (request) => {
      const sourceLang = languages.codeOf(request.params.sourceLang);
      const targetLang = languages.codeOf(request.params.targetLang);
      const fields = customFields.list(sourceLang, targetLang);
      if (fields === undefined || !languages.supports(sourceLang, targetLang))
        throw new Failure('directionUnsupported');
      const { orgId } = callerOf(request);
      return fields.map(({ lid, name, parent, trainable }) => ({
        lid,
        name,
        orgId,
        parent_lid: parent,
        source_lang: sourceLang,
        target_lang: targetLang,
        trainable,
        updatedAt: customFields.updatedAt,
      }));
    },
  );
}
