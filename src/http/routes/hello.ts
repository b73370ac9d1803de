import Type from 'typebox';
import type { ApiInstance } from '../parts.js';
import { answers, forCallers, routesOf } from '../shapes.js';

const route = routesOf(forCallers('access'));

export async function helloRoutes(app: ApiInstance): Promise<void> {
  app.get(
    '/api/v1/hello',
    route('Check that authentication works', {
      response: answers(
        Type.Object({ status: Type.Literal('success'), message: Type.Literal('hello, world!') }),
      ),
    }),
    async () => ({ status: 'success' as const, message: 'hello, world!' as const }),
  );
}
