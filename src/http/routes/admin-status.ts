import Type from 'typebox';
import type { ApiInstance, Parts } from '../parts.js';
import { ADMIN, Moment, success, wrapped } from './admin-shapes.js';

const StatusShape = Type.Object({
  at: Type.Number({ description: 'UNIX time in milliseconds.' }),
  process: Type.Object({
    upSeconds: Type.Number(),
    memoryBytes: Type.Number({ description: 'Resident, models included.' }),
    cpuSeconds: Type.Number(),
  }),
  requests: Type.Object(
    {
      count: Type.Number(),
      seconds: Type.Number(),
      buckets: Type.Array(Type.Object({ le: Type.Number(), count: Type.Number() }), {
        description: 'How many took at most `le` seconds.',
      }),
      words: Type.Array(Type.Object({ engine: Type.String(), words: Type.Number() })),
      failures: Type.Array(Type.Object({ code: Type.Integer(), count: Type.Number() })),
    },
    { description: 'Synchronous translations of this process since its start.' },
  ),
  backlog: Type.Object(
    {
      queued: Type.Integer(),
      running: Type.Integer(),
      waited: Type.Number({
        description: 'Seconds for which the translation that waits longest has waited.',
      }),
      pending: Type.Integer({ description: 'Callback deliveries that wait.' }),
      dead: Type.Integer({ description: 'Callback deliveries that were given up.' }),
    },
    { description: 'Background work of all processes.' },
  ),
  workers: Type.Array(
    Type.Object({
      id: Type.String(),
      host: Type.String(),
      pid: Type.Integer(),
      startedAt: Moment,
      silentSeconds: Type.Number({ description: 'Since it last reported.' }),
      translations: Type.Integer(),
    }),
  ),
  model: Type.Object(
    {
      waiting: Type.Integer({ description: 'Sentences in the queue of the models.' }),
      running: Type.Integer(),
      threads: Type.Integer(),
      models: Type.Array(
        Type.Object({
          name: Type.String(),
          version: Type.String(),
          loaded: Type.Boolean(),
          bytes: Type.Number({ description: 'Of weights, in all threads, when it is loaded.' }),
          sentences: Type.Number({ description: 'Since the start.' }),
          tokens: Type.Number(),
        }),
      ),
    },
    { description: 'Models of this process.' },
  ),
});

/** How the service does at this moment. */
export async function adminStatusRoutes(
  app: ApiInstance,
  { metrics, model, backlog }: Parts<'backlog' | 'metrics' | 'model'>,
): Promise<void> {
  app.get(
    '/admin/v1/status',
    {
      schema: {
        ...ADMIN,
        summary: 'How the service does at this moment',
        description: 'Counters run since the start: two answers give rates.',
        response: wrapped(StatusShape),
      },
    },
    async () => {
      const [requests, standing, workers] = await Promise.all([
        metrics.counted(),
        backlog.read(),
        backlog.workers(),
      ]);
      const { user, system } = process.cpuUsage();
      const { models, ...inference } = model.standing();
      return success({
        at: Date.now(),
        process: {
          upSeconds: process.uptime(),
          memoryBytes: process.memoryUsage.rss(),
          cpuSeconds: (user + system) / 1e6,
        },
        requests: {
          ...requests,
          buckets: [...requests.buckets],
          words: [...requests.words],
          failures: [...requests.failures],
        },
        backlog: standing,
        workers: [...workers],
        model: { ...inference, models: [...models] },
      });
    },
  );
}
