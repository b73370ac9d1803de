import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TermEntry, TermTier } from '#src/translate/pipeline-types.js';
import { TermMatcher } from '#src/translate/terms/matcher.js';
import { containsTerm, spellTerm } from '#src/translate/terms/presence.js';

function entry(fromText: string, toText: string, tier: TermTier = 'dictionary'): TermEntry {
  return { fromText, toText, tier };
}

function found(entries: readonly TermEntry[], text: string): string[] {
  return new TermMatcher(entries)
    .find(text)
    .map(({ start, end, entry: { toText } }) => `${text.slice(start, end)}=${toText}`);
}

describe('terms', () => {
  it('take the longest match first, whichever list it is from', () => {
    const entries = [
      entry('翻訳', 'translation'),
      entry('翻訳メモリ', 'TM', 'group-glossary'),
      entry('メモリ', 'memory'),
    ];
    expect(found(entries, '翻訳メモリと翻訳')).toEqual(['翻訳メモリ=TM', '翻訳=translation']);
  });

  it('take the dictionary before the personal and the group glossary for the same words', () => {
    const entries = [
      entry('猫', 'group', 'group-glossary'),
      entry('猫', 'mine'),
      entry('猫', 'personal', 'personal-glossary'),
    ];
    expect(found(entries, '猫')).toEqual(['猫=mine']);
    expect(
      found(
        entries.filter(({ tier }) => tier !== 'dictionary'),
        '猫',
      ),
    ).toEqual(['猫=personal']);
  });

  it('never match inside another word of a spaced script', () => {
    const entries = [entry('cat', '猫'), entry('art', '芸術')];
    expect(found(entries, 'The cat sat; category, concatenate, art.')).toEqual(['cat=猫', 'art=芸術']);
    expect(found(entries, 'このcatはartです')).toEqual(['cat=猫', 'art=芸術']);
    expect(found([entry('C++', 'シープラ')], 'I like C++ and C+++')).toContain('C++=シープラ');
  });

  it('match inside runs of unspaced scripts', () => {
    expect(found([entry('東京', 'Tokyo')], '東京都に住む')).toEqual(['東京=Tokyo']);
    expect(found([entry('软件', 'software')], '这个软件很好')).toEqual(['软件=software']);
    expect(found([entry('軟體', 'software')], '這個軟體很好')).toEqual(['軟體=software']);
  });

  it('match full and half width alike', () => {
    expect(found([entry('ＡＢＣ', 'x')], 'その ABC です')).toEqual(['ABC=x']);
    expect(found([entry('ABC', 'x')], 'そのＡＢＣです')).toEqual(['ＡＢＣ=x']);
    expect(found([entry('ガス', 'gas')], 'ｶﾞｽが出た')).toEqual(['ｶﾞｽ=gas']);
  });

  it('match any case, except entries in capitals or with a capital inside a word', () => {
    const text = 'Apple APPLE apple iPhone IPHONE US us';
    expect(found([entry('apple', 'りんご')], text)).toEqual(['Apple=りんご', 'APPLE=りんご', 'apple=りんご']);
    expect(found([entry('Apple', 'りんご')], text)).toEqual(['Apple=りんご', 'APPLE=りんご', 'apple=りんご']);
    expect(found([entry('US', '米国'), entry('iPhone', 'アイフォーン')], text)).toEqual([
      'iPhone=アイフォーン',
      'US=米国',
    ]);
  });

  it('cover a span of their own but never cut one or swallow a tag', () => {
    const matcher = new TermMatcher([
      entry('Node.js', 'ノード'),
      entry('example', '例'),
      entry('赤い<b>', 'x'),
    ]);
    const span = (start: number, end: number) => ({ start, end, kind: 'literal' as const });
    expect(matcher.find('use Node.js', [span(4, 11)])).toHaveLength(1);
    expect(matcher.find('see example.com', [span(4, 15)])).toHaveLength(0);
    expect(matcher.find('赤い<b>', [{ start: 2, end: 5, kind: 'open' }])).toHaveLength(0);
  });

  it('know an entry that equals the whole input, white space and width aside', () => {
    const matcher = new TermMatcher([entry('ABC社', 'ABC Inc.')]);
    expect(matcher.whole('  ＡＢＣ社\n')?.toText).toBe('ABC Inc.');
    expect(matcher.whole('ABC社員')).toBeUndefined();
  });

  it('find exactly what a search for each term alone finds, as long as terms do not overlap', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('猫', '犬', '鳥と', '空', 'の', '海'), { maxLength: 30 }),
        (words) => {
          const text = words.join('');
          const entries = [entry('猫', 'a'), entry('犬', 'b'), entry('鳥と', 'c')];
          const expected = words.filter((word) => entries.some(({ fromText }) => fromText === word));
          expect(new TermMatcher(entries).find(text).map(({ start, end }) => text.slice(start, end))).toEqual(
            expected,
          );
        },
      ),
    );
  });

  it('find 10,000 listed terms in one pass', () => {
    const entries = Array.from({ length: 10_000 }, (_, index) => entry(`用語${index}号`, `term ${index}`));
    expect(found(entries, '用語7号と用語9999号')).toEqual(['用語7号=term 7', '用語9999号=term 9999']);
  });
});

describe('a required target', () => {
  it('is present whatever its width, case and inner blanks', () => {
    expect(containsTerm('The Phrase Bank is here', 'phrase bank')).toBe(true);
    expect(containsTerm('API 参照を開く', 'API参照')).toBe(true);
    expect(containsTerm('ＡＢＣです', 'ABC')).toBe(true);
    expect(containsTerm('a phrase book', 'phrase bank')).toBe(false);
  });

  it('is written as the list has it', () => {
    expect(spellTerm('open the Phrase bank now', 'phrase bank')).toBe('open the phrase bank now');
    expect(spellTerm('Phrase bank is open', 'phrase bank')).toBe('Phrase bank is open');
    expect(spellTerm('新しい API 参照です', 'API参照')).toBe('新しい API参照です');
    expect(spellTerm('iphoneを買う', 'iPhone')).toBe('iPhoneを買う');
  });
});
