import { describe, expect, it } from 'vitest';
import { standardWording } from '#src/translate/plan/reading.js';

const standard = (text: string): string =>
  standardWording({ from: 'ja', text, protectedSpans: [], element: 0, isWholeElement: true }).text;

describe('what is put off or passed over', () => {
  it.each([
    ['訂正版が届くまでは、お支払いを見合わせていただきます。', '訂正版が届くまでは、お支払いを行いません。'],
    [
      '原因が判明するまで、同型機の出荷を見合わせております。',
      '原因が判明するまで、同型機の出荷を行っておりません。',
    ],
    ['今回のご注文は見送らせていただきます。', '今回のご注文は行いません。'],
    ['更新は見送らせていただくことになりました。', '更新は行わないことになりました。'],
    ['出展は見送ることにした。', '出展は行わないことにした。'],
    ['当日の接種を見合わせてください。', '当日の接種を行わないでください。'],
    ['採決を見送りました。', '採決を行いませんでした。'],
    ['採用は今回は見送りとさせていただきます。', '採用は今回は行わないこととさせていただきます。'],
    ['決定を見合わせていただきたいのです。', '決定を行わないでいただきたいのです。'],
    ['残金のお支払いは控えさせていただきます。', '残金のお支払いは行いません。'],
    ['今回は見送らせていただきます。', '今回はお断りいたします。'],
    ['ご提案は見送らせていただくことになりました。', 'ご提案はお断りすることになりました。'],
  ])('is said not to be done: %s', (text, expected) => {
    expect(standard(text)).toBe(expected);
  });

  it.each([
    '二人は顔を見合わせた。',
    '駅までお客様を見送りました。',
    'バスを1本見送った。',
    'お名前を控えさせていただきます。',
    '大雪のため、列車は運転を見合わせています。',
    'もう1台は見合わせます。',
  ])('is left where it means something else: %s', (text) => {
    expect(standard(text)).toBe(text);
  });
});
