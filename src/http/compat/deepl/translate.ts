import Type, { type Static } from 'typebox';
import { countCharacters } from '../../../translate/segmentation/count.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { type StandIns, standIns } from '../tag-stand-ins.js';
import { type VendorRequest, VendorTranslation } from '../vendor-translation.js';
import { deeplAnswers } from './deepl-failure.js';
import { formalityOf } from './formality.js';
import { sourceCode } from './language-codes.js';
import { BODY_TYPES, checkFlag, checkOption, Flag, isOn, listOf, route, TagNames } from './shapes.js';

/** DeepL sets no limit of its own: of more than is read anyway the end will do. */
const LONGEST_CONTEXT = 1_000;
const WITHOUT_EFFECT = 'Accepted, without effect.';
const TAG_HANDLINGS = ['html', 'xml'];
const SPLITS = ['0', '1', 'nonewlines'];
const FLAGS = ['show_billed_characters', 'preserve_formatting', 'outline_detection'] as const;
const MODEL_TYPES = ['latency_optimized', 'quality_optimized', 'prefer_quality_optimized'];

const TranslateBody = Type.Object({
  text: Type.Union([Type.Array(Type.String(), { minItems: 1 }), Type.String()]),
  target_lang: Type.String(),
  source_lang: Type.Optional(Type.String({ description: 'Detected for each text where it is absent.' })),
  tag_handling: Type.Optional(Type.String({ description: `${TAG_HANDLINGS.join(' or ')}.` })),
  ignore_tags: Type.Optional(TagNames),
  splitting_tags: Type.Optional(TagNames),
  non_splitting_tags: Type.Optional(TagNames),
  split_sentences: Type.Optional(
    Type.Union([Type.Boolean(), Type.String({ description: '0, 1 or nonewlines.' })]),
  ),
  glossary_id: Type.Optional(Type.String()),
  glossary_ids: Type.Optional(TagNames),
  show_billed_characters: Type.Optional(Flag),
  preserve_formatting: Type.Optional(Type.Unknown({ description: 'Formatting is always kept.' })),
  outline_detection: Type.Optional(Type.Unknown({ description: WITHOUT_EFFECT })),
  context: Type.Optional(
    Type.String({
      description:
        'Stands before each text: read, neither translated nor counted; of a long one the end. Acts with models that read context.',
    }),
  ),
  formality: Type.Optional(
    Type.String({
      description:
        'default, more, less, prefer_more or prefer_less: register of Japanese translations; without effect elsewhere.',
    }),
  ),
  model_type: Type.Optional(Type.String({ description: `${MODEL_TYPES.join(', ')}. ${WITHOUT_EFFECT}` })),
});

const TranslateAnswer = Type.Object({
  translations: Type.Array(
    Type.Object({
      detected_source_language: Type.String(),
      text: Type.String(),
      billed_characters: Type.Optional(Type.Integer()),
    }),
  ),
});

export async function deeplTranslateRoutes(
  app: ApiInstance,
  parts: Parts<'metering' | 'metrics' | 'pipeline' | 'resolver' | 'settings'>,
): Promise<void> {
  const translation = new VendorTranslation(parts);
  app.post(
    '/v2/translate',
    route('Translate texts', {
      consumes: BODY_TYPES,
      body: TranslateBody,
      response: deeplAnswers(TranslateAnswer),
    }),
    async (request, reply) => {
      const { body } = request;
      checkOption('tag_handling', body.tag_handling, TAG_HANDLINGS);
      checkOption('split_sentences', splitOf(body), SPLITS);
      checkOption('model_type', body.model_type, MODEL_TYPES);
      for (const name of FLAGS) checkFlag(name, body[name]);
      const texts = (typeof body.text === 'string' ? [body.text] : body.text).map((text) =>
        masked(text, body),
      );
      const [result] = await translation.translate(request, reply, [wantedBy(body, texts)]);
      const elements = result?.elements ?? [];
      return {
        translations: elements.map(({ sourceText, translatedText, detectedLang }, index) => ({
          detected_source_language: sourceCode(detectedLang),
          text: texts[index]?.restore(translatedText) ?? translatedText,
          ...(isOn(body.show_billed_characters) && { billed_characters: countCharacters(sourceText) }),
        })),
      };
    },
  );
}

function wantedBy(body: Static<typeof TranslateBody>, texts: readonly StandIns[]): VendorRequest {
  const split = splitOf(body) ?? (body.tag_handling === 'html' ? 'nonewlines' : '1');
  const glossaries = [...listOf(body.glossary_id), ...listOf(body.glossary_ids)];
  return {
    texts: texts.map(({ text }) => text),
    from: body.source_lang,
    to: body.target_lang,
    joinsLines: split === 'nonewlines',
    splitsSentences: split !== '0',
    formality: formalityOf(body.formality),
    context: body.context?.slice(-LONGEST_CONTEXT),
    ...(glossaries.length > 0 && { glossaries: glossaries.join(',') }),
  };
}

/** JSON may have a flag where a form has a figure. */
function splitOf({ split_sentences: sent }: Static<typeof TranslateBody>): string | undefined {
  return typeof sent === 'boolean' ? String(Number(sent)) : sent;
}

/** Rules about tags count where the caller says that there are tags. */
function masked(text: string, body: Static<typeof TranslateBody>): StandIns {
  if (body.tag_handling !== 'html' && body.tag_handling !== 'xml') {
    return { text, restore: (translated) => translated };
  }
  const names = (list: string | readonly string[] | undefined) =>
    new Set(listOf(list).map((name) => name.toLowerCase()));
  return standIns(text, {
    ignored: names(body.ignore_tags),
    splitting: names(body.splitting_tags),
    joining: names(body.non_splitting_tags),
  });
}
