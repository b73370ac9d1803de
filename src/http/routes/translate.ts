import type { FastifyReply } from 'fastify';
import Type, { type Static } from 'typebox';
import { Failure } from '../../failure.js';
import { TranslateBody } from '../../requests/body.js';
import type { TranslationContext, TranslationResult } from '../../translate/pipeline.js';
import { isBroken } from '../../translate/segment-report.js';
import { callerOf } from '../authentication.js';
import { failureBody, toFailure } from '../failure-edge.js';
import type { ApiInstance, Parts } from '../parts.js';
import { SentenceStream, wantsEvents } from '../sentence-stream.js';
import { answers, SECURITY } from '../shapes.js';

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

const SentenceShape = Type.Object({
  source: Type.String(),
  sourceStart: Type.Integer({ description: 'Where it begins in sourceText, in UTF-16 code units.' }),
  target: Type.String(),
  targetStart: Type.Integer({ description: 'Where it begins in translatedText, in UTF-16 code units.' }),
  by: Type.String({ description: 'model, phrase-pair, dictionary or terms.' }),
  quality: Type.Optional(Quality),
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
  checks: Type.Array(
    Type.Object({
      check: Type.String({ description: 'quantity, name, term, identifier, placeholder, marks and others.' }),
      outcome: Type.String({ description: 'repaired, or failed: the translation still lacks it.' }),
      source: Type.Optional(Type.String()),
      wanted: Type.Optional(Type.String()),
    }),
    { description: 'Checks that the first answer of the model did not pass.' },
  ),
  sentences: Type.Array(SentenceShape, {
    description: 'In the order of the text; what is kept as it is stands between them.',
  }),
});

/** `data` of a finished translation. */
export const TranslationData = Type.Object({
  taskId: Type.String(),
  translationResult: Type.Array(Type.Object({ sourceText: Type.String(), translatedText: Type.String() })),
  wordCount: Type.Integer(),
  explain: Type.Optional(
    Type.Array(ExplanationShape, {
      description: 'One per text, when the request carries x-explain: 1 or asks for alternatives.',
    }),
  ),
});

export const TranslationAnswer = Type.Object({ status: Type.Literal('success'), data: TranslationData });

/** Shapes what the pipeline gave back; also used where results are stored. */
export function translationData(
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

/** The same request would take as long again: no reason to hurry. */
const DEADLINE_RETRY_SECONDS = 60;

export async function translateRoutes(
  app: ApiInstance,
  parts: Parts<'metering' | 'metrics' | 'pipeline' | 'resolver' | 'settings'>,
): Promise<void> {
  app.post(
    '/api/v1/translate',
    {
      schema: {
        tags: ['translation'],
        summary: 'Translate texts and wait for the result',
        description:
          'With Accept: text/event-stream sentences are sent as they are finished: events `sentence` {index, sentence, source, sourceStart, target} in any order, then `result` with the body below, or `failure`.',
        security: SECURITY,
        body: TranslateBody,
        response: answers(TranslationAnswer),
      },
    },
    async (request, reply) => {
      const { pipeline, resolver, metering, metrics, settings } = parts;
      const { alternatives = 0 } = request.body;
      const { accepted, translation } = await resolver.accept(callerOf(request), request.body, {
        priority: 'interactive',
        alternatives,
        signal: endSignal(reply, settings.requestDeadline),
      });
      const explain = request.headers['x-explain'] === '1' || alternatives > 0;
      const plan = await pipeline.plan(translation);
      const finish = async (onSegment: TranslationContext['onSegment']) => {
        const context = onSegment === undefined ? translation : { ...translation, onSegment };
        const result = await metering.metered(accepted, plan, async () =>
          pipeline.assemble(plan, await pipeline.translateSegments(context, plan.segments)),
        );
        metrics.translated(translation.engine, translation.to, result);
        return { status: 'success' as const, data: translationData(request.id, result, explain) };
      };
      if (!wantsEvents(request)) return await finish(undefined);
      const stream = new SentenceStream(plan, explain, reply);
      try {
        const answer = await finish((index, result) => {
          // What a strict contract refuses is not given out before it is refused.
          if (translation.strict !== true || !isBroken(result)) stream.segment(index, result);
        });
        stream.close('result', answer);
      } catch (error) {
        if (!stream.isOpen) throw error;
        const failure = toFailure(error);
        metrics.failed(failure.code);
        stream.close('failure', failureBody(failure, request, reply));
      }
      return reply;
    },
  );
}

/**
 * Fires when the caller hangs up before the answer, so that nobody's sentences are translated for nobody, and when the
 * request has taken too long: what it holds is then free for others.
 */
function endSignal(reply: FastifyReply, deadlineSeconds: number): AbortSignal {
  const controller = new AbortController();
  const deadline = setTimeout(() => {
    const message = `The translation takes longer than ${deadlineSeconds} seconds. Send fewer texts at once, or send them to POST /api/v1/translate/async.`;
    controller.abort(new Failure('serviceBusy', { message, detail: { retryAfter: DEADLINE_RETRY_SECONDS } }));
  }, deadlineSeconds * 1000);
  reply.raw.once('close', () => {
    clearTimeout(deadline);
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
