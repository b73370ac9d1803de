import { describe, expect, it } from 'vitest';
import { standardWording } from '#src/translate/plan/reading.js';

const standard = (text: string, from = 'en'): string =>
  standardWording({ from, text, protectedSpans: [], element: 0, isWholeElement: true }).text;

describe('words of minutes', () => {
  it.each([
    ['The motion was carried unanimously.', 'The motion was adopted unanimously.'],
    ['Apologies for absence had been received from Mr. Long.', 'A notice of absence came from Mr. Long.'],
    [
      'Mr. Toyama and Ms. Igawa had sent their apologies.',
      'Mr. Toyama and Ms. Igawa sent a notice of absence.',
    ],
    ['There was no other business.', 'There was nothing else to discuss.'],
    ['The motion was seconded by Mr. Chen.', 'The motion was supported by Mr. Chen.'],
    [
      'It was put to the vote and carried by 8 votes to 2.',
      'It was put to the vote and adopted by 8 votes to 2.',
    ],
    ['The motion was carried unanimously again.', 'The motion was adopted unanimously again.'],
    ['It was agreed by a show of hands.', 'It was agreed by vote with raised hands.'],
    ['Any Other Business', 'Other matters'],
    ['Apologies for absence', 'Absences'],
    ['Ms. Aoki will circulate the draft by Friday.', 'Ms. Aoki will distribute the draft by Friday.'],
  ])('are told in plainer ones: %s', (text, expected) => {
    expect(standard(text)).toBe(expected);
  });

  it.each([
    'The proposals were carried out in May.',
    'Please accept our apologies.',
    'Mr. Long was seconded by the parent company.',
    'There was no other business in the street.',
    'Circulate the solution as the report says.',
    'Paper money circulated long before the first reports of it.',
  ])('stay where they are meant: %s', (text) => {
    expect(standard(text)).toBe(text);
  });
});

it('a contract closes in words that models know', () => {
  expect(standard('本契約締結の証として、本書2通を作成し、甲乙記名押印のうえ、各1通を保有する。', 'ja')).toBe(
    '本契約の成立を証するため、本書2通を作成し、甲と乙が署名し押印した上で、各1通を保有する。',
  );
});

it.each([
  ['zh-CN', '一等奖一名，二等奖两名。', '一等奖获奖者一名，二等奖获奖者两名。'],
  ['zh-CN', '设一等奖一名，奖金一万元。', '设一等奖一名，奖金一万元。'],
  ['ja', '1等は1名、2等賞は2名です。', '1等の受賞者は1名、2等賞の受賞者は2名です。'],
  ['ja', '1等は100円です。', '1等は100円です。'],
])('people who win a prize are said to (%s): %s', (from, text, expected) => {
  expect(standard(text, from)).toBe(expected);
});
