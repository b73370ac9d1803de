import { expect, it } from 'vitest';
import { withLabelCapital } from '#src/translate/wording/label-capitals.js';

it.each([
  ['秘密情報', 'ja', 'confidential information', 'Confidential information'],
  ['（参考）', 'ja', '(for reference)', '(For reference)'],
  ['交货期限', 'zh-CN', 'delivery date', 'Delivery date'],
  ['電子メール', 'ja', 'e-mail', 'e-mail'],
  ['ミリ', 'ja', 'mm', 'mm'],
  ['アイフォーン', 'ja', 'iPhone', 'iPhone'],
  ['npmの使い方', 'ja', 'npm usage', 'npm usage'],
  [
    '会議は三階で開きます。',
    'ja',
    'the meeting is on the third floor.',
    'the meeting is on the third floor.',
  ],
])('%s from %s is a label in English as %s → %s', (source, from, target, expected) => {
  expect(withLabelCapital({ from, source, target }, 'en')).toBe(expected);
  expect(withLabelCapital({ from, source, target }, 'ja')).toBe(target);
});
