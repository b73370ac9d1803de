import Type from 'typebox';
import { FAILURES, Failure } from '../../failure.js';
import { failureBody } from '../../jobs/translation-answer.js';
import { TranslateBody } from '../../orders/body.js';
import { callerOf } from '../authentication.js';
import type { ApiInstance, AppParts } from '../parts.js';
import { answers, SECURITY } from '../shapes.js';
import { TranslationAnswer } from './translate.js';

/** To the letter: clients compare it. */
const IN_PROGRESS = 'In progress...';

const Queued = Type.Object({
  status: Type.Literal('success'),
  data: Type.Object({ queueId: Type.String({ description: 'Asks for the result.' }) }),
});

const InProgress = Type.Object({
  status: Type.Literal('success'),
  data: Type.Object({
    message: Type.Literal(IN_PROGRESS),
    progress: Type.Object(
      { done: Type.Integer(), total: Type.Integer() },
      { description: 'Sentences that are done, and all of them.' },
    ),
  }),
});

export async function asyncRoutes(app: ApiInstance, parts: AppParts): Promise<void> {
  const tags = ['translation'];

  app.post(
    '/api/v1/translate/async',
    {
      schema: {
        tags,
        summary: 'Submit texts for translation; the result is fetched later',
        description: 'Phrase-pair and custom-model engines only. The request is durable when it is answered.',
        security: SECURITY,
        body: TranslateBody,
        response: answers(Queued),
      },
    },
    async (request) => {
      const order = await parts.intake.accept(callerOf(request), request.body, ['real-time']);
      const queueId = await parts.submissions.submit(order, request.id);
      return { status: 'success' as const, data: { queueId } };
    },
  );

  app.get(
    '/api/v1/translate/async/:queueId',
    {
      schema: {
        tags,
        summary: 'Result of a submitted translation',
        description: 'Readable for 14 days, only by the account that submitted it.',
        security: SECURITY,
        params: Type.Object({ queueId: Type.String() }),
        response: { ...answers(TranslationAnswer), 202: InProgress },
      },
    },
    async (request, reply) => {
      const found = await parts.submissions.find(callerOf(request), request.params.queueId);
      if (found === undefined) {
        throw new Failure(40203, { message: 'There is no such queueId, or its result has expired.' });
      }
      switch (found.kind) {
        case 'finished':
          return {
            status: 'success' as const,
            data: { ...found.data, translationResult: [...found.data.translationResult] },
          };
        case 'failed':
          return reply
            .code(FAILURES[found.failure.code].status)
            .send(failureBody(found.taskId, found.failure));
        case 'waiting':
          return reply.code(202).send({
            status: 'success',
            data: { message: IN_PROGRESS, progress: { done: found.done, total: found.total } },
          });
      }
    },
  );
}
