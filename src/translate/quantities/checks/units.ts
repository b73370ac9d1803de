import { baseOf, type Lang } from '../../../base/lang.js';
import { findQuantities } from '../find.js';
import { isAtLeast, small } from '../notation/decimal.js';
import type { Quantity } from '../quantity.js';
import { MEASURES } from './measures.js';

/** Units that say what a number is of, behind it; counters (人, 個, 件) only say that things are counted. */
const UNITS: Readonly<Record<string, RegExp>> = {
  ja: /^ ?(?:時(?![間期代々])|分(?![のけ類析割野])|秒|円|ドル|元|ユーロ|ポンド|[%％]|パーセント|度(?![目々])|メートル|キロ|グラム|トン|リットル|センチ|ミリ|週間|[ヶかカ]月|年間|日(?![本常々])|代(?!理|表|わ))/u,
  zh: /^ ?(?:点(?!的)|點|时|時|分(?!之|别|別)|秒|元|美元|日元|欧元|[%％]|度|米|公里|公斤|千克|克|吨|升|厘米|毫米|小时|小時|分钟|分鐘|周|个月|個月|天)/u,
  en: /^ ?(?:[%]|per ?cent|dollars?|yen|yuan|euros?|pounds?|cents?|o['’]clock|[ap]\.?m\b|minutes?|seconds?|hours?|degrees?|met(?:er|re)s?|kilomet(?:er|re)s?|kilograms?|grams?|tons?|lit(?:er|re)s?|weeks?|months?|days?)(?![\p{L}])/iu,
};
/** What follows a number that counts nothing by name: a mark, the end, a little word. */
const BARE: Readonly<Record<string, RegExp>> = {
  en: /^(?:\s*[.,;:!?)]|\s*$| (?:of|in|by|for|to|from|and|or|this|last|on|with|was|were|is|are|since|than|while|when|as|but|after|each|more|fewer|less)\b)/iu,
  ja: /^(?:[。、，）)]|$|[をがはにへのとでも]|から|まで|より)/u,
  zh: /^(?:[。、，）)；]|$|[的了到至和与比是为减降增])/u,
};
/** Before a number of an hour, and behind it. */
const AT =
  /\b(?:at|by|until|till|around|about|before|after|since|past|between|and|to|from|already|nearly|almost|(?:late|early) as|-)\s*$/iu;
const OF_DAY =
  /^(?: thirty| fifteen| forty-five)? (?:in the (?:morning|afternoon|evening)|at night|sharp|tonight)\b/iu;
const LAST_HOUR = 24;
/** "14 seconds instead of 9": what is set against an amount has its unit. */
const AGAINST =
  /\b(?:instead of|rather than|as against|compared (?:with|to)|versus|or|and|not|than) (?:about |only |just |the usual )?$/iu;
/** "down from seven" is no hour: things went up or down. */
const CHANGED =
  /\b(?:(?:down|up) (?:from|to|by)|fell|fallen|rose|risen|dropped|increased|decreased|grew|compared|against)\b[^.;]*$/iu;
const REACH = 60;
/** Years stand alone and take 年 and 年. */
const YEARS = { from: 1000, to: 2999 } as const;

/**
 * Numbers that counted nothing by name and have a unit in the translation: "down from seven" as 7時から, "for 40" as 40ドル.
 * A number beside one with the same unit shares it ("5 to 10 percent"), and so does one of the same value.
 */
export function gainedUnits(
  source: string,
  quantities: readonly Quantity[],
  translation: string,
  from: Lang,
  to: Lang,
): Quantity[] {
  const bare = BARE[baseOf(from)];
  const unit = UNITS[baseOf(to)];
  const own = UNITS[baseOf(from)];
  if (bare === undefined || unit === undefined || own === undefined) return [];
  const alone = quantities.filter(
    (quantity) =>
      isBareNumber(quantity, source, bare) &&
      !sharesUnit(quantity, quantities, source, own) &&
      !isHour(quantity, source, from),
  );
  if (alone.length === 0) return [];
  const there = findQuantities(translation, to);
  return alone.filter((quantity) => {
    const same = there.filter(({ values }) => values.some((value) => isValueOf(value, quantity)));
    return same.length > 0 && same.every((other) => hasUnit(other, translation, unit));
  });
}

/** Behind an amount of money in figures: what counts things, or makes it a year. */
const COUNTER = /^ ?(?:[件個个人枚台脚回次名歳岁]|本(?!体|日)|年(?![間度利収]))/u;

