import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../../accounts/authentication/authenticator.js';
import type { Caller } from '../../accounts/caller.js';
import { Failure } from '../../base/failure.js';

/** The hook of all routes that need to know who is calling; runs before the body is read. */
export function authenticationHook(authenticator: Authenticator) {
  return async (request: FastifyRequest): Promise<void> => {
    const { headers } = request;
    const { caller, signed } = await authenticator.authenticate({
      accessKey: single(headers.accesskey),
      nonce: single(headers.nonce),
      signature: single(headers.signature),
      signatureV2: single(headers['x-signature-v2']),
      contentSha256: single(headers['x-content-sha256']),
      authorization: headers.authorization,
      method: request.method,
      target: request.raw.url ?? '/',
      address: request.ip,
    });
    request.caller = caller;
    request.signed = signed ?? null;
  };
}

/** Who is calling; on routes behind the hook there always is somebody. */
export function callerOf(request: FastifyRequest): Caller {
  if (request.caller === null) throw new Failure('signatureInvalid');
  return request.caller;
}

function single(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}
