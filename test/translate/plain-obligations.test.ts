import { describe, expect, it } from 'vitest';
import { standardWording } from '#src/translate/plan/reading.js';

describe('an obligation that is said with two denials', () => {
  it.each([
    ['ja', '妹の結婚式に行かないわけにはいかない。', '妹の結婚式に行かざるを得ない。'],
    ['ja', '報告しないわけにもいきません。', '報告せざるを得ません。'],
    ['ja', '本当のことを言わない訳には行かなかった。', '本当のことを言わざるを得なかった。'],
    ['zh-CN', '他救过我，我不能不帮他。', '他救过我，我不得不帮他。'],
    ['ja', '心配しないではいられない。', '心配せずにはいられない。'],
    ['zh-CN', '这件事非得今天做完不可。', '这件事必须今天做完。'],
    ['zh-CN', '没有人不知道这件事。', '所有人都知道这件事。'],
    ['ja', '4月末までに納めることも不可能ではありません。', '4月末までに納めることも可能です。'],
    ['ja', '完成は不可能ではない。', '完成は可能だ。'],
    ['ja', '不可能ではない計画だ。', '可能な計画だ。'],
    ['zh-CN', '不是没有可能延期。', '有可能延期。'],
    ['en', 'It would not be impossible to lower the price.', 'It would be possible to lower the price.'],
    ['en', "She can't not go to the wedding.", 'She must go to the wedding.'],
    [
      'en',
      'The pressure must not exceed 180 bar, nor may it fall below 40 bar.',
      'The pressure must not exceed 180 bar, and it must not fall below 40 bar.',
    ],
    ['en', 'He did not call nor can he come.', 'He did not call, and he cannot come.'],
  ])('is said in words that models know, in %s: %s', (from, text, expected) => {
    expect(standardWording({ from, text, protectedSpans: [], element: 0, isWholeElement: true }).text).toBe(
      expected,
    );
  });

  it.each([
    ['ja', '行くわけにはいかない。'],
    ['zh-CN', '我不能帮他，不是不想。'],
    ['en', 'I cannot go.'],
    ['en', 'The broker neither can nor will clear the goods.'],
  ])('is no denial, in %s: %s', (from, text) => {
    expect(standardWording({ from, text, protectedSpans: [], element: 0, isWholeElement: true }).text).toBe(
      text,
    );
  });
});
