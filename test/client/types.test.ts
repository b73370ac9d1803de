import { afterAll, beforeAll, expect, it } from 'vitest';
import { generateTypes, type OpenApiDocument } from '../../packages/client/types/generate.js';
import { type TestApp, testApp } from '../setup/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

it('the types of the client are those of the interface', async () => {
  const { body } = await app.send('/openapi.json');
  await expect(generateTypes(body as OpenApiDocument)).toMatchFileSnapshot(
    '../../packages/client/src/generated.ts',
  );
});
