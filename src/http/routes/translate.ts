import type { FastifyReply } from 'fastify';
import Type, { type Static } from 'typebox';
import { TranslateBody } from '../../orders/body.js';
import type { TranslationOrder } from '../../orders/intake.js';
import type { RoadResult } from '../../translate/port.js';
import { callerOf } from '../authentication.js';
import type { ApiInstance, AppParts } from '../parts.js';
import { answers, SECURITY } from '../shapes.js';

const ExplanationShape = Type.Object({
  detectedLang: Type.String(),
  segments: Type.Integer(),
  phrasePairs: Type.Integer(),
  cacheHits: Type.Integer(),
  secondTries: Type.Integer(),
  terms: Type.Array(
    Type.Object({
      fromText: Type.String(),
      toText: Type.String(),
      tier: Type.String(),
      applied: Type.Boolean(),
    }),
  ),
});

/** `data` of a finished translation. */
export const TranslationData = Type.Object({
  taskId: Type.String(),
  translationResult: Type.Array(Type.Object({ sourceText: Type.String(), translatedText: Type.String() })),
  wordCount: Type.Integer(),
  explain: Type.Optional(
    Type.Array(ExplanationShape, { description: 'One per text, when the request carries x-explain: 1.' }),
  ),
});

export const TranslationAnswer = Type.Object({ status: Type.Literal('success'), data: TranslationData });

/** Shapes what the road gave back; also used where results are stored. */
export function translationData(
  taskId: string,
  result: RoadResult,
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
      explain: result.elements.map(({ explanation }) => ({ ...explanation, terms: [...explanation.terms] })),
    }),
  };
}

export async function translateRoutes(app: ApiInstance, parts: AppParts): Promise<void> {
  app.post(
    '/api/v1/translate',
    {
      schema: {
        tags: ['translation'],
        summary: 'Translate texts and wait for the result',
        security: SECURITY,
        body: TranslateBody,
        response: answers(TranslationAnswer),
      },
    },
    async (request, reply) => {
      const order = await parts.intake.accept(callerOf(request), request.body);
      const result = await work(parts, order, goneSignal(reply));
      parts.metrics.translated(order.contract.engine, order.body.targetLang, result);
      return {
        status: 'success' as const,
        data: translationData(request.id, result, request.headers['x-explain'] === '1'),
      };
    },
  );
}

/** Walks the road; the rate is passed before the model works, and the usage booked before anything is answered. */
async function work(parts: AppParts, order: TranslationOrder, signal: AbortSignal): Promise<RoadResult> {
  const { road, rate, turnstile, usage, quotas, settings } = parts;
  const { caller, contract, characters } = order;
  const request = await parts.intake.roadRequest(order, { priority: 'interactive', signal });
  const plan = await road.plan(request);
  const record = {
    orgId: caller.orgId,
    accessKey: caller.accessKey,
    contractId: contract.id,
    characters,
    words: plan.wordCount,
  };
  const limit = contract.engine === 't4oo' ? (contract.ratePerMinute ?? settings.ratePerMinute) : undefined;
  if (plan.segments.length === 0 && limit !== undefined && contract.charQuota === null) {
    const result = road.assemble(plan, []);
    await turnstile.pass(limit, record);
    return result;
  }
  if (limit !== undefined) await rate.pass(caller, limit);
  const reservation = await quotas.reserve(contract, characters);
  try {
    const result = road.assemble(plan, await road.translateSegments(request, plan.segments));
    await usage.count(record);
    return result;
  } catch (error) {
    await reservation.release();
    throw error;
  }
}

/** Fires when the caller hangs up before the answer, so that nobody's sentences are translated for nobody. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}
