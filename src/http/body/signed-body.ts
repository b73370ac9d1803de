import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../base/failure.js';

/** Refuses a body that is not the one that was signed, where the signature covers it. */
export function checkSignedBody({ signed }: FastifyRequest, digest: Buffer): void {
  const promised = signed?.bodySha256;
  if (promised === undefined || promised === digest.toString('hex')) return;
  throw new Failure('signatureInvalid', {
    message:
      'x-content-sha256 must be the SHA-256 of the very bytes of the body, of a form with its boundaries.',
  });
}

/**
 * Computes the SHA-256 of a body while somebody else reads it. To be called right before reading begins: what came by
 * earlier is missing.
 */
export function digestAlong(body: IncomingMessage): () => Buffer {
  const hash = createHash('sha256');
  body.on('data', (chunk: Buffer) => hash.update(chunk));
  return () => hash.digest();
}
