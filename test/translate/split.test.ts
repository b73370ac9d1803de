import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutText } from '#src/translate/segmentation/cut.js';
import { withShortLines } from '#src/translate/segmentation/short-lines.js';
import { splitSentences } from '#src/translate/segmentation/split.js';
import { runs } from '../setup/sample.js';

function sentences(text: string, lang: string): string[] {
  return splitSentences(text, lang).map(({ start, end }) => text.slice(start, end));
}

/** Text as users send it, and as attackers do: every script, marks, mark-up, every kind of white space. */
const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 80 }),
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          ...[
            '。',
            '！',
            '？',
            '.',
            '!',
            '?',
            '…',
            '、',
            '，',
            ' ',
            '\u3000',
            '\t',
            '\n',
            '\r\n',
            '\r',
            '\u2028',
            '\u0085',
          ],
          ...[
            '「',
            '」',
            '『',
            '』',
            '（',
            '）',
            '(',
            ')',
            '“',
            '”',
            '<b>',
            '</b>',
            '<p>',
            '<br/>',
            '<!-- x -->',
            '```',
          ],
          ...[
            '- ',
            '1. ',
            '・',
            '## ',
            '**',
            '{name}',
            '%s',
            'https://a.example/b?c=d',
            '😀',
            '👨‍👩‍👧',
            '10 GB',
            '5%',
          ],
          ...[
            'Mr. ',
            'e.g. ',
            'U.S. ',
            '3.14',
            'C:\\a b\\c.txt',
            '/usr/bin',
            'か\u3099',
            '\u0001',
            '\u200b',
            '\ufdd0',
          ],
          ...['こんにちは', '東京', '你好', '軟體', 'hello', 'World', 'ｶﾞ', 'ＡＢＣ', '한국어', '\ud83d'],
        ),
        fc.string({ unit: 'grapheme', maxLength: 4 }),
      ),
      { maxLength: 40 },
    )
    .map((pieces) => pieces.join('')),
);

describe('cutting and joining', () => {
  it('gives back every text byte for byte when nothing is changed between', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('ja', 'en', 'zh-CN', 'zh-TW'), (text, lang) => {
        expect(
          cutText(text, lang)
            .map((cut) => cut.text)
            .join(''),
        ).toBe(text);
      }),
      runs(3000),
    );
  });

  it('hands over sentences without white space at their ends and without line breaks outside protectedSpans', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('ja', 'en', 'zh-CN', 'zh-TW'), (text, lang) => {
        for (const cut of cutText(text, lang)) {
          if (cut.kind !== 'sentence') continue;
          expect(cut.text).toBe(cut.text.trim());
          expect(cut.text).not.toMatch(/[\n\r\u2028\u2029]/u);
          for (const { start, end } of cut.protectedSpans)
            expect(0 <= start && start < end && end <= cut.text.length).toBe(true);
        }
      }),
      runs(1000),
    );
  });

  it('finds sentences that leave only white space between them', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom('ja', 'en', 'zh-CN'), (text, lang) => {
        let at = 0;
        for (const { start, end } of splitSentences(text, lang)) {
          expect(start).toBeGreaterThanOrEqual(at);
          expect(text.slice(at, start).trim()).toBe('');
          at = end;
        }
        expect(text.slice(at).trim()).toBe('');
      }),
      runs(1000),
    );
  });

  it('stays linear on hostile input', () => {
    const hostile = [
      '<!--',
      '<a ',
      '「',
      '**',
      '{a',
      'http://a))))',
      '....',
      '<script',
      '`',
      '1,',
      'a.',
      '[a](',
      '&a',
      ':a',
      '\\\\a',
    ];
    for (const piece of hostile) {
      const text = piece.repeat(Math.ceil(40_000 / piece.length));
      expect(
        cutText(text, 'ja')
          .map((cut) => cut.text)
          .join('') === text,
      ).toBe(true);
    }
  });
});

