import Type from 'typebox';
import type { ApiInstance } from '../parts.js';
import { answers, SECURITY } from '../shapes.js';

export async function helloRoutes(app: ApiInstance): Promise<void> {
  app.get(
    '/api/v1/hello',
    {
      schema: {
        tags: ['access'],
        summary: 'Check that authentication works',
        security: SECURITY,
        response: answers(
          Type.Object({ status: Type.Literal('success'), message: Type.Literal('hello, world!') }),
        ),
      },
    },
    async () => ({ status: 'success' as const, message: 'hello, world!' as const }),
  );
}
