import { expect, it } from 'vitest';
import { oddityIn } from '#src/translate/solve/oddity.js';

const FALL = '这批货比上个月少了两成，从七万件降到五万六千件。';

it.each([
  ['zh-CN', 'en', FALL, 'It fell from 70,000 to 56,000 to 536,000, 20% fewer than last month.', 'quantity'],
  ['en', 'ja', 'The price is 1,250 yen for 3 pieces.', '価格は3個で1,250円、または4,800円です。', 'quantity'],
  ['en', 'zh-CN', 'Only two of the seven gaskets may be used.', '七个妆妆妆只有两个可以使用。', 'looped'],
  ['en', 'ja', 'I work for Northwind Co., Ltd.', 'ノースwind株式会社に勤めています。', 'name'],
])('%s to %s: "%s" is no "%s"', (from, to, source, translation, oddity) => {
  expect(oddityIn(source, translation, from, to)).toBe(oddity);
});

it.each([
  ['zh-CN', 'en', FALL, 'It fell by 20% from last month, from 70,000 to 56,000.'],
  ['en', 'ja', 'Sales reached 2.5 million units.', '販売台数は250万台に達した。'],
  ['ja', 'en', '平成28年の来場者は3割増の13万人だった。', 'In 2016 attendance rose 30% to 130,000.'],
  ['en', 'zh-CN', 'She laughed for a long time.', '她哈哈哈地笑了很久。'],
  ['en', 'zh-CN', 'Wait, wait, wait for me.', '慢慢慢，等我。'],
  [
    'en',
    'ja',
    'Put the list into a div and call the method run.',
    'リストdivに入れて、メソッドrunを呼びます。',
  ],
])('%s to %s: nothing is odd about "%s" as "%s"', (from, to, source, translation) => {
  expect(oddityIn(source, translation, from, to)).toBeUndefined();
});
