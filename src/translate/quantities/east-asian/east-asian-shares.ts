import { decimal, isAtLeast, plus, small, times, timesTen } from '../notation/decimal.js';
import type { Quantity } from '../quantity.js';
import { made } from './east-asian-quantity.js';
import type { EastAsianText } from './east-asian-text.js';
import { type HanNumber, percentNumberAt, tenths } from './han-numerals.js';

/** Parts of a hundred, and the powers of ten by which the others are smaller. */
const PARTS: ReadonlyMap<string, number> = new Map([
  ['百分之', 0],
  ['千分之', -1],
  ['万分之', -2],
  ['萬分之', -2],
]);
/** 千分之三秒 is a part of a second, 千分之几 nothing exact. */
const PART_OF = /^[秒毫微纳納米克厘]/u;
/** 每日万分之一: what is paid a day is a share, also where it is one part. */
const RATE = /(?:[每按照]|[日天月年]|收取|支付|加收)$/u;

/** 百分之三十五点六, 每日万分之五; 三分之一 and 3分の1 are passed over. */
export function fraction(source: EastAsianText, at: number): Quantity | undefined {
  const { text } = source;
  const power = PARTS.get(text.slice(at, at + 3));
  if (power !== undefined) {
    const number = percentNumberAt(text, at + 3);
    if (number === undefined) return undefined;
    const isShare =
      power === 0 ||
      (!PART_OF.test(text.slice(number.end, number.end + 1)) &&
        (small(number.value) !== 1 || RATE.test(text.slice(Math.max(0, at - 2), at))));
    return {
      start: at,
      end: number.end,
      kind: isShare ? 'percent' : 'number',
      values: isShare ? [timesTen(number.value, power)] : [],
      writing: 'words',
      required: isShare,
    };
  }
  const below = source.plainNumberAt(at);
  if (below === undefined) return undefined;
  const joint = ['分の', '分之'].find((word) => text.startsWith(word, below.end));
  const above = joint === undefined ? undefined : source.numberAt(below.end + joint.length);
  if (above === undefined) return undefined;
  return { start: at, end: above.end, kind: 'number', values: [], writing: 'words', required: false };
}

/** 3割引, 打七折, 8.5折. */
export function discount(source: EastAsianText, at: number): Quantity | undefined {
  const { text, chinese } = source;
  if (!chinese) return undefined;
  const from = text[at] === '打' ? at + 1 : at;
  const number = source.plainNumberAt(from);
  if (number === undefined || number.scaled || text[number.end] !== '折' || (from === at && !number.figures))
    return undefined;
  const paid = isAtLeast(number.value, 10) ? number.value : times(number.value, decimal(10));
  if (isAtLeast(paid, 100)) return undefined;
  const value = plus(decimal(100), times(decimal(-1), paid));
  return {
    start: at,
    end: number.end + 1,
    kind: 'percent',
    values: [value],
    writing: 'words',
    off: true,
    required: true,
  };
}

/** 七成六, 八成半: the part of a hundred behind a share, where nothing is counted with it. */
const FINE_SHARE = /^(?:([一二三四五六七八九])|半)(?=$|[，。；、！？）)的左右以上下多,.;]|[吗呢])/u;
const FINE = '一二三四五六七八九';

/** 3割5分, 三割引 (Japanese), 三成, 七成六 (Chinese). */
export function shareAt(source: EastAsianText, at: number, number: HanNumber): Quantity | undefined {
  const { text, chinese } = source;
  const mark = text[number.end];
  if (number.scaled || !isAtLeast(decimal(10), Number(small(number.value) ?? 1))) return undefined;
  if (chinese) {
    const whole = mark === '成' && !/[為为功立员員本果年都]/.test(text[number.end + 1] ?? '');
    if (!whole) return undefined;
    const [written = '', digit] = FINE_SHARE.exec(text.slice(number.end + 1, number.end + 3)) ?? [];
    const fine = written === '' ? 0 : digit === undefined ? 5 : FINE.indexOf(digit) + 1;
    const end = number.end + 1 + written.length;
    return made(at, end, 'percent', [tenths(number.value, decimal(fine))], number, { required: true });
  }
  if (mark !== '割') return undefined;
  const parts = source.plainNumberAt(number.end + 1);
  const fine = parts !== undefined && text[parts.end] === '分' ? parts : undefined;
  let end = fine === undefined ? number.end + 1 : fine.end + 1;
  const off = text[end] === '引';
  if (off) end += text[end + 1] === 'き' ? 2 : 1;
  return made(at, end, 'percent', [tenths(number.value, fine?.value)], number, {
    required: true,
    ...(off ? { off } : {}),
  });
}
