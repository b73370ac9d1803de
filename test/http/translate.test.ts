import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp();
  acme = await app.tenant();
});
afterAll(() => app.close());

function body(overrides: Record<string, unknown> = {}) {
  return {
    fieldId: '1',
    text: ['このかばんはいくらですか。'],
    sourceLang: 'ja',
    targetLang: 'en',
    contractId: acme.contracts.t4oo.id,
    ...overrides,
  };
}

describe('POST /api/v1/translate', () => {
  it('translates every text, in order, and counts the words of the originals', async () => {
    const text = ['このかばんはいくらですか。', '今日は雨です。'];
    const answer = await app.call(acme, '/api/v1/translate', { body: body({ text }) });
    expect(answer).toMatchObject({
      status: 200,
      body: {
        status: 'success',
        data: {
          taskId: answer.headers['x-request-id'],
          translationResult: text.map((sourceText) => ({
            sourceText,
            translatedText: expect.stringMatching(/[a-z]{3}/),
          })),
          wordCount: 18,
        },
      },
    });
    expect(Object.keys((answer.body as { data: object }).data)).toEqual([
      'taskId',
      'translationResult',
      'wordCount',
    ]);
  });
});
