import type { FastifyReply, FastifyRequest } from 'fastify';
import Type, { type Static } from 'typebox';
import type { ApiInstance } from '../../parts.js';
import { readFormBodies } from '../form-body.js';
import { languageNames } from '../language-codes.js';
import { VendorTranslation } from '../vendor-translation.js';
import { escapedHtml } from './escaped-html.js';
import { checkNamesIn } from './names-in.js';
import { dataAnswers, type GoogleParts, route } from './shapes.js';

const Texts = Type.Union([Type.Array(Type.String(), { minItems: 1 }), Type.String()]);
const TranslateInput = Type.Object({
  q: Texts,
  target: Type.String(),
  source: Type.Optional(Type.String({ description: 'Detected for each text where it is absent.' })),
  format: Type.Optional(
    Type.Enum(['html', 'text'], {
      description: 'html where it is absent: then marks that mean something in HTML are escaped.',
    }),
  ),
  model: Type.Optional(
    Type.String({ description: 'nmt and base mean nothing here; else a field or a custom model.' }),
  ),
});
const DetectInput = Type.Object({ q: Texts });

const Translations = Type.Object({
  translations: Type.Array(
    Type.Object({
      translatedText: Type.String(),
      detectedSourceLanguage: Type.Optional(Type.String()),
      model: Type.Optional(Type.String()),
    }),
  ),
});
const Detections = Type.Object({
  detections: Type.Array(
    Type.Array(
      Type.Object({ language: Type.String(), confidence: Type.Number(), isReliable: Type.Boolean() }),
    ),
  ),
});
const Languages = Type.Object({
  languages: Type.Array(Type.Object({ language: Type.String(), name: Type.Optional(Type.String()) })),
});

/** Models of Google; all others are fields or models of ours. */
const GENERAL_MODELS: ReadonlySet<string> = new Set(['nmt', 'base', '']);
/** What Google answers where it cannot tell. */
const UNDETERMINED = { language: 'und', confidence: 0, isReliable: false };
const ROOT = '/language/translate/v2';
const BODY_TYPES = ['application/json', 'application/x-www-form-urlencoded'];

/** Version 2. */
export async function googleRoutesV2(app: ApiInstance, parts: GoogleParts): Promise<void> {
  const { languages, pipeline } = parts;
  const translation = new VendorTranslation(parts);
  readFormBodies(app);

  const detect = (q: string | readonly string[]) => ({
    data: {
      detections: pipeline
        .detect([q].flat())
        .map((found) => [
          found === undefined
            ? UNDETERMINED
            : { language: found.lang, confidence: found.confidence, isReliable: false },
        ]),
    },
  });
  const list = (target: string | undefined) => {
    checkNamesIn('target', target);
    const name = languageNames(target);
    return {
      data: {
        languages: languages.list().map(({ abbreviation }) => ({
          language: abbreviation,
          ...(target !== undefined && { name: name(abbreviation) }),
        })),
      },
    };
  };

  const translate = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { q, target, source = '', model = '', format = 'html' }: Static<typeof TranslateInput>,
  ) => {
    const field = GENERAL_MODELS.has(model) ? {} : { fieldId: model };
    const wanted = { texts: [q].flat(), from: source, to: target, ...field };
    const [result] = await translation.translate(request, reply, [wanted]);
    return {
      data: {
        translations: (result?.elements ?? []).map(({ translatedText, detectedLang }) => ({
          translatedText: format === 'html' ? escapedHtml(translatedText) : translatedText,
          ...(source === '' && { detectedSourceLanguage: detectedLang }),
          ...(model !== '' && { model }),
        })),
      },
    };
  };

  app.get(
    ROOT,
    route('Translate texts', { querystring: TranslateInput, response: dataAnswers(Translations) }),
    (request, reply) => translate(request, reply, request.query),
  );
  app.post(
    ROOT,
    {
      preValidation: queryIntoBody,
      ...route('Translate texts', {
        consumes: BODY_TYPES,
        body: TranslateInput,
        response: dataAnswers(Translations),
      }),
    },
    (request, reply) => translate(request, reply, request.body),
  );
  app.get(
    `${ROOT}/detect`,
    route('Detect languages', { querystring: DetectInput, response: dataAnswers(Detections) }),
    async ({ query }) => detect(query.q),
  );
  app.post(
    `${ROOT}/detect`,
    {
      preValidation: queryIntoBody,
      ...route('Detect languages', {
        consumes: BODY_TYPES,
        body: DetectInput,
        response: dataAnswers(Detections),
      }),
    },
    async ({ body }) => detect(body.q),
  );
  app.get(
    `${ROOT}/languages`,
    route('Languages, with their names where target says in which language', {
      querystring: Type.Object({ target: Type.Optional(Type.String()) }),
      response: dataAnswers(Languages),
    }),
    async ({ query }) => list(query.target),
  );
}

/** A POST may have its arguments in the address, in the body, or in both. */
async function queryIntoBody(request: FastifyRequest): Promise<void> {
  const { query, body } = request;
  if (body !== undefined && body !== null && (typeof body !== 'object' || Array.isArray(body))) return;
  request.body = { ...Object(query), ...body };
}
