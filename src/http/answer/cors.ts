import type { FastifyRequest } from 'fastify';
import type { ApiInstance } from '../parts.js';

const ALLOWED_HEADERS = [
  'content-type',
  'authorization',
  'accesskey',
  'nonce',
  'signature',
  'x-signature-v2',
  'x-content-sha256',
  'cache-control',
  'userkey',
  'x-explain',
  'idempotency-key',
  // Those that clients of the compatible interfaces send.
  'x-goog-api-key',
  'ocp-apim-subscription-key',
  'ocp-apim-subscription-region',
  'x-clienttraceid',
];
const PREFLIGHT = {
  'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'access-control-allow-headers': ALLOWED_HEADERS.join(', '),
  'access-control-max-age': '86400',
  // Some browsers wait for a body that a 204 does not have.
  'content-length': '0',
};
const EXPOSED_HEADERS = 'x-request-id, retry-after';
/** For the operator and the console alone: no page of another origin has any business there. */
const SAME_ORIGIN_ONLY = /^\/(?:admin|metrics|console)(?:\/|$)/;

/** Lets pages of other origins call the interface, with preflight; never the paths of the operator and the console. */
export function allowOtherOrigins(app: ApiInstance, origins: string): void {
  const everybody = origins.trim() === '*';
  const allowed = new Set(origins.split(',').map((origin) => origin.trim()));
  app.addHook('onRequest', (request, reply, done) => {
    if (SAME_ORIGIN_ONLY.test(pathOf(request))) {
      done();
      return;
    }
    const { origin } = request.headers;
    if (everybody) reply.header('access-control-allow-origin', '*');
    else {
      reply.header('vary', 'origin');
      if (origin !== undefined && allowed.has(origin)) reply.header('access-control-allow-origin', origin);
    }
    reply.header('access-control-expose-headers', EXPOSED_HEADERS);
    if (request.method === 'OPTIONS') void reply.code(204).headers(PREFLIGHT).send();
    else done();
  });
  // The hook has answered every path but those of the operator and the console.
  app.options('*', { schema: { hide: true } }, (_request, reply) => reply.callNotFound());
}

/** The path that the router sees: escapes are read first, so that none of them hides one. */
function pathOf({ url }: FastifyRequest): string {
  const query = url.indexOf('?');
  const path = query < 0 ? url : url.slice(0, query);
  if (!path.includes('%')) return path;
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
