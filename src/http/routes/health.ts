import { bearerHook } from '../caller/bearer.js';
import type { ApiInstance, Parts } from '../parts.js';
import type { Trouble } from '../trouble.js';

type HealthParts = Parts<'metrics' | 'settings' | 'throttle' | 'troubles'> & {
  readonly showsMetrics: boolean;
};

/** What anybody may know of it; the operator reads the rest in the log and at `/admin/v1/status`. */
const SAID: Readonly<Record<Trouble['part'], string>> = {
  process: 'The service was told to stop.',
  database: 'The database does not answer.',
  storage: 'There is no room left to store anything.',
  model: 'A model is damaged or missing.',
  requests: 'Too many requests are worked on.',
};

/** For the operator's machines: no authentication, nothing about callers. Numbers may be kept behind a token. */
export async function healthRoutes(app: ApiInstance, parts: HealthParts): Promise<void> {
  const { metrics, troubles, settings, throttle } = parts;
  const { metricsToken } = settings;
  const schema = { hide: true };
  app.get('/livez', { schema }, async () => ({ status: 'success' }));
  app.get('/readyz', { schema }, async (_request, reply) => {
    const found = await troubles();
    if (found.length === 0) return reply.send({ status: 'success' });
    const reasons = [...new Set(found.map(({ part }) => part))].map((part) => ({
      part,
      message: SAID[part],
    }));
    return reply.code(503).send({ status: 'failure', data: { reasons } });
  });
  if (!parts.showsMetrics) return;
  app.get(
    '/metrics',
    { schema, ...(metricsToken && { onRequest: bearerHook(throttle, 'metrics', metricsToken) }) },
    async (_request, reply) =>
      reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
