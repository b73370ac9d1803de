import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf } from './expectations.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp({ ratePerMinute: 10_000 });
  acme = await app.tenant();
});
afterAll(() => app.close());

async function translate(sourceLang: string, targetLang: string, text: string): Promise<string> {
  const answer = await app.call(acme, '/api/v1/translate', {
    body: { fieldId: '1', text: [text], sourceLang, targetLang, contractId: acme.contracts.t4oo.id },
    headers: { 'x-explain': '1' },
  });
  expect(answer.status).toBe(200);
  const { translationResult } = dataOf(answer) as { translationResult: { translatedText: string }[] };
  return translationResult[0]?.translatedText ?? '';
}

describe('values and names through POST /api/v1/translate', () => {
  it.each([
    ['en', 'ja', 'The company paid $3.2 million for the patent.', '320万ドル'],
    ['en', 'zh-CN', 'Prices fell by 5 percent in March.', '5%'],
    ['en', 'ja', 'Net profit rose 12 percent to 3.4 billion yen.', '34億円'],
    ['ja', 'en', '売上高は3億2000万円でした。', '320 million yen'],
    ['ja', 'en', '五十嵐さんは令和6年に入社した。', 'Igarashi'],
    ['zh-CN', 'en', '公司投资了五千万元建设新工厂。', '50 million yuan'],
    ['zh-CN', 'en', '一万两千人参加了会议。', '12,000'],
    ['en', 'ja', 'EIP-4844 throws a RuntimeError.', 'EIP-4844'],
  ])('%s to %s: %s holds %s', async (from, to, text, expected) => {
    expect(await translate(from, to, text)).toContain(expected);
  });

  it('says whether a contract is strict', async () => {
    const answer = await app.call(acme, '/api/v1/contracts', { method: 'GET' });
    expect(dataOf(answer)).toMatchObject({
      contracts: expect.arrayContaining([expect.objectContaining({ strict: false })]),
    });
  });
});
