import { expect, it } from 'vitest';
import { standardChinese } from '#src/translate/detection/cantonese.js';

it.each([
  ['佢聽日喺屋企。', '他明天在家。'],
  ['我哋而家去食飯。', '我們現在去吃飯。'],
  ['點解你冇嚟？', '為什麼你沒有來？'],
  ['這是標準的中文，關係很好。', '這是標準的中文，關係很好。'],
])('%s reaches the model as %s', (cantonese, standard) => {
  expect(standardChinese(cantonese)).toBe(standard);
});
