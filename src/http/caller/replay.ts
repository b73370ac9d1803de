import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { NonceStore } from '../../accounts/authentication/nonce-store.js';
import { EMPTY_SHA256 } from '../../accounts/authentication/signature.js';
import { Failure } from '../../base/failure.js';
import { checkSignedBody } from '../body/signed-body.js';
import type { ApiInstance } from '../parts.js';
import { callerOf } from './authentication.js';

const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);
/** They change nothing that belongs to the caller; a submission that comes again is answered by its first queueId. */
const REPEATABLE: ReadonlySet<string> = new Set([
  '/api/v1/translate',
  '/api/v1/translate/async',
  '/api/v1/terms/check',
]);
/** Doing these twice is not the same as doing them once. */
const NOT_IDEMPOTENT: ReadonlySet<string> = new Set([
  '/api/v1/training/train',
  '/api/v1/training/model/:mid/train',
  '/api/v1/file-translate',
]);

/**
 * Binds signatures to the requests they came with. The interface's signature covers nonce and path alone, so the
 * service remembers method, target and body of what it has seen: the same signature on another request is refused.
 * Reads are remembered only where the same path also takes a change, which is what their headers could be used for.
 */
export function bindSignatures(app: ApiInstance, nonceStore: NonceStore | undefined): void {
  const changeable = new Set<string>();
  app.addHook('onRoute', ({ url, method }) => {
    if ([method].flat().some((name) => !READS.has(name))) changeable.add(url);
  });
  app.addHook('preValidation', async (request) => {
    const { signed } = request;
    if (signed === null) return;
    const bodyDigest = digestOf(request);
    // A form is checked by whoever reads it.
    if (!isMultipart(request)) checkSignedBody(request, bodyDigest);
    const route = request.routeOptions.url ?? '';
    const isRead = READS.has(request.method);
    if (nonceStore === undefined || (isRead ? !changeable.has(route) : REPEATABLE.has(route))) return;
    const caller = callerOf(request);
    const sighting = await nonceStore.see(caller, {
      signature: signed.signature,
      method: request.method === 'HEAD' ? 'GET' : request.method,
      target: request.raw.url ?? '/',
      bodyDigest,
    });
    if (sighting === 'first' || (isRead && sighting !== 'other-request')) return;
    // Older clients stamp with seconds: two changes of one second are two changes, and one sent again does no harm.
    const isLegacy = caller.profile === 'legacy';
    if (isLegacy && sighting === 'other-body') return;
    if (isLegacy && sighting === 'repeat' && !NOT_IDEMPOTENT.has(route)) return;
    throw new Failure('nonceRefused', {
      message:
        sighting === 'repeat'
          ? 'This nonce was already used for the same request: send a new one.'
          : 'This nonce was already used for another request: send a new one with each.',
    });
  });
}

/** SHA-256 of a body that was read. A form, which is still to come, is told apart by what is promised of it. */
function digestOf(request: FastifyRequest): Buffer {
  if (request.bodyDigest !== null) return request.bodyDigest;
  const { 'content-type': type = '', 'content-length': length = '' } = request.headers;
  if (!isMultipart(request)) return Buffer.from(EMPTY_SHA256, 'hex');
  const promised = request.signed?.bodySha256 ?? '';
  return createHash('sha256').update(`${type}\n${length}\n${promised}`).digest();
}

function isMultipart({ headers }: FastifyRequest): boolean {
  return /^multipart\//i.test(headers['content-type'] ?? '');
}
