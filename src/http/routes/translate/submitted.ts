import Type from 'typebox';
import { ENGINES } from '../../../base/engine.js';
import { TRANSLATION_STATES } from '../../../store/schema/index.js';
import { callerOf } from '../../caller/authentication.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { forCallers, routesOf, success, wrapped } from '../../shapes.js';

const route = routesOf(forCallers('translation'));

const Nullable = <Shape extends Type.TSchema>(shape: Shape) => Type.Union([shape, Type.Null()]);
const SubmittedShape = Type.Object({
  queueId: Type.String(),
  state: Type.Enum([...TRANSLATION_STATES]),
  engine: Type.Enum(ENGINES),
  sourceLang: Type.String(),
  targetLang: Type.String(),
  characters: Type.Integer(),
  progress: Type.Object({ done: Type.Integer(), total: Type.Integer() }, { description: 'Sentences.' }),
  error: Nullable(Type.Object({ code: Type.Integer(), message: Type.String() })),
  createdAt: Type.String(),
  finishedAt: Nullable(Type.String()),
});

/** What the account has submitted and not yet forgotten. */
export async function submittedRoutes(
  app: ApiInstance,
  { submittedTranslations }: Parts<'submittedTranslations'>,
): Promise<void> {
  app.get(
    '/api/v1/translate/async',
    route('The hundred latest submitted translations of the account, newest first', {
      response: wrapped(Type.Array(SubmittedShape)),
    }),
    async (request) => {
      const latest = await submittedTranslations.latest(callerOf(request));
      return success(
        latest.map(({ done, total, errorCode, errorMessage, createdAt, finishedAt, ...job }) => ({
          ...job,
          progress: { done, total },
          error: errorCode === null ? null : { code: errorCode, message: errorMessage ?? '' },
          createdAt: createdAt.toISOString(),
          finishedAt: finishedAt?.toISOString() ?? null,
        })),
      );
    },
  );
}
