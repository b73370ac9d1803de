import Type from 'typebox';
import { callerOf } from '../../caller/authentication.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { answers, forCallers, routesOf, success, successOf, wrapped } from '../../shapes.js';

const route = routesOf(forCallers('callback'));

const DataNull = successOf(Type.Null());

export async function callbackRoutes(app: ApiInstance, { callbacks }: Parts<'callbacks'>): Promise<void> {
  app.get(
    '/api/v1/callback',
    route('The callback URL of the access key', {
      response: wrapped(Type.Object({ callbackUrl: Type.Union([Type.String(), Type.Null()]) })),
    }),
    async (request) => success({ callbackUrl: await callbacks.get(callerOf(request)) }),
  );

  app.put(
    '/api/v1/callback',
    route('Set the callback URL of the access key', {
      body: Type.Object({ callbackUrl: Type.String({ minLength: 1 }) }),
      response: answers(DataNull),
    }),
    async (request) => {
      await callbacks.put(callerOf(request), request.body.callbackUrl);
      return success(null);
    },
  );

  app.delete(
    '/api/v1/callback',
    route('Delete the callback URL and stop notifications', { response: answers(DataNull) }),
    async (request) => {
      await callbacks.delete(callerOf(request));
      return success(null);
    },
  );
}
