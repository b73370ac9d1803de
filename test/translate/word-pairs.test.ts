import { describe, expect, it } from 'vitest';
import type { Lang } from '#src/base/lang.js';
import { WordPairs } from '#src/translate/wording/word-pairs.js';

const pairs = await WordPairs.read();

describe('pairs of words', () => {
  it.each<[Lang, string, Lang, string]>([
    ['en', 'Chamber music', 'zh-CN', '室内乐'],
    ['zh-CN', '室内乐', 'en', 'chamber music.'],
    ['ja', '保存する', 'en', 'Save'],
    ['en', 'to save', 'ja', '保存'],
    ['en', 'letters', 'ja', '手紙'],
    ['ja', '受領日', 'en', 'Date Received'],
    ['ja', '傘', 'zh-CN', '雨伞'],
  ])('%s %s, %s %s', (from, source, to, target) => {
    expect(pairs.has(from, source, to, target)).toBe(true);
  });

  it('are not known by their parts, in other languages, or by chance', () => {
    expect(pairs.has('zh-CN', '室内乐', 'en', 'indoor music')).toBe(false);
    expect(pairs.has('zh-CN', '室内乐', 'ja', 'chamber music')).toBe(false);
    expect(pairs.has('en', '', 'ja', '')).toBe(false);
    expect(pairs.has('en', 'letter '.repeat(20), 'ja', '手紙')).toBe(false);
    const made = Array.from({ length: 2_000 }, (_, at) => pairs.has('en', `word${at}`, 'ja', `語${at}`));
    expect(made.filter(Boolean).length).toBeLessThan(10);
  });
});
