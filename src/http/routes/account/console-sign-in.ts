import type { FastifyRequest } from 'fastify';
import Type from 'typebox';
import { Failure } from '../../../base/failure.js';
import { isLoopback } from '../../../base/loopback.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { success } from '../../shapes.js';

const CodeBody = Type.Object({ code: Type.String({ minLength: 1, maxLength: 128 }) });

/** A working day. */
const TOKEN_SECONDS = 8 * 3600;

/**
 * Exchanges the code of the link that the start printed for a token. Part of the console, not of the interface: a program
 * has keys. The link is for whoever sits at the machine, so nobody else is answered, not even through a proxy on it.
 */
export async function consoleSignInRoutes(
  app: ApiInstance,
  { authenticator, signInCodes }: Parts<'authenticator' | 'signInCodes'>,
): Promise<void> {
  app.post('/console/sign-in', { schema: { hide: true, body: CodeBody } }, async (request, reply) => {
    const accessKey = isFromHere(request) ? signInCodes.redeem(request.body.code) : undefined;
    if (accessKey === undefined) {
      throw new Failure('signatureInvalid', {
        message:
          'The link was used already, is too old, or was opened on another machine: sign in with an access key.',
      });
    }
    const encodedJWT = await authenticator.issueFor(accessKey, TOKEN_SECONDS);
    reply.header('cache-control', 'no-store');
    return success({ encodedJWT });
  });
}

function isFromHere({ ip, socket, headers }: FastifyRequest): boolean {
  return isLoopback(ip) && isLoopback(socket.remoteAddress ?? '') && headers['x-forwarded-for'] === undefined;
}
