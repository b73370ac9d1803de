import { describe, expect, it } from 'vitest';
import { standardWording } from '#src/translate/plan/reading.js';
import { findProtectedSpans } from '#src/translate/spans/protected-spans.js';

function wordingOf(text: string, to?: string) {
  const protectedSpans = findProtectedSpans(text, 'en').map(({ start, end }) => ({
    start,
    end,
    kind: 'exact' as const,
  }));
  return standardWording({ from: 'en', text, protectedSpans, element: 0, isWholeElement: true }, to);
}

describe('a change that is told from its end', () => {
  it.each([
    [
      'Unemployment rose to 4.1 percent from 3.9 percent in June.',
      'Unemployment rose from 3.9 percent in June to 4.1 percent.',
    ],
    [
      'Sales fell sharply to $12,500, down from $13,200 last year.',
      'Sales fell sharply from $13,200 last year to $12,500.',
    ],
    ['The price was $20, down from $37.', 'The price fell from $37 to $20.'],
    ['Fees are now 20%, up from 15%.', 'Fees have now risen from 15% to 20%.'],
    ['The bill came to $1,250, up from $900.', 'The bill rose from $900 to $1,250.'],
  ])('begins at its beginning: %s', (text, expected) => {
    expect(wordingOf(text).text).toBe(expected);
  });

  it.each([
    ['There were 20 this month, down from 37.', 'There were 20 this month, decreased from 37 to 20.'],
    ['There were four, down from seven.', 'There were four, decreased from seven to four.'],
    [
      'In 2023 we had 62 complaints, up from 58 in 2022.',
      'In 2023 we had 62 complaints, increased from 58 complaints in 2022 to 62 complaints.',
    ],
    [
      'The firm has 4,200 people, up from 3,900 staff in 2019.',
      'The firm has 4,200 people, increased from 3,900 staff in 2019 to 4,200 people.',
    ],
    [
      'We paid $900 for 40 chairs, down from $950, and left.',
      'We paid $900 for 40 chairs, decreased from $950 to $900, and left.',
    ],
  ])('says its end again where that stands apart: %s', (text, expected) => {
    expect(wordingOf(text).text).toBe(expected);
  });

  it.each([
    'He moved to Tokyo from Osaka.',
    'The shop is open to 9 from 5.',
    'We sold 20 cars in 12 towns, down from 37.',
    'It was down from 37 and the mood was bad.',
    'Traffic was up from 5 p.m. on.',
    'Prices fell from $37 to $20.',
  ])('is left alone where it is not clear what changed: %s', (text) => {
    expect(wordingOf(text).text).toBe(text);
  });

  it('takes what no engine may touch along', () => {
    const { text, protectedSpans } = wordingOf('The fee was $20, down from $37, with {name}.');
    expect(text).toBe('The fee fell from $37 to $20, with {name}.');
    expect(protectedSpans.map(({ start, end }) => text.slice(start, end))).toEqual(['$37', '$20', '{name}']);
  });

  it('stays as it is where a tag stands in between', () => {
    const text = 'The fee was $20<b>, down</b> from $37.';
    expect(wordingOf(text).text).toBe(text);
  });
});

describe('what is not to happen before something', () => {
  it.each([
    ['Do not pay before you have received the invoice.', 'Do not pay until you have received the invoice.'],
    ["Don't open it before the fan is still.", "Don't open it until the fan is still."],
  ])('waits until it has: %s', (text, expected) => {
    expect(wordingOf(text).text).toBe(expected);
  });

  it.each(['Do not take it before meals.', 'We have not met before.', 'Pay before you have received it.'])(
    'stays as it is: %s',
    (text) => {
      expect(wordingOf(text).text).toBe(text);
    },
  );
});

describe('what differs from a target', () => {
  it.each([
    [
      'Sales came to 3.4 million euros, up 12% from September but 5% short of the target.',
      'Sales came to 3.4 million euros, up 12% from September but 5% below the target.',
    ],
    ['Output fell 300 tonnes short of the plan.', 'Output was 300 tonnes below the plan.'],
    ['The fund is $2 million short of its annual goal.', 'The fund is $2 million below its annual goal.'],
    ['The project is 8% over budget.', 'The project is 8% above the budget.'],
    [
      'Payment must not be made later than 30 days after receipt.',
      'Payment must be made no later than 30 days after receipt.',
    ],
    ['The goods may not arrive later than 3 May.', 'The goods must arrive no later than 3 May.'],
    ['It is still above the target of 0.5%.', 'It is still above the 0.5% target.'],
    ['It takes 18 weeks, but not before 15 May 2027.', 'It takes 18 weeks, but only from 15 May 2027 on.'],
  ])('is told in words that models know: %s', (text, expected) => {
    expect(wordingOf(text).text).toBe(expected);
  });

  it.each([
    'It fell three votes short of a majority.',
    'He is 5 minutes short of breath.',
    'We met the target of 5%.',
    'It was nothing less than brilliant.',
    "You may tell them, but not before I've come.",
  ])('and nothing else is: %s', (text) => {
    expect(wordingOf(text).text).toBe(text);
  });
});

describe('the least that may be', () => {
  it.each([
    ['The power must not be less than 75 kW.', 'The power must be at least 75 kW.'],
    ['The number may not be less than three.', 'The number must be at least three.'],
    ['Not fewer than three quotations are needed.', 'At least three quotations are needed.'],
    ['They ordered no less than 500 units.', 'They ordered at least 500 units.'],
  ])('is told as such into Japanese alone: %s', (text, expected) => {
    expect(wordingOf(text, 'ja').text).toBe(expected);
    expect(wordingOf(text, 'zh-CN').text).toBe(text);
  });
});
