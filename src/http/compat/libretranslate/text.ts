import Type from 'typebox';
import { Failure } from '../../../base/failure.js';
import type { Detection, TranslatedElement } from '../../../translate/pipeline-types.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { scriptTag } from '../language-codes.js';
import { VendorTranslation } from '../vendor-translation.js';
import { alternativesFor, alternativesOf } from './alternatives.js';
import { libreAnswers } from './libretranslate-failure.js';
import { BODY_TYPES, route } from './shapes.js';

const Key = Type.Optional(Type.String({ description: '<accessKey>:<secretKey>' }));
const Texts = Type.Union([Type.Array(Type.String(), { minItems: 1 }), Type.String()]);
const Detected = Type.Object({ language: Type.String(), confidence: Type.Number() });
const Several = <Shape extends Type.TSchema>(shape: Shape) => Type.Union([Type.Array(shape), shape]);

const TranslateBody = Type.Object({
  q: Texts,
  source: Type.String({ description: 'A language, or auto.' }),
  target: Type.String(),
  format: Type.Optional(Type.Enum(['text', 'html'], { description: 'Mark-up is kept in both.' })),
  alternatives: Type.Optional(Type.Union([Type.Integer(), Type.String()])),
  api_key: Key,
});
const TranslateAnswer = Type.Object({
  translatedText: Several(Type.String()),
  detectedLanguage: Type.Optional(Several(Detected)),
  alternatives: Type.Optional(Type.Union([Type.Array(Type.Array(Type.String())), Type.Array(Type.String())])),
});
const DetectBody = Type.Object({ q: Type.String(), api_key: Key });

/** Names that LibreTranslate had for languages before. */
const FORMER_CODES: ReadonlyMap<string, string> = new Map([['zt', 'zh-Hant']]);

export async function libreTextRoutes(
  app: ApiInstance,
  parts: Parts<'metering' | 'metrics' | 'pipeline' | 'resolver' | 'settings'>,
): Promise<void> {
  const translation = new VendorTranslation(parts);
  app.post(
    '/translate',
    route('Translate texts', {
      description: 'With api-version in the query, the same path is that of Microsoft Translator.',
      consumes: BODY_TYPES,
      body: TranslateBody,
      response: libreAnswers(TranslateAnswer),
    }),
    async (request, reply) => {
      const { q, source, target } = request.body;
      const texts = [q].flat();
      const alternatives = alternativesFor(request.body.alternatives, texts);
      const [result] = await translation.translate(request, reply, [
        { texts, from: currentCode(source), to: currentCode(target), alternatives },
      ]);
      const elements = result?.elements ?? [];
      const translated = elements.map(({ translatedText }) => translatedText);
      return {
        translatedText: asSent(q, translated),
        ...(source.trim().toLowerCase() === 'auto' && {
          detectedLanguage: asSent(q, detected(elements, parts.pipeline.detect(texts))),
        }),
        ...(Number(request.body.alternatives ?? 0) > 0 && {
          alternatives: asSent(
            q,
            elements.map((element) => alternativesOf(element, alternatives)),
          ),
        }),
      };
    },
  );
  app.post(
    '/detect',
    route('Detect the language of a text', {
      consumes: BODY_TYPES,
      body: DetectBody,
      response: libreAnswers(Type.Array(Detected)),
    }),
    async (request) => {
      const { q } = request.body;
      if (q === '') throw new Failure('requestInvalid', { message: 'q is empty: send a text.' });
      const [found] = parts.pipeline.detect([q]);
      return found === undefined
        ? []
        : [{ language: scriptTag(found.lang), confidence: percent(found.confidence) }];
    },
  );
}

function currentCode(code: string): string {
  return FORMER_CODES.get(code.trim().toLowerCase()) ?? code;
}

/** One text is answered by one, several by a list. */
function asSent<Value>(q: string | readonly string[], values: readonly Value[]): Value | Value[] {
  const [first] = values;
  return typeof q === 'string' && first !== undefined ? first : [...values];
}

/** What the texts were translated from, and how sure that is. */
function detected(elements: readonly TranslatedElement[], found: readonly (Detection | undefined)[]) {
  return elements.map(({ detectedLang }, index) => ({
    language: scriptTag(detectedLang),
    confidence: percent(found[index]?.confidence ?? 0),
  }));
}

function percent(confidence: number): number {
  return Math.round(confidence * 100);
}
