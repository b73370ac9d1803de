import Type from 'typebox';
import { Failure } from '../../../base/failure.js';
import type { ApiInstance } from '../../parts.js';
import { routesOf } from '../../shapes.js';
import { microsoftAnswers } from './microsoft-failure.js';
import { checkTextType } from './text-v3.js';
import type { TextRoutes } from './texts.js';
import { MicrosoftTranslation, meter } from './translate.js';

const Target = Type.Object({
  language: Type.String(),
  deploymentName: Type.Optional(Type.String({ description: 'general, a field, or a custom model.' })),
});
const Input = Type.Object({
  text: Type.String(),
  language: Type.Optional(Type.String()),
  textType: Type.Optional(Type.String()),
  targets: Type.Array(Target, { minItems: 1 }),
});
const Translated = Type.Object({
  value: Type.Array(
    Type.Object({
      detectedLanguage: Type.Optional(Type.Object({ language: Type.String(), score: Type.Number() })),
      translations: Type.Array(
        Type.Object({ language: Type.String(), text: Type.String(), sourceCharacters: Type.Integer() }),
      ),
    }),
  ),
});

/** Each is a translation of its own. */
const MOST_INPUTS = 100;

/** Texts, in the versions named by a day, where every text has its own languages. */
export async function microsoftTextRoutesDated(app: ApiInstance, options: TextRoutes): Promise<void> {
  const { parts, constraints, about } = options;
  const route = routesOf(about);
  const translation = new MicrosoftTranslation(parts);
  app.post(
    '/translate',
    {
      constraints,
      ...route('Translate texts, each into its languages', {
        body: Type.Object({ inputs: Type.Array(Input, { minItems: 1, maxItems: MOST_INPUTS }) }),
        response: microsoftAnswers(Translated),
      }),
    },
    async (request, reply) => {
      const groups = request.body.inputs.map(({ text, language, targets, textType }) => {
        checkTextType(textType);
        const [category, ...others] = new Set(targets.map(({ deploymentName = '' }) => deploymentName));
        if (others.length > 0) {
          throw new Failure('argumentInvalid', {
            message: 'The targets of a text share one deploymentName.',
          });
        }
        return { texts: [text], from: language, targets: targets.map((one) => one.language), category };
      });
      const translated = await translation.translate(request, reply, groups);
      meter(reply, translated);
      return {
        value: translated.map(({ detectedLanguage, translations, sourceCharacters }) => ({
          ...(detectedLanguage && { detectedLanguage }),
          translations: translations.map((one) => ({ ...one, sourceCharacters })),
        })),
      };
    },
  );
  // Left out of these versions by Microsoft; LibreTranslate has a path of this name.
  app.post('/detect', { constraints, schema: { ...about, hide: true } }, async () => {
    throw new Failure('pathUnknown', {
      message: 'Languages are detected by version 3.0: send api-version=3.0.',
    });
  });
}
