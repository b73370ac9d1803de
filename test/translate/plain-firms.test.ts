import { expect, it } from 'vitest';
import { standardWording } from '#src/translate/plan/reading.js';

const names = [{ written: '東海フィルター', spellings: ['Tokai Filter'], isFirm: true as const }];
const standard = (text: string): string =>
  standardWording({ from: 'ja', text, protectedSpans: [], element: 0, isWholeElement: true, names }).text;

it.each([
  ['株式会社サンプル様より、ご注文をいただきました。', '株式会社サンプルより、ご注文をいただきました。'],
  ['東和計測株式会社　御中', '東和計測株式会社'],
  ['東海フィルターさんの見積書', '東海フィルターの見積書'],
])('what is said behind a firm is not told: %s', (text, expected) => {
  expect(standard(text)).toBe(expected);
});

it.each(['株式会社サンプル様式の書類', '五十嵐様の見積書', '株式会社サンプル　五十嵐様'])(
  'what is said behind people and in words stays: %s',
  (text) => {
    expect(standard(text)).toBe(text);
  },
);
