import { CHINESE_CURRENCIES, CODES, JAPANESE_CURRENCIES, SIGNS } from '../notation/currencies.js';
import type { Quantity } from '../quantity.js';
import { made } from './east-asian-quantity.js';
import type { EastAsianText } from './east-asian-text.js';

const CHINESE_NAMES = ['人民币', '人民幣', '新台币', '新台幣', '新臺幣', '港币', '港幣'];
const CODE_LIST = [...CODES];

/** 円形, 元気, 元素, 元组, 一元化: no money. */
const NO_MONEY_BEFORE = new Set('形卓周滑柱気素旦首年组組数數化运運论論次方件音气氣祖老帅帥');

/** 体重は17ポンド1オンス: pounds that are weighed. */
const POUND_WEIGHT =
  /ポンド\d{1,2}オンス|(?:体重|重さ|重量)(?:は|が|を)?[^。]{0,12}ポンド|ポンドの(?:肉|重)/u;

/** 12块压力表: things that are counted in 块. */
const COUNTED_PIECE = /[\d一二两兩三四五六七八九十百][块塊](?=\p{Script=Han})(?![的吧了多左钱錢])/u;
/** 3块 and 两块, unless 一共 or the like says that it is paid. */
const FEW_PIECES =
  /(?<![\d一二三四五六七八九十百千万萬共要花价價卖賣收付])[\d一二两兩三四五六七八九][块塊]$/u;
const NEAR = 40;

/** First characters of what may stand before the figures of an amount of money. */
export const MONEY_OPENERS: ReadonlySet<string> = new Set(
  [...CHINESE_NAMES, ...SIGNS.map(([sign]) => sign), ...CODES.keys()].map((word) => word[0] ?? ''),
);

/** $320万, US$5, 人民币五千万元, USD 300. */
export function signedMoney(source: EastAsianText, at: number): Quantity | undefined {
  const { text, chinese } = source;
  if (!MONEY_OPENERS.has(text[at] ?? '')) return undefined;
  const word = chinese ? CHINESE_NAMES.find((name) => text.startsWith(name, at)) : undefined;
  const sign = SIGNS.find(([written]) => text.startsWith(written, at));
  const code = CODE_LIST.find(([written]) => text.startsWith(written, at));
  const head = word ?? sign?.[0] ?? code?.[0];
  if (head === undefined) return undefined;
  if (head === code?.[0] && /[A-Za-z]/.test(text[at - 1] ?? '')) return undefined;
  const from = text[at + head.length] === ' ' ? at + head.length + 1 : at + head.length;
  const number = source.numberAt(from);
  if (number === undefined || number.vague) return undefined;
  const suffix = currencyAt(source, number.end);
  const currency =
    word !== undefined
      ? (CHINESE_CURRENCIES.find(([name]) => name === word)?.[1] ?? 'CNY')
      : head === '¥' && chinese
        ? 'CNY'
        : (sign?.[1] ?? code?.[1] ?? '');
  return made(at, suffix?.end ?? number.end, 'money', [number.value], number, { currency, required: true });
}

/** The currency that is named here, behind the figures. */
export function currencyAt(
  { text, chinese }: EastAsianText,
  at: number,
): { readonly code: string; readonly end: number } | undefined {
  const from = text[at] === ' ' || text[at] === '多' || text[at] === '余' ? at + 1 : at;
  const words = chinese ? CHINESE_CURRENCIES : JAPANESE_CURRENCIES;
  const begin = text[at] === ' ' ? from : at;
  const found = words.find(([word]) => text.startsWith(word, begin));
  if (found === undefined) return codeAt(text, begin);
  const [word, code] = found;
  const end = begin + word.length;
  const next = text[end] ?? '';
  if (word.length === 1 && NO_MONEY_BEFORE.has(next)) return undefined;
  if (word === 'ポンド' && POUND_WEIGHT.test(text)) return undefined;
  if ((word === '块' || word === '塊') && isPiece(text, end)) return undefined;
  return { code, end };
}

/** 三块电池, and 坏了两块 behind it; 五块 alone, 五块的 and 一共五块 are money. */
function isPiece(text: string, end: number): boolean {
  const next = text[end] ?? '';
  if (/\p{Script=Han}/u.test(next) && !'的吧了多左'.includes(next)) return true;
  if (!FEW_PIECES.test(text.slice(Math.max(0, end - 6), end))) return false;
  return COUNTED_PIECE.test(text.slice(Math.max(0, end - NEAR), end));
}

/** 600.00 EUR. */
function codeAt(text: string, at: number): { readonly code: string; readonly end: number } | undefined {
  const written = /^[A-Z]{3}(?![A-Za-z0-9])/.exec(text.slice(at, at + 4))?.[0];
  const code = written === undefined ? undefined : CODES.get(written);
  return code === undefined ? undefined : { code, end: at + 3 };
}
