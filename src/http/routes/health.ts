import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { sameSecret } from '../../accounts/constant-time.js';
import { Failure } from '../../failure.js';
import type { ApiInstance, Parts } from '../parts.js';

type HealthParts = Parts<'metrics' | 'ready' | 'settings' | 'throttle'> & { readonly showsMetrics: boolean };

/** For the operator's machines: no authentication, nothing about callers. Numbers may be kept behind a token. */
export async function healthRoutes(app: ApiInstance, parts: HealthParts): Promise<void> {
  const { metrics, ready, settings } = parts;
  const schema = { hide: true };
  app.get('/livez', { schema }, async () => ({ status: 'success' }));
  app.get('/readyz', { schema }, async (_request, reply) => {
    const isReady = await ready();
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? 'success' : 'failure' });
  });
  if (!parts.showsMetrics) return;
  app.get(
    '/metrics',
    { schema, ...(settings.metricsToken && { onRequest: metricsHook(parts, settings.metricsToken) }) },
    async (_request, reply) =>
      reply.type(metrics.registry.contentType).send(await metrics.registry.metrics()),
  );
}

function metricsHook({ throttle }: Parts<'throttle'>, metricsToken: string) {
  const expected = digest(metricsToken);
  return async (request: FastifyRequest): Promise<void> => {
    const token = /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1];
    if (token !== undefined && sameSecret(digest(token), expected)) return;
    await throttle.count(request.ip, 'metrics');
    throw new Failure('signatureInvalid', { message: 'Send the metrics token as Authorization: Bearer.' });
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
