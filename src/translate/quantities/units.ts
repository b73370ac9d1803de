import type { Lang } from '../../lang.js';
import { small } from './decimal.js';
import { findQuantities } from './find.js';
import type { Quantity } from './quantity.js';

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
/** Before a number of an hour. */
const AT = /\b(?:at|by|until|till|around|about|before|after|since|past|between|and|to|-)\s*$/iu;
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
  const bare = BARE[short(from)];
  const unit = UNITS[short(to)];
  const own = UNITS[short(from)];
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
    const same = there.filter(({ values }) => values.some((value) => isSame(value, quantity)));
    return same.length > 0 && same.every((other) => hasUnit(other, translation, unit));
  });
}

function short(lang: Lang): string {
  return lang.split('-', 1)[0] ?? '';
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
    if (other.values.some((value) => isSame(value, quantity))) return true;
    const [left, right] = other.start > quantity.start ? [quantity, other] : [other, quantity];
    return /^\s*(?:to|or|and|-|–|から|～|、|や|和|到|至|或)?\s*[$€£¥]?$/iu.test(
      source.slice(left.end, right.start),
    );
  });
}

function isHour({ start }: Quantity, source: string, from: Lang): boolean {
  const before = source.slice(Math.max(0, start - REACH), start);
  return from === 'en' && AT.test(before) && !CHANGED.test(before);
}

function hasUnit({ kind, end }: Quantity, text: string, unit: RegExp): boolean {
  return (
    kind === 'money' ||
    kind === 'percent' ||
    kind === 'points' ||
    kind === 'time' ||
    unit.test(text.slice(end, end + REACH))
  );
}

function isSame({ digits, exponent }: Quantity['values'][number], { values }: Quantity): boolean {
  return values.some((value) => value.digits === digits && value.exponent === exponent);
}

/** Where a change begins: from 12, 12から, 从12. */
const FROM: Readonly<Record<string, (text: string, quantity: Quantity) => boolean>> = {
  en: (text, { start }) =>
    /\bfrom (?:about |around |nearly |almost |[$€£¥])?$/iu.test(text.slice(Math.max(0, start - 20), start)),
  ja: (text, { end }) => /^.{0,4}?(?:から|より)(?!も)/u.test(text.slice(end, end + 6)),
  zh: (text, { start }) => /[从從由自](?:约|大约)?[$]?$/u.test(text.slice(Math.max(0, start - 5), start)),
};

/** Quantities of the source at which a change begins, and that the translation has at its end: 7から12に for "from 12 to 7". */
export function turnedSides(
  source: string,
  quantities: readonly Quantity[],
  translation: string,
  from: Lang,
  to: Lang,
): Quantity[] {
  const begins = FROM[short(from)];
  const beginsThere = FROM[short(to)];
  if (begins === undefined || beginsThere === undefined) return [];
  const wanted = quantities.filter(
    (quantity) => quantity.kind !== 'date' && quantity.kind !== 'time' && begins(source, quantity),
  );
  const [first] = wanted;
  const there = findQuantities(translation, to).filter((quantity) => beginsThere(translation, quantity));
  if (first === undefined) {
    // "by 0.5 points to 4 percent" begins nowhere: 0.5ポイントから is no translation of it.
    const isBy = (quantity: Quantity): boolean =>
      from === 'en' &&
      /\bby (?:about |around |nearly )?[$€£¥]?$/iu.test(
        source.slice(Math.max(0, quantity.start - 16), quantity.start),
      );
    const isFrom = (quantity: Quantity): boolean =>
      there.some(({ values }) => values.some((value) => isSame(value, quantity)));
    return quantities.filter(
      (quantity) =>
        quantity.kind !== 'date' && quantity.kind !== 'time' && isBy(quantity) && isFrom(quantity),
    );
  }
  if (wanted.length !== 1 || quantities.length < 2) return [];
  const isTurned =
    there.length === 1 &&
    !there.some(({ values }) => values.some((value) => isSame(value, first))) &&
    quantities.some(
      (other) => other !== first && there.some(({ values }) => values.some((value) => isSame(value, other))),
    );
  return isTurned ? [first] : [];
}
