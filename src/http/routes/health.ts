import type { ApiInstance, AppParts } from '../parts.js';

/** For the operator's machines: no authentication, nothing about callers. */
export async function healthRoutes(app: ApiInstance, { metrics, ready }: AppParts): Promise<void> {
  const schema = { hide: true };
  app.get('/livez', { schema }, async () => ({ status: 'success' }));
  app.get('/readyz', { schema }, async (_request, reply) => {
    const isReady = await ready();
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'success' : 'failure' });
  });
  app.get('/metrics', { schema }, async (_request, reply) =>
    reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}
