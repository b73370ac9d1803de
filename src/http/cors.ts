import cors from '@fastify/cors';
import type { FastifyRequest } from 'fastify';
import type { ApiInstance } from './parts.js';

const MAX_AGE_SECONDS = 86_400;
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
/** For the operator and the console alone: no page of another origin has any business there. */
const SAME_ORIGIN_ONLY = /^\/(?:admin|metrics|console)(?:\/|$)/;

/** Lets pages of other origins call the interface, with preflight; never the paths of the operator and the console. */
export async function allowOtherOrigins(app: ApiInstance, origins: string): Promise<void> {
  const open = {
    origin: origins === '*' ? '*' : origins.split(',').map((origin) => origin.trim()),
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: ALLOWED_HEADERS,
    exposedHeaders: ['x-request-id', 'retry-after'],
    maxAge: MAX_AGE_SECONDS,
    strictPreflight: false,
  };
  await app.register(cors, {
    delegator: (request, callback) =>
      callback(null, SAME_ORIGIN_ONLY.test(pathOf(request)) ? { origin: false } : open),
  });
}

/** The path that the router sees: escapes are read first, so that none of them hides one. */
function pathOf(request: FastifyRequest): string {
  const [path = ''] = request.url.split('?', 1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
