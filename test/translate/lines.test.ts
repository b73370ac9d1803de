import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { joinFakeBreaks, splitLines } from '#src/translate/segmentation/lines.js';

describe('lines that form one sentence', () => {
  it.each([
    ['particle at the end', 'これは\nテストです。', 'これはテストです。'],
    ['ending at the beginning', '今日は\n天気がいい\nですね。', '今日は天気がいいですね。'],
    ['narrow column', '私は毎朝\n公園を散歩\nします。', '私は毎朝公園を散歩します。'],
    ['comma', '雨が降ったので、\n家にいました。', '雨が降ったので、家にいました。'],
    [
      'text wrapped by width',
      '本サービスは、企業が自社の機械の上で動かすための翻訳の仕組みであり、外\n部には何も送られません。',
      '本サービスは、企業が自社の機械の上で動かすための翻訳の仕組みであり、外部には何も送られません。',
    ],
    ['Chinese', '我们明天要去北京，\n然后去上海。', '我们明天要去北京，然后去上海。'],
    ['traditional Chinese', '這個軟體可以在\n沒有網路的地方使用。', '這個軟體可以在沒有網路的地方使用。'],
    [
      'English',
      'This sentence was wrapped\nby an editor at the\nend of each line.',
      'This sentence was wrapped by an editor at the end of each line.',
    ],
    ['English with CRLF', 'The report was\r\nsent on Monday.', 'The report was sent on Monday.'],
    ['hyphen inside a word', 'The trans-\nlation is ready.', 'The translation is ready.'],
    ['hyphen of a compound', 'A well-\nknown problem.', 'A well-known problem.'],
  ])('are joined: %s', (_, text, expected) => {
    expect(joinFakeBreaks(text)).toBe(expected);
  });

  it.each([
    ['finished sentences', '今日は晴れです。\n明日は雨です。'],
    ['blank lines', 'This is one\n\nand this is another.'],
    ['heading and text', '概要\n本書は製品の使い方を説明します。'],
    ['short heading and sentence', 'お知らせ\n休みます。'],
    ['English heading', 'Introduction\nThis manual explains the product.'],
    ['list', '- りんごと\n- みかんを\n- 買う'],
    ['numbered list', '1. Open the file\n2. save it\n3. close it'],
    ['Japanese numbering', '一、目的\n二、範囲\n三、方法'],
    ['table', '品名\t数量\nりんご\t3'],
    ['pipes', '| a | b |\n| c | d |'],
    ['labels', '氏名：田中太郎\n住所：東京都港区'],
    ['haiku', '古池や\n蛙飛び込む\n水の音'],
    [
      'poem',
      'Two roads diverged in a yellow wood,\nAnd sorry I could not travel both\nAnd be one traveler, long I stood',
    ],
    ['Chinese verse', '床前明月光\n疑是地上霜\n举头望明月\n低头思故乡'],
    ['new paragraph', '長い段落の終わりがここにあって、次の行は字下げされた新しい段落から\n　始まります。'],
    ['quoted mail', '> hello and\n> goodbye'],
    ['fenced code', '```\nlet a = the\nvalue of\n```'],
    ['menu', 'Home\nProducts\nContact'],
    [
      'salutation',
      'Dear Ms. Whitfield,\nThank you for your order, which we have shipped to your office today.',
    ],
    [
      'end of a letter',
      'We will let you know as soon as the parts have left our warehouse.\nKind regards,\nSarah',
    ],
    [
      'Japanese salutation',
      '田中様、\n先日はお忙しい中、弊社までお越しいただき、誠にありがとうございました。',
    ],
    ['Chinese salutation', '亲爱的王先生，\n感谢您上周来参观我们的工厂，希望很快再次见到您。'],
  ])('are left alone: %s', (_, text) => {
    expect(joinFakeBreaks(text)).toBe(text);
  });

  it('never lose a visible character', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            fc.constantFrom('これは', 'です。', '- a', 'the', 'end.', '', '　x', '表\t1', '、'),
            fc.string({ maxLength: 12 }),
          ),
        ),
        (lines) => {
          const text = lines.join('\n');
          const bare = (value: string) => value.replace(/[\s-]/gu, '');
          expect(bare(joinFakeBreaks(text))).toBe(bare(text));
        },
      ),
    );
  });

  it('come back with their own breaks', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('a', '\n', '\r', '\r\n', '\u2028', '\u0085', '\f', ' ', '字')),
        (pieces) => {
          const text = pieces.join('');
          expect(
            splitLines(text)
              .map((line) => line.text + line.end)
              .join(''),
          ).toBe(text);
        },
      ),
    );
  });
});
