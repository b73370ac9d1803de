import { type Lang, writesFullWidth } from '../base/lang.js';

/** Final marks and brackets that differ between Latin and East Asian writing, half-width form first. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['.', '。'],
  ['!', '！'],
  ['?', '？'],
  [',', '、'],
  [':', '：'],
  [';', '；'],
  ['(', '（'],
  [')', '）'],
];
const TO_WIDE = new Map(PAIRS);
const TO_NARROW = new Map([
  ...PAIRS.map(([narrow, wide]) => [wide, narrow] as const),
  ['，', ','],
  ['．', '.'],
  ['｡', '.'],
]);

/** Punctuation as the target language writes it; everything else stays. */
export function localMarks(marks: string, to: Lang): string {
  const table = writesFullWidth(to) ? TO_WIDE : TO_NARROW;
  const comma = to.startsWith('zh') ? '，' : '、';
  return [...marks]
    .map((mark) => {
      const local = table.get(mark) ?? mark;
      return local === '、' || local === '，' ? comma : local;
    })
    .join('');
}
