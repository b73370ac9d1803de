import { expect, it } from 'vitest';
import { letterLine, written } from '#src/translate/letters/letter-line.js';

function lineOf(text: string, from: string, to: string, translated = ''): string | undefined {
  const line = letterLine(text, { from, to, isLetter: false });
  return line === undefined ? undefined : written(line, translated);
}

it.each([
  ['乙方（盖章）：', 'zh-CN', 'ja', '乙（印）：'],
  ['乙方（盖章）：', 'zh-CN', 'en', 'Party B (seal):'],
  ['Party A (signature):', 'en', 'ja', '甲（署名）：'],
  ['Party A (signature):', 'en', 'zh-TW', '甲方（簽字）：'],
  ['Signed for and on behalf of Party B:', 'en', 'ja', '乙（署名）：'],
  ['賃貸人（甲）：', 'ja', 'en', 'Lessor (Party A):'],
  ['甲（買主）：', 'ja', 'zh-CN', '甲方（买方）：'],
])('writes the party of a contract as the target does: %s', (text, from, to, expected) => {
  expect(lineOf(text, from, to)).toBe(expected);
});

it.each([
  ['Party B: Miller Ltd.', 'en', 'ja', 'Miller株式会社', '乙：Miller株式会社'],
  ['Apologies: Maria Rossi (ill) and Dr. Long', 'en', 'ja', '出席者：ロッシ', '欠席者：ロッシ'],
  ['Apologies: Maria Rossi', 'en', 'ja', '出席者：マリア・ロッシ', '欠席者：マリア・ロッシ'],
  ['Apologies for absence: Maria Rossi', 'en', 'zh-CN', '出席：玛丽亚·罗西', '请假：玛丽亚·罗西'],
  ['Attn.: Purchasing Dept.', 'en', 'zh-CN', '采购部', '收件人：采购部'],
  ['Minutes: Peter Long', 'en', 'ja', '出席者：ピーター・ロング', '議事録作成者：ピーター・ロング'],
  ['司会：長谷川', 'ja', 'en', 'Present: Hasegawa', 'Chair: Hasegawa'],
  ['甲　新潟県長岡市1-2-3', 'ja', 'en', '1-2-3, Nagaoka', 'Party A: 1-2-3, Nagaoka'],
  ['请假：赵建国', 'zh-CN', 'en', 'Present: Zhao Jianguo', 'Apologies: Zhao Jianguo'],
  ['记录：周敏', 'zh-CN', 'ja', '出席者：周敏', '議事録作成者：周敏'],
  ['列席人员：周敏', 'zh-CN', 'en', 'Zhou Min', 'In attendance: Zhou Min'],
])('sets a label before what the model makes of the rest: %s', (text, from, to, translated, expected) => {
  expect(lineOf(text, from, to, translated)).toBe(expected);
});

it.each([
  ['購買部　大森様', 'en', 'Mr. Omori, Purchasing', 'Mr./Ms. Omori, Purchasing'],
  ['購買部　大森様', 'zh-CN', '采购部 大森女士：', '采购部 大森先生/女士'],
  ['代表取締役　三浦健一様', 'en', 'Mr. Kenichi Miura, President', 'Kenichi Miura, President'],
  ['営業部　ご担当者様', 'en', 'Sales', undefined],
])('does not guess who stands beside a department: %s', (text, to, translated, expected) => {
  expect(lineOf(text, 'ja', to, translated)).toBe(expected);
});

it.each([
  ['甲：你怎么了？', 'zh-CN', 'en'],
  ['记录：设备运行正常。', 'zh-CN', 'en'],
  ['Attention: wet floor', 'en', 'ja'],
  ['Minutes: building committee, 9 November', 'en', 'ja'],
  ['主持人：这件事记入日志了吗？', 'zh-CN', 'en'],
  ['甲　乙', 'ja', 'en'],
  ['Apologies: I forgot the attachment.', 'en', 'ja'],
  ['Our apologies: the shipment is late.', 'en', 'ja'],
  ['甲：北京蘭亭出版有限公司、乙：東海計測株式会社', 'ja', 'en'],
  ['Third party: see below', 'en', 'ja'],
])('leaves to the model what is no such label: %s', (text, from, to) => {
  expect(lineOf(text, from, to)).toBeUndefined();
});
