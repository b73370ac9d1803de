import { hash } from 'node:crypto';
import { errorCodes } from 'fastify';
import { Failure } from '../../base/failure.js';
import type { ApiInstance } from '../parts.js';

/**
 * Lets routes take a table as the body itself, whatever content type the client gives it. Routes that describe their body
 * go on taking JSON alone.
 */
export function readTables(app: ApiInstance): void {
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (request, body, done) => {
    if (request.routeOptions.schema?.body !== undefined) {
      done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(request.headers['content-type'] ?? ''));
      return;
    }
    if (request.signed !== null) request.bodyDigest = hash('sha256', body, 'buffer');
    done(null, body);
  });
}

export function tableOf(body: unknown): Buffer {
  if (Buffer.isBuffer(body) && body.length > 0) return body;
  throw new Failure('argumentMissing', {
    message: 'Send the table itself as the body, as application/octet-stream.',
  });
}
