import Type from 'typebox';
import type { ApiInstance } from '../../parts.js';
import { routesOf } from '../../shapes.js';
import { scriptTag } from '../language-codes.js';
import { MicrosoftRefusal, microsoftAnswers } from './microsoft-failure.js';
import { checkOptions, OPTION_SHAPES } from './options.js';
import { type TextRoutes, Texts, textsOf } from './texts.js';
import { MicrosoftTranslation, meter } from './translate.js';

const TranslateQuery = Type.Object({
  'api-version': Type.String({ description: '3.0' }),
  to: Type.Union([Type.Array(Type.String()), Type.String({ description: 'May come several times.' })]),
  from: Type.Optional(Type.String()),
  textType: Type.Optional(Type.String({ description: 'Plain or Html; mark-up is kept in both.' })),
  category: Type.Optional(Type.String({ description: 'general, a field, or a custom model.' })),
  ...OPTION_SHAPES,
});
const Detected = Type.Object({ language: Type.String(), score: Type.Number() });
const Translated = Type.Array(
  Type.Object({
    detectedLanguage: Type.Optional(Detected),
    translations: Type.Array(Type.Object({ text: Type.String(), to: Type.String() })),
  }),
);
const Detections = Type.Array(
  Type.Object({
    language: Type.String(),
    score: Type.Number(),
    isTranslationSupported: Type.Boolean(),
    isTransliterationSupported: Type.Boolean(),
  }),
);

/** Texts, in version 3.0. */
export async function microsoftTextRoutesV3(app: ApiInstance, options: TextRoutes): Promise<void> {
  const { parts, constraints, about } = options;
  const route = routesOf(about);
  const { languages, pipeline } = parts;
  const translation = new MicrosoftTranslation(parts);
  app.post(
    '/translate',
    {
      constraints,
      ...route('Translate texts into one language or several', {
        querystring: TranslateQuery,
        body: Texts,
        response: microsoftAnswers(Translated),
      }),
    },
    async (request, reply) => {
      const { to, from, category, textType } = request.query;
      checkTextType(textType);
      checkOptions(request.query);
      const texts = textsOf(request.body);
      const targets = [to].flat().flatMap((some) => some.split(','));
      const translated = await translation.translate(request, reply, [{ texts, from, targets, category }]);
      meter(reply, translated);
      return translated.map(({ detectedLanguage, translations }) => ({
        ...(detectedLanguage && { detectedLanguage }),
        translations: translations.map(({ text, language }) => ({ text, to: language })),
      }));
    },
  );
  app.post(
    '/detect',
    {
      constraints,
      ...route('Detect languages', {
        querystring: Type.Object({ 'api-version': Type.String({ description: '3.0' }) }),
        body: Texts,
        response: microsoftAnswers(Detections),
      }),
    },
    async (request) => {
      const served = new Set(languages.list().map(({ abbreviation }) => abbreviation));
      return pipeline.detect(textsOf(request.body)).map((found) => ({
        language: found === undefined ? 'und' : scriptTag(found.lang),
        score: found?.confidence ?? 0,
        isTranslationSupported: found !== undefined && served.has(found.lang),
        isTransliterationSupported: false,
      }));
    },
  );
}

/** Also for the versions named by a day. */
export function checkTextType(textType: string | undefined): void {
  if (textType === undefined || /^(?:plain|html)$/i.test(textType)) return;
  throw new MicrosoftRefusal('textType', 'textType must be Plain or Html.');
}
