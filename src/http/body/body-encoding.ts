import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '../../base/failure.js';
import type { ApiInstance } from '../parts.js';
import { hasBody } from './unread-body.js';

/** Bodies that are text in one encoding. A table says its own in the query, and the files of a form are bytes. */
const TEXT_TYPE = /^application\/(?:json|x-www-form-urlencoded)\b/i;
const CHARSET = /;\s*charset\s*=\s*"?([^\s";]+)/i;
const UTF_8 = /^utf-?8$/i;

/** Refuses bodies that would have to be unpacked or converted: taken for plain UTF-8 they are noise, or mean something else. */
export function refuseOtherEncodings(app: ApiInstance): void {
  app.addHook('onRequest', (request, _reply, done) => {
    done(hasBody(request) ? refusalOf(request.headers) : undefined);
  });
}

function refusalOf(headers: IncomingHttpHeaders): Failure | undefined {
  const { 'content-encoding': packing = 'identity', 'content-type': type = '' } = headers;
  if (!/^(?:identity)?$/i.test(packing.trim())) {
    return unsupported('Packed bodies are not read: send the body as it is, without Content-Encoding.');
  }
  const charset = TEXT_TYPE.test(type) ? CHARSET.exec(type)?.[1] : undefined;
  if (charset === undefined || UTF_8.test(charset)) return undefined;
  return unsupported(
    'Bodies are read as UTF-8: encode the body so, and name no other charset in Content-Type.',
  );
}

function unsupported(message: string): Failure {
  return new Failure('requestInvalid', { status: 415, message });
}
