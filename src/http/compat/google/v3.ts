import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import { Failure } from '../../../base/failure.js';
import type { TranslationResult } from '../../../translate/pipeline-types.js';
import type { ApiInstance } from '../../parts.js';
import { languageNames } from '../language-codes.js';
import { type VendorRequest, VendorTranslation } from '../vendor-translation.js';
import { escapedHtml } from './escaped-html.js';
import { googleAnswers } from './google-failure.js';
import { checkNamesIn } from './names-in.js';
import { type GoogleParts, route } from './shapes.js';

const MIME_TYPES = ['text/html', 'text/plain'] as const;
const MimeType = Type.Optional(
  Type.Enum([...MIME_TYPES, ''], {
    description: 'text/html where it is absent: then marks that mean something in HTML are escaped.',
  }),
);
const TranslateInput = Type.Object({
  contents: Type.Array(Type.String(), { minItems: 1, maxItems: 1024 }),
  targetLanguageCode: Type.String(),
  sourceLanguageCode: Type.Optional(
    Type.String({ description: 'Detected for each text where it is absent.' }),
  ),
  mimeType: MimeType,
  model: Type.Optional(
    Type.String({
      description:
        'projects/…/locations/…/models/…: general/… means nothing here; else a field or a custom model.',
    }),
  ),
  glossaryConfig: Type.Optional(
    Type.Object({ glossary: Type.String({ description: 'projects/…/locations/…/glossaries/<id>.' }) }),
  ),
});
const Translation = Type.Object({
  translatedText: Type.String(),
  model: Type.Optional(Type.String()),
  detectedLanguageCode: Type.Optional(Type.String()),
  glossaryConfig: Type.Optional(Type.Object({ glossary: Type.String() })),
});
const Translations = Type.Object({
  translations: Type.Array(Translation),
  glossaryTranslations: Type.Optional(Type.Array(Translation)),
});
const DetectInput = Type.Object({ content: Type.String(), mimeType: MimeType });
const Detections = Type.Object({
  languages: Type.Array(Type.Object({ languageCode: Type.String(), confidence: Type.Number() })),
});
const LanguagesQuery = Type.Object({ displayLanguageCode: Type.Optional(Type.String()) });
const Languages = Type.Object({
  languages: Type.Array(
    Type.Object({
      languageCode: Type.String(),
      displayName: Type.Optional(Type.String()),
      supportSource: Type.Boolean(),
      supportTarget: Type.Boolean(),
    }),
  ),
});

/** Both ways to name a parent; whose project it is means nothing here, since the key says who is calling. */
const PARENTS = [
  {
    path: '/v3/projects/:project/locations/:location',
    last: '/v3/projects/:project/locations/:location([^:]+)',
  },
  { path: '/v3/projects/:project', last: '/v3/projects/:project([^:]+)' },
] as const;

/** Version 3: texts, languages. */
export async function googleRoutesV3(app: ApiInstance, parts: GoogleParts): Promise<void> {
  const { languages, pipeline } = parts;
  const translation = new VendorTranslation(parts);

  const translate = async (
    request: FastifyRequest,
    reply: FastifyReply,
    input: Static<typeof TranslateInput>,
  ) => {
    const { contents, targetLanguageCode: to, sourceLanguageCode: from = '', model = '' } = input;
    const wanted: VendorRequest = { texts: contents, from, to, ...fieldOf(model) };
    const { glossaryConfig } = input;
    const glossaries = glossaryConfig && glossaryIdOf(glossaryConfig.glossary);
    // With a glossary Google gives both: without it, and with it.
    const [plain, termed] = await translation.translate(
      request,
      reply,
      glossaries === undefined
        ? [wanted]
        : [
            { ...wanted, glossaries: '-1' },
            { ...wanted, glossaries },
          ],
    );
    const shown = (result: TranslationResult | undefined) =>
      (result?.elements ?? []).map(({ translatedText, detectedLang }) => ({
        translatedText: input.mimeType === 'text/plain' ? translatedText : escapedHtml(translatedText),
        ...(model !== '' && { model }),
        ...(from === '' && { detectedLanguageCode: detectedLang }),
      }));
    return {
      translations: shown(plain),
      ...(glossaryConfig && {
        glossaryTranslations: shown(termed).map((one) => ({
          ...one,
          glossaryConfig: { glossary: glossaryConfig.glossary },
        })),
      }),
    };
  };

  for (const { path, last } of PARENTS) {
    app.post(
      `${last}::translateText`,
      route('Translate texts (version 3)', { body: TranslateInput, response: googleAnswers(Translations) }),
      (request, reply) => translate(request, reply, request.body),
    );
    app.post(
      `${last}::detectLanguage`,
      route('Detect the language of a text (version 3)', {
        body: DetectInput,
        response: googleAnswers(Detections),
      }),
      async ({ body }) => ({
        languages: pipeline.detect([body.content]).map((found) => ({
          languageCode: found?.lang ?? 'und',
          confidence: found?.confidence ?? 0,
        })),
      }),
    );
    app.get(
      `${path}/supportedLanguages`,
      route('Languages (version 3), with their names where displayLanguageCode says in which language', {
        querystring: LanguagesQuery,
        response: googleAnswers(Languages),
      }),
      async ({ query: { displayLanguageCode } }) => {
        checkNamesIn('displayLanguageCode', displayLanguageCode);
        const name = languageNames(displayLanguageCode);
        const all = languages.list().map(({ abbreviation }) => abbreviation);
        return {
          languages: all.map((lang) => ({
            languageCode: lang,
            ...(displayLanguageCode !== undefined && { displayName: name(lang) }),
            supportSource: all.some((to) => languages.supports(lang, to)),
            supportTarget: all.some((from) => languages.supports(from, lang)),
          })),
        };
      },
    );
  }
}

/** Models of Google are `general/…`; all others are fields or models of ours. */
function fieldOf(model: string): Pick<VendorRequest, 'fieldId'> {
  const name = model.replace(/^projects\/[^/]*\/(?:locations\/[^/]*\/)?models\//, '');
  return name === '' || name.startsWith('general/') ? {} : { fieldId: name };
}

function glossaryIdOf(name: string): string {
  const [, id = name] = /^projects\/[^/]*\/(?:locations\/[^/]*\/)?glossaries\/([^/]*)$/.exec(name) ?? [];
  if (/^[1-9]\d{0,14}$/.test(id)) return id;
  throw new Failure('idUnknown', { message: 'There is no glossary with this id.' });
}
