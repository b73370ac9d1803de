import Type from 'typebox';
import { Failure } from '../../../failure.js';
import type { ApiInstance, Parts } from '../../parts.js';
import type { ApiVersion } from '../api-version.js';
import { scriptTag } from '../language-codes.js';
import { microsoftAnswers } from './failures.js';
import { MicrosoftTranslation, meter } from './translate.js';

/** Names of members are written with a capital by some clients. */
const Texts = Type.Array(
  Type.Object({ Text: Type.Optional(Type.String()), text: Type.Optional(Type.String()) }),
  { minItems: 1, maxItems: 1000 },
);
const Version = Type.Optional(Type.String({ description: '3.0' }));
const TranslateQuery = Type.Object({
  'api-version': Version,
  to: Type.Union([Type.Array(Type.String()), Type.String({ description: 'May come several times.' })]),
  from: Type.Optional(Type.String()),
  textType: Type.Optional(Type.String({ description: 'plain or html; mark-up is kept in both.' })),
  category: Type.Optional(Type.String({ description: 'general, a field, or a custom model.' })),
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

export interface TextRoutes {
  readonly parts: Parts<'languages' | 'metering' | 'metrics' | 'pipeline' | 'resolver' | 'settings'>;
  /** Where the routes stand. */
  readonly prefix: string;
  readonly constraints: { readonly apiVersion?: ApiVersion };
  /** For the OpenAPI document. */
  readonly about: {
    readonly tags: string[];
    readonly hide?: boolean;
    readonly security: Record<string, never[]>[];
  };
}

/** Texts, in version 3.0. */
export async function microsoftTextRoutesV3(app: ApiInstance, options: TextRoutes): Promise<void> {
  const { parts, constraints, about } = options;
  const { languages, pipeline } = parts;
  const translation = new MicrosoftTranslation(parts);
  app.post(
    '/translate',
    {
      constraints,
      schema: {
        ...about,
        summary: 'Translate texts into one language or several',
        querystring: TranslateQuery,
        body: Texts,
        response: microsoftAnswers(Translated),
      },
    },
    async (request, reply) => {
      const { to, from, category } = request.query;
      const texts = request.body.map(textOf);
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
      schema: {
        ...about,
        summary: 'Detect languages',
        querystring: Type.Object({ 'api-version': Version }),
        body: Texts,
        response: microsoftAnswers(Detections),
      },
    },
    async (request) => {
      const served = new Set(languages.list().map(({ abbreviation }) => abbreviation));
      return pipeline.detect(request.body.map(textOf)).map((found) => ({
        language: found === undefined ? 'und' : scriptTag(found.lang),
        score: found?.confidence ?? 0,
        isTranslationSupported: found !== undefined && served.has(found.lang),
        isTransliterationSupported: false,
      }));
    },
  );
}

function textOf({ Text, text }: { readonly Text?: string; readonly text?: string }): string {
  const found = Text ?? text;
  if (found === undefined) throw new Failure('argumentMissing', { message: 'An element has no Text.' });
  return found;
}
