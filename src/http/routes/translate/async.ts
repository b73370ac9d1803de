import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Failure, statusOf } from '../../../base/failure.js';
import type { IdempotencyKey } from '../../../jobs/translations/idempotency.js';
import { failureBody } from '../../../jobs/translations/translation-answer.js';
import { TranslateBody } from '../../../requests/body.js';
import type { Settings } from '../../../settings/read-settings.js';
import { traced } from '../../../tracing/trace-span.js';
import { callerOf } from '../../caller/authentication.js';
import { givenKey } from '../../caller/idempotency-key.js';
import { traceOf } from '../../metrics/traced-requests.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { answers, forCallers, routesOf, success, successOf } from '../../shapes.js';
import { TranslationAnswer } from './translate.js';

const route = routesOf(forCallers('translation'));

/** To the letter: clients compare it. */
const IN_PROGRESS = 'In progress...';

const Queued = successOf(Type.Object({ queueId: Type.String({ description: 'Asks for the result.' }) }));

const InProgress = successOf(
  Type.Object({
    message: Type.Literal(IN_PROGRESS),
    progress: Type.Object(
      { done: Type.Integer(), total: Type.Integer() },
      { description: 'Sentences that are done, and all of them.' },
    ),
  }),
);

export async function asyncRoutes(
  app: ApiInstance,
  parts: Parts<'resolver' | 'settings' | 'submissions'>,
): Promise<void> {
  app.post(
    '/api/v1/translate/async',
    route('Submit texts for translation; the result is fetched later', {
      description:
        'Phrase-pair and custom-model engines only. The request is durable when it is answered. Sent again under the same Idempotency-Key, or with the same nonce and body, it is answered with the same queueId.',
      body: TranslateBody,
      response: answers(Queued),
    }),
    async (request) => {
      const execution = { priority: 'background' as const, ...traceOf(request) };
      const resolved = await traced(execution.trace, 'accept', () =>
        parts.resolver.accept(callerOf(request), request.body, execution, { refuse: ['real-time'] }),
      );
      const queueId = await parts.submissions.submit(resolved, request.id, sameness(request, parts.settings));
      return success({ queueId });
    },
  );

  app.get(
    '/api/v1/translate/async/:queueId',
    route('Result of a submitted translation', {
      description: 'Readable for 14 days, only by the account that submitted it.',
      params: Type.Object({ queueId: Type.String() }),
      response: { ...answers(TranslationAnswer), 202: InProgress },
    }),
    async (request, reply) => {
      const found = await parts.submissions.find(callerOf(request), request.params.queueId);
      if (found === undefined) {
        throw new Failure('idUnknown', { message: 'There is no such queueId, or its result has expired.' });
      }
      switch (found.kind) {
        case 'finished':
          return success({ ...found.data, translationResult: [...found.data.translationResult] });
        case 'failed':
          return reply.code(statusOf(found.failure.code)).send(failureBody(found.taskId, found.failure));
        case 'waiting':
          return reply.code(202).send({
            status: 'success',
            data: { message: IN_PROGRESS, progress: { done: found.done, total: found.total } },
          });
      }
    },
  );
}

/** What makes this submission the same as an earlier one: the key that the caller gave, else its signature and body. */
function sameness(request: FastifyRequest, settings: Settings): IdempotencyKey | undefined {
  const body = createHash('sha256').update(JSON.stringify(request.body)).digest();
  const given = givenKey(request, body);
  if (given !== undefined) return given;
  if (request.signed === null) return undefined;
  const signature = request.signed.signature.toString('hex');
  // As long as the nonce could be used again.
  return {
    key: `signature ${signature} ${body.toString('hex')}`,
    body,
    seconds: 2 * settings.nonceWindow,
    isGiven: false,
  };
}
