import Type from 'typebox';
import type { ApiInstance, Parts } from '../../parts.js';
import { success, wrapped } from '../../shapes.js';
import { Moment, route } from './shapes.js';

const StatusShape = Type.Object({
  at: Type.Number({ description: 'UNIX time in milliseconds.' }),
  process: Type.Object({
    upSeconds: Type.Number(),
    memoryBytes: Type.Number({ description: 'Resident, models included.' }),
    cpuSeconds: Type.Number(),
  }),
  troubles: Type.Array(
    Type.Object({
      part: Type.String({ description: 'process, database, storage, model or requests.' }),
      message: Type.String({ description: 'What is wrong and what to do.' }),
    }),
    { description: 'Why `/readyz` answers 503; empty where it answers 200.' },
  ),
  disk: Type.Object({
    freeBytes: Type.Union([Type.Number(), Type.Null()], {
      description: 'On the disk of the data folder; null where the database is elsewhere.',
    }),
    reserveBytes: Type.Number({ description: 'Below which nothing new is taken in.' }),
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
  parts: Parts<'backlog' | 'disk' | 'metrics' | 'model' | 'settings' | 'troubles'>,
): Promise<void> {
  const { metrics, model, backlog, disk, settings, troubles } = parts;
  app.get(
    '/admin/v1/status',
    route('How the service does at this moment', {
      description: 'Counters run since the start: two answers give rates.',
      response: wrapped(StatusShape),
    }),
    async () => {
      const [found, requests, standing, workers] = await Promise.all([
        troubles(),
        metrics.counted(),
        backlog.read(),
        backlog.workers(),
      ]);
      const { user, system } = process.cpuUsage();
      const { models, unusable: _, ...inference } = model.standing();
      return success({
        at: Date.now(),
        process: {
          upSeconds: process.uptime(),
          memoryBytes: process.memoryUsage.rss(),
          cpuSeconds: (user + system) / 1e6,
        },
        troubles: [...found],
        disk: {
          freeBytes: disk?.freeBytes ?? null,
          reserveBytes: settings.diskReserveMegabytes * 1024 ** 2,
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
