import type { Lang } from '#src/base/lang.js';
import { findQuantities } from '#src/translate/quantities/find.js';
import { type Decimal, decimalOf, isSame } from '#src/translate/quantities/notation/decimal.js';
import { figuresIn, isSameFigure } from './figures.js';

/** Small numbers in words, and words that count without being numbers. */
const SMALL = [
  '0|zero|no|零|ゼロ',
  '1|one|an?\\b|first|once|single|一|初',
  '2|two|second|twice|both|pair|二|两|両',
  '3|three|third|三',
  '4|four|四',
  '5|five|fifth|五',
  '6|six|六',
  '7|seven|七',
  '8|eight|八',
  '9|nin|九',
  '10|ten|decade|十',
  '11|eleven|十一',
  '12|twel|dozen|十二',
];
const TEN_POWERS = Array.from({ length: 12 }, (_, at) => 10 ** (at + 1));

export type Verdict = 'right' | 'lost' | 'shifted';

/** Judges each value that a translation has to hold: "money:USD:3200000", "percent:12", "figure:3500", ranges with a tilde. */
export function judgeQuantities(
  expected: string,
  text: string,
  to: Lang,
): { wanted: string; verdict: Verdict }[] {
  return expected.split(';').flatMap((wanted) => {
    const [kind = '', ...rest] = wanted.split(':');
    const currency = rest.length === 2 ? rest[0] : undefined;
    return (rest.at(-1) ?? '').split('~').map((figure) => ({
      wanted,
      verdict:
        kind === 'figure'
          ? judgeFigure(Number(figure), text, to)
          : judgeValue(kind, currency, figure, text, to),
    }));
  });
}

/** Real text: by a reader that shares nothing with the parser of the service. */
function judgeFigure(value: number, text: string, to: Lang): Verdict {
  const there = figuresIn(text, to);
  if (there.some((figure) => isSameFigure(figure, value)) || isTold(value, text)) return 'right';
  const isOff = there.some((figure) =>
    TEN_POWERS.some((power) => isSameFigure(figure, value * power) || isSameFigure(figure * power, value)),
  );
  return isOff ? 'shifted' : 'lost';
}

function judgeValue(
  kind: string,
  currency: string | undefined,
  figure: string,
  text: string,
  to: Lang,
): Verdict {
  if (isKept(kind, figure, text)) return 'right';
  const there = findQuantities(text, to);
  const value = decimalOf(figure);
  const fitting = there.filter((it) =>
    kind === 'money'
      ? it.kind === 'money' && it.currency === currency
      : kind !== 'percent' || it.kind === 'percent',
  );
  if (fitting.some((it) => it.values.some((other) => isSame(other, value)))) return 'right';
  const isOff = there.some((it) => it.kind === kind && it.values.some((other) => isShifted(other, value)));
  return isOff ? 'shifted' : 'lost';
}

/** Hours may be told on either clock, and small numbers in words that are none: both, once, noon. */
function isKept(kind: string, figure: string, text: string): boolean {
  const value = Number(figure);
  if (kind === 'time')
    return new RegExp(`(?<!\\d)(?:${SMALL[value % 12 || 12]}|${(value % 12) + 12})(?!\\d)`, 'iu').test(text);
  if (kind === 'ordinal' && value < 100) return true;
  if (kind === 'number' && SMALL[value] !== undefined) return new RegExp(SMALL[value], 'iu').test(text);
  return isTold(value, text);
}

/** Words for numbers that are none: half of them, in his thirties, Louis XVI. */
function isTold(value: number, text: string): boolean {
  if (value < 100 && /decades|twenties|thirties|forties|fifties|sixties|\b[XVI]{2,}\b/u.test(text))
    return true;
  return (value === 30 || value === 50) && /half|半/iu.test(text);
}

/** Whether two values differ by nothing but a power of ten. */
function isShifted(a: Decimal, b: Decimal): boolean {
  return a.digits === b.digits && a.exponent !== b.exponent;
}
