import { expect, it } from 'vitest';
import { oddityIn, withWholeNames } from '#src/translate/solve/oddity.js';

const FALL = '这批货比上个月少了两成，从七万件降到五万六千件。';

it.each([
  ['zh-CN', 'en', FALL, 'It fell from 70,000 to 56,000 to 536,000, 20% fewer than last month.', 'quantity'],
  ['en', 'ja', 'The price is 1,250 yen for 3 pieces.', '価格は3個で1,250円、または4,800円です。', 'quantity'],
  ['en', 'zh-CN', 'Only two of the seven gaskets may be used.', '七个妆妆妆只有两个可以使用。', 'looped'],
  ['en', 'ja', 'I work for Northwind Co., Ltd.', 'ノースwind株式会社に勤めています。', 'name'],
  [
    'en',
    'ja',
    'It runs from the date of the order, not from the date of payment.',
    '受注日からではなく、受注日から6週間です。',
    'contrast',
  ],
  ['zh-CN', 'ja', '是收货后30天，而不是发货后30天。', '納品後30日ではなく、納品後30日です。', 'contrast'],
  ['ja', 'zh-CN', '出荷後ではなく、受領後です。', '不是收货后付款，而是收货后付款。', 'contrast'],
  [
    'zh-CN',
    'en',
    '不是发货后，而是收货后。',
    'It is 30 days after receipt, not 30 days after receipt.',
    'contrast',
  ],
])('%s to %s: "%s" is no "%s"', (from, to, source, translation, oddity) => {
  expect(oddityIn(source, translation, from, to)).toBe(oddity);
});

it.each([
  ['zh-CN', 'en', FALL, 'It fell by 20% from last month, from 70,000 to 56,000.'],
  ['en', 'ja', 'Sales reached 2.5 million units.', '販売台数は250万台に達した。'],
  ['ja', 'en', '平成28年の来場者は3割増の13万人だった。', 'In 2016 attendance rose 30% to 130,000.'],
  ['en', 'zh-CN', 'She laughed for a long time.', '她哈哈哈地笑了很久。'],
  ['en', 'ja', 'He is not from Japan but a Japanese.', '出身は日本ではなく日本人の家庭です。'],
  ['zh-CN', 'en', '那天，而不是第二天。', 'It was the day, not the day after.'],
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

it('has a name that no search writes in one script as the source has it', () => {
  const source = 'I work for Northwind Co., Ltd.';
  expect(withWholeNames('ノースwind株式会社に勤めています。', source)).toBe(
    'Northwind株式会社に勤めています。',
  );
  expect(withWholeNames('リストdivに入れます。', 'Put the list into a div.')).toBe('リストdivに入れます。');
});