/** Whether a translation counts with an amount of money, or dates with it: $12,500件, $13,200年. */
export function isCountedWith(amount: string, translation: string): boolean {
  if (!/^(?:US)?[$€£¥]/u.test(amount)) return false;
  const behind = translation.split(amount).slice(1);
  return behind.length > 0 && behind.every((rest) => COUNTER.test(rest));
}

/**
 * Numbers whose unit is another one in the translation: 5 km as 5マイル, "18 months" as 18年; degrees that are no longer said. Units that a word leaves open
 * (キロ, pounds) are each of those that it may be.
 */
export function changedUnits(
  source: string,
  quantities: readonly Quantity[],
  translation: string,
  from: Lang,
  to: Lang,
): Quantity[] {
  const measured = quantities.filter((quantity) => quantity.kind === 'number' && isPlural(quantity));
  const own = measured.map((quantity) => measuresAt(source, quantity.end, from));
  if (own.every((measures) => measures.length === 0)) return [];
  const there = findQuantities(translation, to);
  return measured.filter((quantity, at) => {
    const here = own[at] ?? [];
    const same = there.filter(({ values }) => values.some((value) => isValueOf(value, quantity)));
    if (here.length === 0 || same.length === 0) return false;
    if (here.includes('degree') && isBareEverywhere(there, translation, to)) return true;
    return same.every(({ kind, end }) => {
      const others = kind === 'number' ? measuresAt(translation, end, to) : [];
      return others.length > 0 && !others.some((measure) => here.includes(measure));
    });
  });
}

/** Whether no number of a translation has a unit, and one is all that is said: "fell from 80 to 40" of degrees. */
function isBareEverywhere(there: readonly Quantity[], translation: string, to: Lang): boolean {
  const bare = BARE[baseOf(to)];
  return (
    bare !== undefined &&
    there.every(({ kind, end }) => kind === 'number' && bare.test(translation.slice(end, end + REACH)))
  );
}

function measuresAt(text: string, end: number, lang: Lang): readonly string[] {
  const behind = text.slice(end, end + REACH);
  return (MEASURES[baseOf(lang)] ?? []).flatMap(([measure, word]) => (word.test(behind) ? [measure] : []));
}

function isBareNumber({ kind, end, values }: Quantity, source: string, bare: RegExp): boolean {
  const [value] = values;
  const amount = value === undefined ? undefined : small(value);
  if (kind !== 'number' || values.length !== 1 || amount === undefined || amount < 2) return false;
  if (amount >= YEARS.from && amount <= YEARS.to) return false;
  return bare.test(source.slice(end, end + REACH));
}

/** Whether the same number, or one that it is joined to, has a unit in the source. */
function sharesUnit(
  quantity: Quantity,
  quantities: readonly Quantity[],
  source: string,
  own: RegExp,
): boolean {
  return quantities.some((other) => {
    if (other === quantity) return false;
    const isMeasured = other.kind !== 'number' || own.test(source.slice(other.end, other.end + REACH));
    if (!isMeasured) return false;
    if (other.values.some((value) => isValueOf(value, quantity))) return true;
    if (AGAINST.test(source.slice(Math.max(0, quantity.start - REACH), quantity.start))) return true;
    const [left, right] = other.start > quantity.start ? [quantity, other] : [other, quantity];
    return /^\s*(?:to|or|and|-|–|から|～|、|や|和|到|至|或)?\s*[$€£¥]?$/iu.test(
      source.slice(left.end, right.start),
    );
  });
}

function isHour({ start, end, values }: Quantity, source: string, from: Lang): boolean {
  const [value] = values;
  if (from !== 'en' || value === undefined || isAtLeast(value, LAST_HOUR + 1)) return false;
  const before = source.slice(Math.max(0, start - REACH), start);
  return (AT.test(before) && !CHANGED.test(before)) || OF_DAY.test(source.slice(end, end + REACH));
}

function hasUnit({ kind, end }: Quantity, text: string, unit: RegExp): boolean {
  return (
    kind === 'money' ||
    kind === 'percent' ||
    kind === 'points' ||
    kind === 'time' ||
    kind === 'date' ||
    unit.test(text.slice(end, end + REACH))
  );
}

/** Whether it is one value of at least two: 一 and "one" are as often an article. */
export function isPlural({ values }: Quantity): boolean {
  const [value] = values;
  return value !== undefined && values.length === 1 && isAtLeast(value, 2);
}

/** Whether a value is one of a quantity. */
export function isValueOf({ digits, exponent }: Quantity['values'][number], { values }: Quantity): boolean {
  return values.some((value) => value.digits === digits && value.exponent === exponent);
}
