import Type from 'typebox';
import { callerOf } from '../../caller/authentication.js';
import type { ApiInstance, Parts } from '../../parts.js';
import { answers, SECURITY } from '../../shapes.js';

const DataNull = Type.Object({ status: Type.Literal('success'), data: Type.Null() });

export async function callbackRoutes(app: ApiInstance, { callbacks }: Parts<'callbacks'>): Promise<void> {
  const tags = ['callback'];
  const security = SECURITY;

  app.get(
    '/api/v1/callback',
    {
      schema: {
        tags,
        security,
        summary: 'The callback URL of the access key',
        response: answers(
          Type.Object({
            status: Type.Literal('success'),
            data: Type.Object({ callbackUrl: Type.Union([Type.String(), Type.Null()]) }),
          }),
        ),
      },
    },
    async (request) => ({
      status: 'success' as const,
      data: { callbackUrl: await callbacks.get(callerOf(request)) },
    }),
  );

  app.put(
    '/api/v1/callback',
    {
      schema: {
        tags,
        security,
        summary: 'Set the callback URL of the access key',
        body: Type.Object({ callbackUrl: Type.String({ minLength: 1 }) }),
        response: answers(DataNull),
      },
    },
    async (request) => {
      await callbacks.put(callerOf(request), request.body.callbackUrl);
      return { status: 'success' as const, data: null };
    },
  );

  app.delete(
    '/api/v1/callback',
    {
      schema: {
        tags,
        security,
        summary: 'Delete the callback URL and stop notifications',
        response: answers(DataNull),
      },
    },
    async (request) => {
      await callbacks.delete(callerOf(request));
      return { status: 'success' as const, data: null };
    },
  );
}
