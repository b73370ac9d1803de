import type { FastifyReply } from 'fastify';
import { Failure } from '../../../base/failure.js';
import { authenticationHook } from '../../caller/authentication.js';
import { bearerOf } from '../../caller/bearer.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { success } from '../../shapes.js';

const PATH = '/console/session';
const NAME = 'kotobashi_session';
const COOKIE = new RegExp(`(?:^|;\\s*)${NAME}=([^;\\s]+)`);
/** Without a path of its own it belongs to the folder of the console, also behind a proxy that adds a prefix. */
const ATTRIBUTES = 'HttpOnly; SameSite=Strict';

/**
 * Keeps somebody signed in over a reload of the console, with no secret in the storage of the page: the token lies in a
 * cookie that no script can read and no other site can send, and goes back to the page that asks for it. The interface
 * itself takes no cookie: every other request names its token, so a forged one has nothing to use.
 */
export async function consoleSessionRoutes(
  app: ApiInstance,
  { authenticator }: Parts<'authenticator'>,
): Promise<void> {
  const schema = { hide: true };
  const onRequest = authenticationHook(authenticator);
  app.post(PATH, { schema, onRequest }, async (request, reply) => {
    const token = bearerOf(request);
    if (token === undefined)
      throw new Failure('signatureInvalid', { message: 'Send Authorization: Bearer with a token.' });
    return answerWithCookie(reply, `${token}; ${ATTRIBUTES}`, request.protocol);
  });
  // Whether the token still counts the page learns as with any other: by using it.
  app.get(PATH, { schema }, async ({ headers }, reply) => {
    reply.header('cache-control', 'no-store');
    const encodedJWT = COOKIE.exec(headers.cookie ?? '')?.[1];
    if (encodedJWT === undefined) return reply.code(204).send();
    return success({ encodedJWT });
  });
  app.delete(PATH, { schema }, async ({ protocol }, reply) =>
    answerWithCookie(reply, `; Max-Age=0; ${ATTRIBUTES}`, protocol),
  );
}

function answerWithCookie(reply: FastifyReply, rest: string, protocol: string) {
  const secure = protocol === 'https' ? '; Secure' : '';
  return reply.header('set-cookie', `${NAME}=${rest}${secure}`).code(204).send();
}
