import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { FailureThrottle } from '../../accounts/authentication/throttle.js';
import { sameSecret } from '../../accounts/secrets/constant-time.js';
import { Failure } from '../../base/failure.js';

export function bearerOf({ headers }: FastifyRequest): string | undefined {
  return /^Bearer +(\S+)$/i.exec(headers.authorization ?? '')?.[1];
}

/** Lets nobody in but who has the one token of a door. */
export function bearerHook(throttle: FailureThrottle, door: 'admin' | 'metrics', expected: string) {
  const digestOfExpected = digest(expected);
  return async (request: FastifyRequest): Promise<void> => {
    const token = bearerOf(request);
    // Digests have one length, so that not even the length of the token shows in the time.
    if (token !== undefined && sameSecret(digest(token), digestOfExpected)) return;
    await throttle.count(request.ip, door);
    throw new Failure('signatureInvalid', { message: `Send the ${door} token as Authorization: Bearer.` });
  };
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
