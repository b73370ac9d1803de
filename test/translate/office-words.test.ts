import { expect, it } from 'vitest';
import { officeWords } from '#src/translate/names/office-words.js';

function found(text: string, from: string, to: string): (string | undefined)[] {
  return officeWords(text, from, to).map(({ spellings }) => spellings[0]);
}

it.each([
  ['見積書を回覧いたします。', 'ja', 'en', ['circulate']],
  ['回覧後、返却してください。', 'ja', 'en', ['circulation']],
  ['見積書を回覧いたします。', 'ja', 'zh-TW', ['傳閱']],
  ['请传阅合同。', 'zh-CN', 'ja', ['回覧']],
  ['回覧板を回してください。', 'ja', 'en', []],
])('papers that go round have their word: %s', (text, from, to, expected) => {
  expect(found(text, from, to)).toEqual(expected);
});
