import { describe, expect, it } from 'vitest';
import { asLabel, inSentenceCase } from '#src/translate/wording/capitals.js';
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

describe('a label in which each word has a capital', () => {
  const words = new Set('office chair notice of annual general meeting march sales'.split(' '));
  const small = (text: string, to = 'ja'): string | undefined =>
    inSentenceCase({ text, from: 'en', protectedSpans: [] }, to, [], (word) => words.has(word.toLowerCase()));

  it('has small letters behind its first word, where dictionaries know them all', () => {
    expect(small('Office Chair')).toBe('Office chair');
    expect(small('Notice of Annual General Meeting', 'zh-CN')).toBe('Notice of annual general meeting');
  });

  it.each([
    'Sarah Chair',
    'Office',
    'Office chair',
    'The office chair is new.',
    'March Sales',
    'OFFICE CHAIR',
  ])('is no other text: %s', (text) => expect(small(text)).toBeUndefined());
});

describe('a word alone in small letters', () => {
  const words = new Set('profile china march'.split(' '));
  const label = (text: string, to = 'ja', kept: readonly unknown[] = []): string | undefined =>
    asLabel({ text, from: 'en', protectedSpans: [] }, to, kept, (word) => words.has(word.toLowerCase()));

  it('is a label with a capital', () => {
    expect(label('profile')).toBe('Profile');
    expect(label('profile', 'zh-CN')).toBe('Profile');
  });

  it.each(['Profile', 'my profile', 'china', 'march', 'xyzzy'])('is no other text: %s', (text) =>
    expect(label(text)).toBeUndefined(),
  );

  it('stays where a term is for it, and in other languages', () => {
    expect(label('profile', 'ja', ['a term'])).toBeUndefined();
    expect(label('profile', 'en')).toBeUndefined();
  });
});
