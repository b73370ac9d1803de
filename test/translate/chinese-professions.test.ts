import { expect, it } from 'vitest';
import { standardWording } from '#src/translate/plan/reading.js';

const wordingOf = (text: string): string =>
  standardWording({ from: 'zh-CN', text, protectedSpans: [], element: 0, isWholeElement: true }).text;

it.each([
  ['陈立群工程师下周二到贵厂。', '工程师陈立群下周二到贵厂。'],
  ['如有问题，请联系赵强工程师。', '如有问题，请联系工程师赵强。'],
  ['我们请王芳设计师画了新的图纸。', '我们请设计师王芳画了新的图纸。'],
  ['這份報告由周敏專家撰寫。', '這份報告由專家周敏撰寫。'],
])('a profession stands before the name of the one who has it: %s', (text, expected) => {
  expect(wordingOf(text)).toBe(expected);
});

it.each(['陈工程师下周二到贵厂。', '我们的工程师会来。', '陈立群先生下周二到贵厂。', '他翻译了这本书。'])(
  'other words stay where they are: %s',
  (text) => expect(wordingOf(text)).toBe(text),
);
