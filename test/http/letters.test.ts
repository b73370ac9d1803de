import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf } from './expectations.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp({ ratePerMinute: 10_000 });
  acme = await app.tenant();
});
afterAll(() => app.close());

async function lines(sourceLang: string, targetLang: string, ...text: string[]): Promise<string[]> {
  const contractId = acme.contracts['real-time'].id;
  const answer = await app.call(acme, '/api/v1/translate', {
    body: { fieldId: '1', text, sourceLang, targetLang, contractId, autoSplit: true },
  });
  const { translationResult } = dataOf(answer) as {
    readonly translationResult: readonly { readonly translatedText: string }[];
  };
  return translationResult.flatMap(({ translatedText }) => translatedText.split('\n'));
}

it.each([
  ['en', 'ja', 'Dear Sir or Madam,', 'ご担当者様'],
  ['en', 'ja', 'Dear Ms. Clarke,', 'クラーク様'],
  ['en', 'ja', 'Best regards,', 'よろしくお願いいたします。'],
  ['en', 'ja', 'Yours faithfully,', '敬具'],
  ['en', 'zh-CN', 'To whom it may concern,', '敬启者：'],
  ['en', 'zh-CN', 'Dear Ms. Wang,', '尊敬的王女士：'],
  ['en', 'zh-TW', 'Sincerely,', '此致敬禮！'],
  ['ja', 'en', '拝啓', 'Dear Sir or Madam,'],
  ['ja', 'en', '敬具', 'Sincerely,'],
  ['ja', 'en', '何卒よろしくお願い申し上げます。', 'Best regards,'],
  ['ja', 'zh-CN', 'お客様各位', '尊敬的客户：'],
  ['zh-CN', 'en', '尊敬的王先生：', 'Dear Mr. Wang,'],
  ['zh-CN', 'en', '顺祝商祺！', 'Best regards,'],
  ['zh-CN', 'ja', '尊敬的王先生：', '王様'],
  ['zh-CN', 'ja', '此致敬礼！', '敬具'],
  ['ja', 'en', '取り急ぎ、ご報告まで。', 'I just wanted to let you know.'],
  ['ja', 'zh-CN', 'まずはメールにて御礼申し上げます。', '谨此致谢。'],
  ['zh-CN', 'ja', '特此通知。', '以上、お知らせいたします。'],
])('%s to %s: %s becomes %s', async (from, to, line, wanted) => {
  expect(await lines(from, to, line)).toEqual([wanted]);
});

it('takes words that may be anything for part of a letter where other lines show that it is one', async () => {
  expect(await lines('zh-CN', 'en', '敬礼')).not.toContain('Sincerely,');
  expect(await lines('zh-CN', 'en', '尊敬的客户：\n会议改到周五。\n此致\n敬礼')).toEqual([
    'Dear customer,',
    expect.stringMatching(/Friday/),
    'I remain,',
    'Yours sincerely,',
  ]);
  const greeting = '您好！贵公司寄来的样品我们已经收到。';
  expect((await lines('zh-CN', 'ja', '尊敬的客户：', greeting, '此致', '敬礼'))[1]).toMatch(
    /^いつもお世話になっております。./,
  );
  expect((await lines('zh-CN', 'ja', greeting)).join('')).not.toContain('お世話');
});

it('knows a letter by the one who is addressed and what is said first', async () => {
  const [address] = await lines('ja', 'en', '田中様\n\nいつもお世話になっております。資料を送ります。');
  expect(address).toBe('Dear Mr./Ms. Tanaka,');
  const letter = await lines('zh-CN', 'ja', '王经理：\n您好！贵公司的来函收悉。');
  expect(letter[1]).toMatch(/^いつもお世話になっております。./);
  expect((await lines('ja', 'en', '田中様\n\n昨日は楽しかったです。'))[0]).not.toContain('Dear');
});

it('does not guess whether it writes to a man or a woman, and says who writes from where', async () => {
  const introduction = 'お世話になっております。株式会社サンプルの五十嵐です。';
  expect(await lines('ja', 'en', '木村様', introduction, '敬具')).toEqual([
    'Dear Mr./Ms. Kimura,',
    expect.stringMatching(/This is Igarashi of Sample Co\., Ltd\.$/),
    'Sincerely,',
  ]);
  expect(await lines('ja', 'zh-CN', '木村様', introduction, '敬具')).toEqual([
    '尊敬的木村先生/女士：',
    expect.stringMatching(/。我是Sample株式会社的五十岚。$/),
    '此致敬礼！',
  ]);
});

it('writes Japanese firms in Chinese as Chinese does', async () => {
  expect(await lines('ja', 'zh-CN', '当社は株式会社日立製作所と契約を結びました。')).toEqual([
    expect.stringContaining('日立制作所株式会社'),
  ]);
});

it('leaves the same words in a sentence to the model, and to the terms of the user', async () => {
  expect((await lines('en', 'ja', 'He sent his best regards, and left.')).join('')).not.toContain('お願い');
  await app.call(acme, '/api/v1/dictionary', {
    body: { fromLang: 'en', fromText: 'Kind regards', toLang: 'ja', toText: '草々' },
  });
  expect((await lines('en', 'ja', 'Kind regards,')).join('')).toContain('草々');
});

it('leaves the subject of a mail a heading', async () => {
  const [subject] = await lines('en', 'ja', 'Subject: Delivery of order 4471 – shortage and next steps');
  expect(subject).toMatch(/^件名[:：].*4471/u);
  expect(subject).not.toMatch(/(?:です|ます)$/u);
});

it('ends a Japanese text with the word that says so', async () => {
  expect(await lines('ja', 'en', '次回は12月10日です。\n以上')).toEqual([expect.any(String), 'End']);
  expect(await lines('ja', 'en', '以上')).not.toEqual(['End']);
});

it('writes a party of a contract before an address with figures in it', async () => {
  expect(await lines('ja', 'en', '甲　新潟県長岡市1-2-3')).toEqual([
    expect.stringMatching(/^Party A: .*1-2-3/),
  ]);
});
