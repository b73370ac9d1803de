import { describe, expect, it } from 'vitest';
import { localListMark } from '#src/marks/list-mark.js';
import { withPairedMarks } from '#src/marks/paired-marks.js';
import { withWideComma } from '#src/marks/wide-comma.js';

function paired(text: string, source: string, to: string): string {
  return withPairedMarks([{ kind: 'text', text }], source, to)
    .target.map((part) => (part.kind === 'text' ? part.text : `<${part.index}>`))
    .join('');
}

describe('quotation marks and brackets', () => {
  it.each([
    ['彼は"すぐ戻る"と言った。', 'He said "I will be back."', 'ja', '彼は「すぐ戻る」と言った。'],
    ['「これが「最高」か？」', '"Is this “the best”?"', 'ja', '「これが『最高』か？」'],
    ['她问：“这是“最好的”吗？”', '"Is this “the best”?"', 'zh-CN', '她问：“这是‘最好的’吗？”'],
    ['他說："好。"', 'He said, "Fine."', 'zh-TW', '他說：「好。」'],
    ['He said 「yes」 to 《Hamlet》.', '他对《哈姆雷特》说「是」。', 'en', 'He said "yes" to "Hamlet".'],
    ['値は "true" です。', 'The value is "true".', 'ja', '値は "true" です。'],
  ])('%s is written for %s (%s)', (text, source, to, expected) => {
    expect(paired(text, source, to)).toBe(expected);
  });

  it.each([
    ['「すぐ戻ると言った。', 'He said "soon".', 'ja', '「すぐ戻ると言った」。'],
    ['He left quickly).', '彼は（急いで）出た。', 'en', 'He left quickly.'],
    [
      'He said "soon and left (fast.',
      '「すぐ」と言って（急いで）出た。',
      'en',
      'He said soon and left (fast).',
    ],
  ])('%s gets its partner or loses it', (text, source, to, expected) => {
    expect(paired(text, source, to)).toBe(expected);
    expect(withPairedMarks([{ kind: 'text', text }], source, to).repaired).toBe(true);
  });

  it.each([
    ['a) 最初の項目', 'a) First item', 'ja'],
    ['5.5" の画面', 'A 5.5" screen', 'ja'],
    ['笑った :)', 'Smiled :)', 'ja'],
  ])('%s stays, as in %s', (text, source, to) => {
    expect(paired(text, source, to)).toBe(text);
  });

  it('keep placeholders in their places', () => {
    const { target } = withPairedMarks(
      [
        { kind: 'text', text: '"ファイル' },
        { kind: 'placeholder', index: 3 },
        { kind: 'text', text: '"を開く' },
      ],
      'Open "file <x>"',
      'ja',
    );
    expect(target).toEqual([
      { kind: 'text', text: '「ファイル' },
      { kind: 'placeholder', index: 3 },
      { kind: 'text', text: '」を開く' },
    ]);
  });
});

describe('list marks', () => {
  it.each([
    ['・', 'ja', 'en', '• '],
    ['（１）', 'ja', 'en', '(1) '],
    ['２．', 'ja', 'en', '2. '],
    ['1、', 'zh-CN', 'en', '1. '],
    ['※', 'ja', 'en', '* '],
    ['＊ ', 'ja', 'en', '* '],
    ['イ ', 'ja', 'en', 'b. '],
    ['（ウ）', 'ja', 'en', '(c) '],
    ['イ ', 'ja', 'zh-CN', 'b. '],
    ['（ウ）', 'ja', 'zh-TW', '（c）'],
    ['• ', 'en', 'ja', '・'],
    ['(a) ', 'en', 'ja', '（a）'],
    ['- ', 'en', 'ja', '- '],
    ['1. ', 'en', 'zh-CN', '1. '],
    ['・', 'ja', 'zh-CN', '・'],
    ['四、', 'zh-CN', 'ja', '4. '],
    ['十二、', 'zh-TW', 'en', '12. '],
    ['二十、', 'ja', 'en', '20. '],
    ['四、', 'ja', 'zh-CN', '四、'],
  ])('%s from %s to %s is %s', (mark, from, to, expected) => {
    expect(localListMark(mark, from, to)).toBe(expected);
  });
});

describe('a half-width comma or colon in a full-width sentence', () => {
  it.each([
    ['zh-CN', '（编号20261115-03）,金额为3,200元。', '（编号20261115-03），金额为3,200元。'],
    ['zh-CN', '二等奖（3名）:每人3000元', '二等奖（3名）：每人3000元'],
    ['ja', '「納品書」,「請求書」を送ります。', '「納品書」、「請求書」を送ります。'],
    ['ja', '次回会合:11月30日', '次回会合：11月30日'],
    ['ja', '件名: 回答', '件名：回答'],
    ['zh-CN', '10:00—11:45,3B会议室', '10:00—11:45，3B会议室'],
    ['en', 'Two copies (No. 3), please.', 'Two copies (No. 3), please.'],
  ])('takes the width of what stands around it, in %s', (to, text, expected) => {
    expect(withWideComma(text, to)).toBe(expected);
  });
});
