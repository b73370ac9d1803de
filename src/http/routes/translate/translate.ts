import Type, { type Static } from 'typebox';
import { FORMALITIES } from '../../../base/engine.js';
import { TranslateBody } from '../../../requests/body.js';
import type { TranslationContext, TranslationResult } from '../../../translate/pipeline-types.js';
import { isBroken } from '../../../translate/report/segment-report.js';
import { failureBody, toFailure } from '../../answer/failure-edge.js';
import { SentenceStream, wantsEvents } from '../../answer/sentence-stream.js';
import { callerOf } from '../../caller/authentication.js';
import { traceOf } from '../../metrics/traced-requests.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { answers, forCallers, routesOf, success, successOf } from '../../shapes.js';
import { endSignal, TextTranslation } from '../../text-translation.js';

const route = routesOf(forCallers('translation'));

const TermShape = Type.Object({
  fromText: Type.String(),
  toText: Type.String(),
  tier: Type.String(),
  applied: Type.Boolean(),
  found: Type.Optional(
    Type.String({
      description: 'The form in which it stood in the text, where that is not fromText itself.',
    }),
  ),
});

const Quality = Type.Number({
  description:
    'Estimated probability that the translation is usable, 0 to 1. Below 0.5 it should be read again.',
});

const Untranslated = Type.Literal(true, {
  description: 'It came back as it is: it has no meaning, or could not be translated.',
});

const SentenceShape = Type.Object({
  source: Type.String(),
  sourceStart: Type.Integer({ description: 'Where it begins in sourceText, in UTF-16 code units.' }),
  target: Type.String(),
  targetStart: Type.Integer({ description: 'Where it begins in translatedText, in UTF-16 code units.' }),
  by: Type.String({ description: 'model, phrase-pair, dictionary, terms or kept.' }),
  quality: Type.Optional(Quality),
  untranslated: Type.Optional(Untranslated),
  terms: Type.Array(TermShape),
  alternatives: Type.Optional(
    Type.Array(Type.Object({ text: Type.String(), quality: Quality }), {
      description: 'Other translations, best first; when the body asks for alternatives.',
    }),
  ),
});

const ExplanationShape = Type.Object({
  detectedLang: Type.String(),
  segments: Type.Integer(),
  phrasePairs: Type.Integer(),
  cacheHits: Type.Integer(),
  secondTries: Type.Integer(),
  terms: Type.Array(TermShape),
  untranslated: Type.Optional(Untranslated),
  checks: Type.Array(
    Type.Object({
      check: Type.String({
        description: 'quantity, name, term, identifier, negation, placeholder, marks, register and others.',
      }),
      outcome: Type.String({ description: 'repaired, or failed: the translation still lacks it.' }),
      source: Type.Optional(Type.String()),
      wanted: Type.Optional(Type.String()),
    }),
    { description: 'Checks that the first answer of the model did not pass.' },
  ),
  register: Type.Optional(
    Type.Object(
      {
        asked: Type.Enum(FORMALITIES),
        chosen: Type.Optional(Type.Enum(['polite', 'plain'])),
        isHeeded: Type.Boolean({
          description: 'false: the model knows no registers and writes as it likes.',
        }),
      },
      { description: 'Of translations into Japanese; without `chosen` the model decides.' },
    ),
  ),
  sentences: Type.Array(SentenceShape, {
    description: 'In the order of the text; what is kept as it is stands between them.',
  }),
});

/** `data` of a finished translation. */
const TranslationData = Type.Object({
  taskId: Type.String(),
  translationResult: Type.Array(Type.Object({ sourceText: Type.String(), translatedText: Type.String() })),
  wordCount: Type.Integer(),
  explain: Type.Optional(
    Type.Array(ExplanationShape, {
      description: 'One per text, when the request carries x-explain: 1 or asks for alternatives.',
    }),
  ),
});

export const TranslationAnswer = successOf(TranslationData);

/** Shapes what the pipeline gave back; also used where results are stored. */
function translationData(
  taskId: string,
  result: TranslationResult,
  explain: boolean,
): Static<typeof TranslationData> {
  return {
    taskId,
    translationResult: result.elements.map(({ sourceText, translatedText }) => ({
      sourceText,
      translatedText,
    })),
    wordCount: result.wordCount,
    ...(explain && {
      explain: result.elements.map(({ explanation }) => ({
        ...explanation,
        terms: [...explanation.terms],
        checks: [...explanation.checks],
        sentences: explanation.sentences.map(({ terms, alternatives, ...sentence }) => ({
          ...sentence,
          terms: [...terms],
          ...(alternatives !== undefined && { alternatives: [...alternatives] }),
        })),
      })),
    }),
  };
}

export async function translateRoutes(
  app: ApiInstance,
  parts: Parts<'metering' | 'metrics' | 'pipeline' | 'resolver' | 'settings'>,
): Promise<void> {
  const translation = new TextTranslation(parts);
  app.post(
    '/api/v1/translate',
    route('Translate texts and wait for the result', {
      description:
        'With Accept: text/event-stream sentences are sent as they are finished: events `sentence` {index, sentence, source, sourceStart, target} in any order, then `result` with the body below, or `failure`.',
      body: TranslateBody,
      response: answers(TranslationAnswer),
    }),
    async (request, reply) => {
      const { alternatives = 0 } = request.body;
      const signal = endSignal(reply, parts.settings.requestDeadline);
      const prepared = await translation.prepare(callerOf(request), request.body, {
        signal,
        alternatives,
        ...traceOf(request),
      });
      const explain = request.headers['x-explain'] === '1' || alternatives > 0;
      const finish = async (onSegment?: TranslationContext['onSegment']) => {
        const result = await translation.finish(prepared, onSegment);
        return success(translationData(request.id, result, explain));
      };
      if (!wantsEvents(request)) return await finish();
      const stream = new SentenceStream(prepared.plan, explain, reply);
      try {
        const answer = await finish((index, result) => {
          // What a strict contract refuses is not given out before it is refused.
          if (prepared.translation.strict !== true || !isBroken(result)) stream.segment(index, result);
        });
        stream.close('result', answer);
      } catch (error) {
        if (!stream.isOpen) throw error;
        const failure = toFailure(error);
        parts.metrics.failed(failure.code);
        stream.close('failure', failureBody(failure, request, reply));
      }
      return reply;
    },
  );
}
