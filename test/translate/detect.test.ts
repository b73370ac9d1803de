import { describe, expect, it } from 'vitest';
import { detect } from '#src/translate/detection/detect.js';
import { HanModel } from '#src/translate/detection/han.js';

const han = HanModel.bundled();

describe('detection', () => {
  it.each([
    ['ja', 'こんにちは'],
    ['ja', 'ﾃｽﾄ'],
    ['ja', 'カタカナ'],
    ['ja', '東京都'],
    ['ja', '検討中'],
    ['ja', '株式会社'],
    ['ja', '会議室'],
    ['ja', '経済産業省'],
    ['ja', '図書館'],
    ['ja', 'Microsoft Azure Active Directory を使用'],
    ['ja', 'API の value を set する'],
    ['ja', '% Time in GC の値'],
    ['en', 'Hello'],
    ['en', 'OK'],
    ['en', 'Good morning'],
    ['en', 'JSON is a strict format.'],
    ['en', 'Tokyo Station'],
    ['en', 'The word 猫 means cat in Japanese.'],
    ['en', 'She visited the temple 清水寺 in Kyoto.'],
    ['zh-CN', '你好'],
    ['zh-CN', '谢谢'],
    ['zh-CN', '我们明天去北京。'],
    ['zh-CN', '使用 PowerShell 管理计算机'],
    ['zh-CN', '在雨季'],
    ['zh-TW', '謝謝'],
    ['zh-TW', '這個軟體需要更新。'],
    ['zh-TW', '我們明天去臺北。'],
    ['ko', '안녕하세요'],
    ['de', 'Guten Morgen, wie geht es Ihnen heute?'],
    ['fr', 'Où est la gare, s’il vous plaît ?'],
  ])('takes %s for %s', (lang, text) => {
    expect(detect(text, han) ?? 'undecided').toBe(lang);
  });

  it.each([
    '12345',
    '😀🎉',
    '...',
    '2024/05/01 10:30',
    'Привет, как дела?',
    'สวัสดี',
    '{name}',
    'https://example.com/',
    'A',
    '％＆',
  ])('does not guess at %s', (text) => {
    expect(detect(text, han)).toBeUndefined();
  });

  it('takes text that is good in two languages for the one it is not to be translated into', () => {
    for (const text of ['大学', '中国', '世界', '日本']) {
      expect(detect(text, han, { not: 'ja' })).toBe('zh-CN');
      expect(detect(text, han, { not: 'zh-CN' })).toBe('ja');
    }
    expect(detect('谢谢', han, { not: 'zh-CN' })).toBe('zh-CN');
    expect(detect('検討中', han, { not: 'ja' })).toBe('ja');
  });

  it('ignores mark-up, addresses and placeholders', () => {
    expect(detect('<strong>你好</strong> https://example.com/the/and', han)).toBe('zh-CN');
    expect(detect('<a href="the.html">次へ</a>', han)).toBe('ja');
  });
});
