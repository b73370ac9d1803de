import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Answer, type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf, expectFailure } from './expectations.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp({ ratePerMinute: 10_000 });
  acme = await app.tenant();
});
afterAll(() => app.close());

interface Translated {
  readonly translatedText: string;
  readonly checks: readonly { readonly check: string; readonly outcome: string }[];
}

function send(
  sourceLang: string,
  targetLang: string,
  text: readonly string[],
  contractId: string,
): Promise<Answer> {
  return app.call(acme, '/api/v1/translate', {
    body: { fieldId: '1', text, sourceLang, targetLang, contractId },
    headers: { 'x-explain': '1' },
  });
}

async function elements(sourceLang: string, targetLang: string, ...text: string[]): Promise<Translated[]> {
  const answer = await send(sourceLang, targetLang, text, acme.contracts.t4oo.id);
  expect(answer.status).toBe(200);
  const { translationResult, explain } = dataOf(answer) as {
    readonly translationResult: readonly { readonly translatedText: string }[];
    readonly explain: readonly Pick<Translated, 'checks'>[];
  };
  return translationResult.map(({ translatedText }, index) => ({
    translatedText,
    checks: explain[index]?.checks ?? [],
  }));
}

async function translate(sourceLang: string, targetLang: string, text: string): Promise<string> {
  return (await elements(sourceLang, targetLang, text))[0]?.translatedText ?? '';
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
    ['en', 'ja', 'Net profit rose by 12 percent to 3.4 billion yen.', '12%増の34億円'],
    ['en', 'zh-CN', 'Sales fell by 5% to $3.2 million in the second quarter.', '下降5%至320万美元'],
    ['zh-CN', 'en', '全球约有 9.7 万人死于这种疾病。', '97,000'],
  ])('%s to %s: %s holds %s', async (from, to, text, expected) => {
    expect(await translate(from, to, text)).toContain(expected);
  });

  it('remembers the names of a request, sentence by sentence and element by element', async () => {
    const [first, second] = await elements('ja', 'en', '五十嵐さんが来た。', '五十嵐は部長だ。');
    expect(first?.translatedText).toContain('Igarashi');
    expect(second?.translatedText).toContain('Igarashi');
  });

  it('writes marks as the target language does, and the same sentence in the same way', async () => {
    const [first, second] = await elements('ja', 'en', '・設定を開く\n・設定を開く', '設定を開く');
    const [one, two] = first?.translatedText.split('\n') ?? [];
    expect(one).toBe(`• ${second?.translatedText}`);
    expect(two).toBe(one);
  });

  it('tells, counts and, for a strict contract, refuses what no means brought through', async () => {
    const sentences = [
      'Emperor Seinei (c. 444 - February 27, 484), who reigned from February 11, 480, to February 27, 484, was the twenty-second Emperor of Japan.',
      'There were six groups in total, each consisted of Banto, one Kumigashira (the leader) and fifty Banshi.',
    ];
    const lenient = await elements('en', 'ja', ...sentences);
    const broken = lenient.findIndex(({ checks }) => checks.some(({ outcome }) => outcome === 'failed'));
    expect(broken, 'a sentence that defeats the model').not.toBe(-1);
    const failed = lenient[broken]?.checks.find(({ outcome }) => outcome === 'failed');
    const metrics = await app.send('/metrics');
    expect(metrics.body).toMatch(
      new RegExp(`kotobashi_pipeline_checks_total\\{check="${failed?.check}",outcome="failed"\\} [1-9]`),
    );
    const strict = await app.service.contracts.create(acme.organization.id, {
      name: 'strict',
      kind: 'text',
      engine: 't4oo',
      strict: true,
    });
    const refused = await send('en', 'ja', ['All is well.', sentences[broken] ?? ''], strict.id);
    expectFailure(refused, 40102);
    expect(dataOf(refused)).toMatchObject({ index: 1 });
  });

  it('says whether a contract is strict', async () => {
    const answer = await app.call(acme, '/api/v1/contracts', { method: 'GET' });
    expect(dataOf(answer)).toMatchObject({
      contracts: expect.arrayContaining([expect.objectContaining({ strict: false })]),
    });
  });
});
