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
  names?: string,
): Promise<Answer> {
  return app.call(acme, '/api/v1/translate', {
    body: { fieldId: '1', text, sourceLang, targetLang, contractId, names },
    headers: { 'x-explain': '1' },
  });
}

async function elements(sourceLang: string, targetLang: string, ...text: string[]): Promise<Translated[]> {
  return elementsOf(await send(sourceLang, targetLang, text, acme.contracts.t4oo.id));
}

function elementsOf(answer: Answer): Translated[] {
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
  it('writes no amount that the source does not have', async () => {
    const text = '未经房东书面同意，承租人不得转租。这批货比上个月少了两成，从七万件降到五万六千件。';
    const amounts = (await translate('zh-CN', 'en', text)).match(/\d+(?:,\d{3})*/g) ?? [];
    expect(amounts).toEqual(expect.arrayContaining(['70,000', '56,000']));
    for (const amount of amounts) expect(['20', '70,000', '56,000']).toContain(amount);
  });

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
    ['zh-CN', 'en', '合同总金额为人民币叁拾万元整。', '300,000 yuan'],
    ['zh-CN', 'en', '他身高一米八，体重75公斤。', '1.8'],
    ['zh-CN', 'en', '她花了三个小时四十二分钟跑完马拉松。', '42'],
    ['en', 'ja', 'It costs 99 cents.', '99セント'],
    ['en', 'zh-CN', 'Prices are 30% off until Friday.', '优惠30%'],
    ['ja', 'en', '彼は身長180センチ、体重75キロです。', 'kilogram'],
    ['ja', 'en', '富士山の高さは3776メートルです。', '776 met'],
    ['en', 'ja', 'I would like to reserve a table for six.', '6人'],
    ['en', 'ja', 'One in three adults has high blood pressure.', '3分の1'],
    ['en', 'zh-CN', 'One in three adults has high blood pressure.', '三分之一'],
    ['en', 'zh-CN', 'Two in five students work.', '五分之二'],
    ['zh-CN', 'en', '今年的销售额翻了一番。', 'doubled'],
    ['zh-HK', 'en', '佢話聽日會嚟。', 'tomorrow'],
    ['zh-HK', 'en', '我哋嘅辦公室喺三樓。', 'third floor'],
    ['en', 'ja', 'The bank cut its rate by a quarter of a percentage point.', '0.25ポイント'],
    ['en', 'zh-CN', 'The bank cut its rate by a quarter of a percentage point.', '0.25个百分点'],
    ['en', 'ja', 'The train leaves at a quarter to six.', '5時45分'],
    ['en', 'ja', 'The rate was raised by half a percentage point to 4.75 percent.', '0.5ポイント増の4.75%'],
    ['en', 'ja', 'The number of accidents dropped from 12 to 7.', '12件から7件'],
    ['en', 'zh-CN', 'There were 20 this month, down from 37.', '从37'],
    ['en', 'zh-CN', 'Sales were $12,500, down from $13,200.', /\$13,200降[到至]\$12,500/],
    ['en', 'ja', 'Sales were $12,500, down from $13,200.', '$13,200から$12,500に'],
    [
      'en',
      'zh-CN',
      'Unemployment rose to 4.1 percent from 3.9 percent in June.',
      /6月的3\.9%上?升[到至]4\.1%/,
    ],
  ])('%s to %s: %s holds %s', async (from, to, text, expected) => {
    expect(await translate(from, to, text)).toMatch(expected);
  });

  it.each(['十年間產量翻了兩番。', '十年間產量增至四倍。'])('reads %s as four times', async (text) => {
    expect(await translate('zh-TW', 'en', text)).toMatch(/four times|fourfold|quadrupled/i);
  });

  it.each(['売上高は前年比12%増の34億円となった。', '前年比12%増の売上を達成した。'])(
    'compares with the year before: %s',
    async (text) => {
      const translation = await translate('ja', 'en', text);
      expect(translation).toMatch(/(?:previous|last|prior) year|year (?:before|earlier)/);
      expect(translation).toContain('12%');
    },
  );

  it('says what a figure is more or less than, and not that it is what it changed by', async () => {
    expect(await translate('ja', 'en', '来場者は前日比300人減の1200人だった。')).toMatch(
      /1,200 (?:visitors|people came), 300 (?:fewer|less) than|1,200, (?:down )?300/,
    );
    expect(await translate('ja', 'en', '価格は1,200円から150円値上げします。')).toMatch(/by 150 yen/);
    expect(await translate('ja', 'zh-CN', '9月の不良率は前月比0.4ポイント減の1.2％でした。')).toMatch(
      /0\.4个百分点，为1\.2[%％]/,
    );
  });

  it('gives a number that counts nothing by name no unit', async () => {
    const [japanese, chinese] = [
      await translate('en', 'ja', 'Complaints fell to four this quarter, down from seven.'),
      await translate('en', 'zh-CN', 'Complaints fell to four this quarter, down from seven.'),
    ];
    expect(japanese).not.toMatch(/[7７七](?:時|分|日|円)|[4４四](?:時|分|日|円)/);
    expect(chinese).not.toMatch(/[7七](?:点|分|元)|[4四](?:点|分|元)/);
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
    const lenient = elementsOf(await send('en', 'ja', sentences, acme.contracts.t4oo.id, 'keep'));
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
    const refused = await send('en', 'ja', ['All is well.', sentences[broken] ?? ''], strict.id, 'keep');
    expectFailure(refused, 40102);
    expect(dataOf(refused)).toMatchObject({ index: 1 });
  });

  it('writes dates, times and units as the contract asks', async () => {
    const text = 'The race on 3/25/2024 is 5 km long; it was 25 °C.';
    const kept = await translate('en', 'zh-CN', text);
    expect(kept).toContain('5 km');
    expect(kept).toContain('25 °C');
    const local = await app.service.contracts.create(acme.organization.id, {
      name: 'local formats',
      kind: 'text',
      engine: 't4oo',
      formats: 'convert',
    });
    const textOf = async (from: string, to: string, source: string): Promise<string> => {
      const answer = await send(from, to, [source], local.id);
      const { translationResult } = dataOf(answer) as {
        readonly translationResult: readonly { readonly translatedText: string }[];
      };
      return translationResult[0]?.translatedText ?? '';
    };
    const chinese = await textOf('en', 'zh-CN', text);
    expect(chinese).toContain('2024年3月25日');
    expect(chinese).toContain('5公里');
    expect(chinese).toContain('25℃');
    expect(await textOf('ja', 'en', '締め切りは2024/3/5で、距離は5kmです。')).toMatch(/March 5, 2024.*5 km/);
    const contracts = dataOf(await app.call(acme, '/api/v1/contracts', { method: 'GET' }));
    expect(contracts).toMatchObject({
      contracts: expect.arrayContaining([
        expect.objectContaining({ id: local.id, formats: 'convert' }),
        expect.objectContaining({ id: acme.contracts.t4oo.id, formats: 'keep' }),
      ]),
    });
  });

  it('writes the names of people and places as the target language does', async () => {
    const text = 'Bob Dylan and Mr. Kimura met in Geneva.';
    const [japanese, chinese] = [await translate('en', 'ja', text), await translate('en', 'zh-CN', text)];
    expect(japanese).toMatch(/ボブ・ディラン.*木村/);
    expect(japanese).not.toMatch(/[A-Za-z]/);
    // Behind its Chinese form a name may stand in brackets as it was written.
    expect(chinese.replaceAll(/（[A-Za-z ]+）/g, '')).not.toMatch(/[A-Za-z]/);
    const [asked] = await elements('en', 'ja', 'Please contact Gareth Whitfield if you have any questions.');
    expect(asked?.translatedText).toMatch(/ガレス・\p{Script=Katakana}+フィールド/u);
  });

  it('begins letters as Japanese letters begin, and writes a name of several words in one script', async () => {
    expect(await translate('en', 'ja', 'Dear Mr. Kimura,')).toBe('木村様');
    expect(await translate('en', 'ja', 'Dear Ms. Whitfield,')).toMatch(/^[ァ-ヺー]+様$/);
    expect(await translate('en', 'ja', 'Ms. Sarah Vendrelli paid for two valves.')).not.toMatch(
      /[ァ-ヺー][・ ]?[A-Za-z]/,
    );
  });

  it('writes a name the same way in all sentences of a text', async () => {
    const [first, second] = await elements(
      'en',
      'ja',
      'We met Whitfield at the station. The report by Whitfield was long.',
      'I trust Zwolinski and Whitfield.',
    );
    const form = /[ァ-ヺー]*フィールド/.exec(first?.translatedText ?? '')?.[0];
    expect(form).toBeDefined();
    expect(second?.translatedText).toContain(form);
  });

  it.each([
    ['ja', '株式会社サンプルの五十嵐です。', 'This is Igarashi of Sample Co., Ltd.'],
    ['ja', '昨日、株式会社ミライと契約を結びました。', 'Mirai Co., Ltd.'],
    ['ja', '株式会社山田製作所は東京にあります。', 'Yamada Seisakusho Co., Ltd.'],
    ['zh-CN', '我们与上海华宇贸易有限公司签订了合同。', 'Shanghai Huayu Trading Co., Ltd.'],
  ])('names firms by the word that says so, from %s: %s', async (from, text, expected) => {
    for (const engine of ['t4oo', 'real-time'] as const) {
      const [answer] = elementsOf(await send(from, 'en', [text], acme.contracts[engine].id));
      expect(answer?.translatedText).toContain(expected);
      expect(answer?.translatedText).not.toContain('Ltd..');
    }
  });

  it('reads labels in which each word has a capital as words, and brands as brands', async () => {
    const [label, brand] = elementsOf(
      await send('en', 'ja', ['Office Chair', 'Apple Watch'], acme.contracts['real-time'].id),
    );
    expect(label?.translatedText).toMatch(/チェア|椅子|いす/);
    expect(brand?.translatedText).toMatch(/^(?:Apple|アップル) ?(?:Watch|ウォッチ)$/);
  });

  it('keeps names as the source writes them where the contract or the request asks for it', async () => {
    const text = 'Ms. Sarah Vendrelli met Bob Dylan.';
    const keeping = await app.service.contracts.create(acme.organization.id, {
      name: 'names kept',
      kind: 'text',
      engine: 'real-time',
      names: 'keep',
    });
    const [byContract] = elementsOf(await send('en', 'ja', [text], keeping.id));
    const [byRequest] = elementsOf(await send('en', 'ja', [text], acme.contracts['real-time'].id, 'keep'));
    const [customary] = elementsOf(await send('en', 'ja', [text], keeping.id, 'customary'));
    expect(byContract?.translatedText).toMatch(/Sarah Vendrelliさん.*Bob Dylan/);
    expect(byRequest?.translatedText).toBe(byContract?.translatedText);
    expect(customary?.translatedText).toContain('ボブ・ディラン');
    expectFailure(await send('en', 'ja', [text], keeping.id, 'latin'), 40201);
  });

  it('finds the shared names of a large request in a thread', async () => {
    const others = Array.from({ length: 600 }, (_, at) => `会議${at}の資料はまだ届いていません。`);
    const { segments } = await app.service.pipeline.plan({
      engine: 't4oo',
      from: 'ja',
      to: 'en',
      texts: ['五十嵐さんが来た。', ...others, '五十嵐は部長だ。'],
      domain: 'general',
      options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
      fairnessKey: acme.organization.id,
      priority: 'interactive',
    });
    expect(segments.at(-1)?.names).toEqual([{ written: '五十嵐', spellings: ['Igarashi'] }]);
    expect(segments.at(1)?.names).toBeUndefined();
  });

  it('reads the sentences of a large request in a thread', async () => {
    const known = Array.from(
      { length: 400 },
      (_, at) => `第${at}回の会議の資料は、まだ一つも届いていません。`,
    );
    const created = await app.call(acme, '/api/v1/phrase-pairs', { body: { name: 'meetings' } });
    const place = `/api/v1/phrase-pairs/${(dataOf(created) as { id: number }).id}`;
    const pairs = known.map((fromText) => ({ fromLang: 'ja', fromText, toLang: 'en', toText: 'Nothing.' }));
    expect((await app.call(acme, `${place}/entries`, { body: pairs })).status).toBe(200);
    const term = { fromLang: 'ja', fromText: '売上高', toLang: 'en', toText: 'net takings' };
    const added = await app.call(acme, '/api/v1/dictionary', { body: term });
    expect(added.status).toBe(200);
    const read = '五十嵐さんは令和6年11月3日に入社した。売上高は前年比12%増の3億2000万円となった。';
    const answer = await app.call(acme, '/api/v1/translate', {
      body: {
        fieldId: '1',
        text: [`${known.join('')}${read}`],
        sourceLang: 'ja',
        targetLang: 'en',
        contractId: acme.contracts.t4oo.id,
        autoSplit: true,
        isT4ooSplit: true,
      },
    });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    const { translationResult } = dataOf(answer) as {
      readonly translationResult: readonly { readonly translatedText: string }[];
    };
    const text = translationResult[0]?.translatedText ?? '';
    expect(text).toMatch(/^(?:Nothing\.\s*){400}\S/);
    for (const kept of ['Igarashi', '2024', 'et takings', '12%', '320 million yen'])
      expect(text).toContain(kept);
    await app.call(acme, place, { method: 'DELETE' });
    const none = await app.call(acme, '/api/v1/dictionary/dictionary-all', { method: 'DELETE' });
    expect(none.status).toBe(200);
  });

  it('says whether a contract is strict', async () => {
    const answer = await app.call(acme, '/api/v1/contracts', { method: 'GET' });
    expect(dataOf(answer)).toMatchObject({
      contracts: expect.arrayContaining([expect.objectContaining({ strict: false })]),
    });
  });
});
