import { describe, expect, it } from 'vitest';
import { countCharacters, countWords } from '#src/translate/text/count.js';

describe('counting', () => {
  it.each([
    ['こんにちは、世界！', 7],
    ['コーヒー', 4],
    ['你好，世界。', 4],
    ['軟體更新', 4],
    ['Hello, world!', 2],
    ['Hello, 世界！', 3],
    ['It is 10 o’clock - now', 5],
    ['API を set する', 5],
    ['   \n\t', 0],
    ['。、！？', 0],
    ['か\u3099き\u3099', 2],
    ['สวัสดี', 6],
    ['안녕하세요 세계', 2],
  ])('counts %s as %i words', (text, words) => {
    expect(countWords(text)).toBe(words);
  });

  it('counts code points after composition', () => {
    expect(countCharacters('か\u3099')).toBe(1);
    expect(countCharacters('😀字')).toBe(2);
  });
});