describe('sentences', () => {
  it.each([
    ['ja', '今日は晴れです。明日は雨でしょう。', ['今日は晴れです。', '明日は雨でしょう。']],
    [
      'ja',
      '「行こう。早く！」と彼は言った。私は頷いた。',
      ['「行こう。早く！」と彼は言った。', '私は頷いた。'],
    ],
    ['ja', '本当ですか？はい！もちろんです。', ['本当ですか？', 'はい！', 'もちろんです。']],
    ['ja', 'やった！と叫んだ。', ['やった！と叫んだ。']],
    ['ja', 'そうか……でも、行きたい。', ['そうか……でも、行きたい。']],
    [
      'ja',
      '円周率は3.14です（詳細は表1.を参照。）。以上。',
      ['円周率は3.14です（詳細は表1.を参照。）。', '以上。'],
    ],
    ['ja', '『吾輩は猫である。』は名作だ。読もう。', ['『吾輩は猫である。』は名作だ。', '読もう。']],
    ['ja', 'Node.js を使います.次に進む.', ['Node.js を使います.', '次に進む.']],
    ['ja', 'すごい！！！？次。', ['すごい！！！？', '次。']],
    ['zh-CN', '你好！今天天气很好。我们去公园吧？', ['你好！', '今天天气很好。', '我们去公园吧？']],
    ['zh-CN', '他说：“我明天来。”然后走了。', ['他说：“我明天来。”', '然后走了。']],
    ['zh-CN', '“快走！”他喊道。大家都跑了。', ['“快走！”他喊道。', '大家都跑了。']],
    ['zh-TW', '「你要去哪裡？」她問。我沒有回答。', ['「你要去哪裡？」她問。', '我沒有回答。']],
    [
      'en',
      'Mr. Smith went to Washington. He met Dr. Lee at 5 p.m. on Monday.',
      ['Mr. Smith went to Washington.', 'He met Dr. Lee at 5 p.m. on Monday.'],
    ],
    [
      'en',
      'It costs $3.50, e.g. in the U.S. market. Really? Yes!',
      ['It costs $3.50, e.g. in the U.S. market.', 'Really?', 'Yes!'],
    ],
    ['en', 'We left at 5 p.m. The bus was late.', ['We left at 5 p.m.', 'The bus was late.']],
    ['en', 'He said "Stop." Then he left.', ['He said "Stop."', 'Then he left.']],
    ['en', 'Well... maybe. I use Yahoo! every day.', ['Well... maybe.', 'I use Yahoo! every day.']],
    [
      'en',
      'See Fig. 3 and No. 5 (cf. Sec. 2.1). J. K. Rowling wrote it.',
      ['See Fig. 3 and No. 5 (cf. Sec. 2.1).', 'J. K. Rowling wrote it.'],
    ],
    [
      'en',
      'Apple Inc. makes phones. Visit example.com. Thanks.',
      ['Apple Inc. makes phones.', 'Visit example.com.', 'Thanks.'],
    ],
  ])('in %s: %s', (lang, text, expected) => {
    expect(sentences(text, lang)).toEqual(expected);
  });

  it('cuts an over-long sentence at its clause marks and loses nothing', () => {
    const clause = '長い文章を書くときには、読点で区切ることが多いのですが、';
    const text = `${clause.repeat(20)}終わります。`;
    const pieces = sentences(text, 'ja');
    expect(pieces.length).toBeGreaterThan(2);
    expect(pieces.join('')).toBe(text);
    for (const piece of pieces) expect(piece.length).toBeLessThanOrEqual(180);
    for (const piece of pieces.slice(0, -1)) expect(piece).toMatch(/、$/u);
  });

  it('joins the sentences of short lines, and loses nothing', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const cuts = withShortLines(cutText(text, 'en'));
        expect(cuts.map((cut) => cut.text).join('')).toBe(text);
        for (const cut of cuts)
          if (cut.kind === 'sentence')
            for (const { start, end } of cut.protectedSpans)
              expect(cut.text.length).toBeGreaterThanOrEqual(Math.max(start, end));
      }),
      runs(200),
    );
    const [line] = withShortLines(cutText('Open {a} now. Then {b}.', 'en'));
    expect(line).toMatchObject({ kind: 'sentence', text: 'Open {a} now. Then {b}.' });
    expect(
      line?.kind === 'sentence' && line.protectedSpans.map(({ start, end }) => line.text.slice(start, end)),
    ).toEqual(['{a}', '{b}']);
  });

  it('cuts at the wide blank between two labels', () => {
    const found = (text: string) =>
      cutText(text, 'ja').flatMap((cut) => (cut.kind === 'sentence' ? [cut.text] : []));
    expect(found('日時：11月16日（月）　場所：第2工場　会議室')).toEqual([
      '日時：11月16日（月）',
      '場所：第2工場　会議室',
    ]);
    expect(found('田中　部長：議事録')).toEqual(['田中　部長：議事録']);
  });

  it('keeps list marks, headings and emoji out of the sentence', () => {
    const found = (text: string) =>
      cutText(text, 'en').flatMap((cut) => (cut.kind === 'sentence' ? [cut.text] : []));
    expect(found('## Summary\n\n- Apples are red.\n2) Pears\n（3） 梨\n① First\n• dot')).toEqual([
      'Summary',
      'Apples are red.',
      'Pears',
      '梨',
      'First',
      'dot',
    ]);
    expect(found('1．10月の不良率は0.82％で、前月より悪い。')).toEqual([
      '10月の不良率は0.82％で、前月より悪い。',
    ]);
    expect(found('二、23日检修左侧电梯。\n一、二年级放假。')).toEqual([
      '23日检修左侧电梯。',
      '一、二年级放假。',
    ]);
    expect(found('拝啓　晩秋の候となりました。\n前略 先日は')).toEqual([
      '拝啓',
      '晩秋の候となりました。',
      '前略',
      '先日は',
    ]);
    expect(found('1．5倍になった。')).toEqual(['1．5倍になった。']);
    expect(found('Great job! 🎉🎉')).toEqual(['Great job!']);
    expect(found('-5 degrees')).toEqual(['-5 degrees']);
    expect(found('####\n----\n12345 😀')).toEqual([]);
  });
});
