import type { Lang } from '../../lang.js';

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
const FINAL = /[.!?。！？｡．…]+$/u;

/** Whether sentences of this language end in 。 rather than in a full stop. */
function isEastAsian(lang: Lang): boolean {
  return lang === 'ja' || lang.startsWith('zh');
}

/** Punctuation as the target language writes it; everything else stays. */
export function localMarks(marks: string, to: Lang): string {
  const table = isEastAsian(to) ? TO_WIDE : TO_NARROW;
  const comma = to.startsWith('zh') ? '，' : '、';
  return [...marks]
    .map((mark) => {
      const local = table.get(mark) ?? mark;
      return local === '、' || local === '，' ? comma : local;
    })
    .join('');
}

/** The marks that end a text, as the target language writes them. */
export function finalMarks(text: string, to: Lang): string {
  return localMarks(FINAL.exec(text.trim())?.[0] ?? '', to);
}
