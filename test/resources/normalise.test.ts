import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalisePhrase } from '#src/translate/plan/normal-phrase.js';
import { runs } from '../setup/sample.js';

describe('normalisePhrase', () => {
  it.each([
    ['Hello, World.', 'ｈｅｌｌｏ，  ＷＯＲＬＤ！'],
    ['こんにちは。', 'こんにちは'],
    ['ｶﾀｶﾅ テスト', 'カタカナテスト'],
    ['谢谢！', '谢谢'],
    ['  See\tyou\nsoon … ', 'see you soon'],
    ['Straße', 'STRASSE'],
    ['STRAẞE', 'strasse'],
    ['本当？', '本当?!'],
    ['100％', '100%'],
  ])('gives %j and %j one key', (a, b) => {
    expect(normalisePhrase(a)).toBe(normalisePhrase(b));
  });

  it.each([
    ['本当', '本当？'],
    ['Yes', 'No'],
    ['。', '！'],
    ['1.5', '15'],
    ['re-sent', 'resent'],
    ['ice cream', 'icecream'],
  ])('keeps %j and %j apart', (a, b) => {
    expect(normalisePhrase(a)).not.toBe(normalisePhrase(b));
  });

  it('is idempotent for any text, so that a key is its own key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
        const key = normalisePhrase(text);
        expect(normalisePhrase(key)).toBe(key);
      }),
      runs(3000),
    );
  });

  it('never turns a text that holds something into the empty key', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        expect(normalisePhrase(text) === '').toBe(text.normalize('NFKC').trim() === '');
      }),
      runs(2000),
    );
  });
});
