import Type from 'typebox';
import { checkDuration } from '../../../accounts/authentication/tokens.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { routesOf, success, wrapped } from '../../shapes.js';

const route = routesOf({ tags: ['access'] });
const TokenBody = Type.Object({
  accessKey: Type.String({ minLength: 1, maxLength: 256 }),
  secretKey: Type.String({ minLength: 1, maxLength: 256 }),
  duration: Type.Optional(
    Type.Number({ description: 'Seconds the token lives: default 1800, at least 1, at most 86400.' }),
  ),
});

/** Not behind the authentication hook: the body is the proof. */
export async function tokenRoutes(
  app: ApiInstance,
  { authenticator }: Parts<'authenticator'>,
): Promise<void> {
  app.post(
    '/api/v1/token',
    route('Exchange access key and secret key for a token', {
      body: TokenBody,
      response: wrapped(Type.Object({ encodedJWT: Type.String() })),
    }),
    async (request, reply) => {
      const { accessKey, secretKey, duration } = request.body;
      const encodedJWT = await authenticator.issue(accessKey, secretKey, checkDuration(duration), request.ip);
      reply.header('cache-control', 'no-store');
      return success({ encodedJWT });
    },
  );
}
