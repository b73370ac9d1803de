import type { Lang } from '#src/base/lang.js';

const SCALES: Readonly<Record<string, number>> = {
  hundred: 1e2,
  thousand: 1e3,
  million: 1e6,
  billion: 1e9,
  trillion: 1e12,
  十: 10,
  百: 1e2,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  億: 1e8,
  亿: 1e8,
  兆: 1e12,
};
/** From here on a scale multiplies everything before it: 三百五十万. */
const MYRIAD = 1e4;
const SMALL =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const HAN = '〇一二三四五六七八九';
const ENGLISH_WORDS = [...SMALL, ...TENS, 'hundred', 'thousand', 'million', 'billion', 'trillion'].join('|');
const ENGLISH = new RegExp(
  `\\d[\\d,]*(?:\\.\\d+)?(?:[ -](?:hundred|thousand|million|billion|trillion))*|\\b(?:${ENGLISH_WORDS})(?:(?:[ -]| and )(?:${ENGLISH_WORDS}))*\\b`,
  'giu',
);
const EAST_ASIAN = /(?:\d[\d,]*(?:\.\d+)?|[〇零一二两三四五六七八九十百千万萬億亿兆]+)+/gu;

/**
 * The numbers of a text, written so as to share nothing with the parser that they judge: no units, no dates, no eras,
 * no fractions in words, only figures and number words with their scale.
 */
export function figuresIn(text: string, lang: Lang): number[] {
  const plain = text.normalize('NFKC').replaceAll('两', '二');
  const pattern = lang === 'en' ? ENGLISH : EAST_ASIAN;
  return [...plain.matchAll(pattern)]
    .map(([written]) => numberOf(written.toLowerCase()))
    .filter(Number.isFinite);
}

export function isSameFigure(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.abs(b) * 1e-9;
}

function numberOf(written: string): number {
  // Rows of digits in Chinese characters: 二〇二四.
  if (/^[〇零一二三四五六七八九]{2,}$/u.test(written))
    return Number([...written].map((digit) => Math.max(0, HAN.indexOf(digit))).join(''));
  let total = 0;
  let part = 0;
  let digit: number | undefined;
  for (const [token] of written.matchAll(/\d[\d,]*(?:\.\d+)?|[a-z]+|\p{Script=Han}/gu)) {
    const scale = SCALES[token];
    if (scale === undefined) {
      const value = digitOf(token);
      if (value === undefined) continue;
      // twenty-five: the words add up.
      part += digit ?? 0;
      digit = value;
    } else if (scale < MYRIAD && !/^[tmb]/.test(token)) {
      part = token === 'hundred' ? (part + (digit ?? 1)) * scale : part + (digit ?? 1) * scale;
      digit = undefined;
    } else {
      total += (part + (digit ?? (part === 0 ? 1 : 0))) * scale;
      part = 0;
      digit = undefined;
    }
  }
  return total + part + (digit ?? 0);
}

function digitOf(token: string): number | undefined {
  if (/^\d/.test(token)) return Number(token.replaceAll(',', ''));
  if (SMALL.includes(token)) return SMALL.indexOf(token) + 1;
  if (TENS.includes(token)) return (TENS.indexOf(token) + 2) * 10;
  return HAN.includes(token) ? HAN.indexOf(token) : undefined;
}
