import { baseOf, type Lang } from '../../../base/lang.js';
import { findQuantities } from '../find.js';
import type { Quantity } from '../quantity.js';
import { isPlural, isValueOf } from './units.js';

/** What a value is to what may be: the least of it, or the most. */
type Limit = 'least' | 'most';

/** The words around a value that make it a limit. */
interface LimitSigns {
  readonly limit: Limit;
  readonly before?: RegExp;
  readonly behind?: RegExp;
}

const REACH = 48;
const ABOUT = '(?:about |around |the |a total of )?';
const LESS =
  '(?:less|fewer|lower|smaller|younger|shorter|lighter|thinner|narrower|colder|cooler|slower|weaker|shallower|cheaper)';
const MORE =
  '(?:more|greater|higher|larger|bigger|older|taller|longer|heavier|thicker|wider|warmer|hotter|faster|stronger|deeper)';
/** "No", "must not be", "should never weigh". */
const DENIED = "(?:\\b(?:no|not|never|cannot)|n['’]t)(?: \\p{Ll}{2,12}){0,2} ";
const JAPANESE_UNIT = '^ ?(?:[\\p{Script=Han}\\p{Script=Katakana}ー%％℃°A-Za-z²³/・]|[ヶか]月){0,8}?';
const CHINESE_UNIT = '^ ?[\\p{Script=Han}%％℃°A-Za-z²³/]{0,6}?';
/** 以下であってはならない, 以上にしてはいけない, 未満にならないよう. */
const FORBIDDEN = '(?:[にとで]?(?:あっ|なっ|し|し過ぎ)て(?:は|も)?(?:なら|いけ|だめ)|に(?:なら|し)な)';
/** The first that fits counts. */
const SIGNS: Readonly<Record<string, readonly LimitSigns[]>> = {
  en: [
    { limit: 'least', before: new RegExp(`${DENIED}(?:${LESS} than|under|below) ${ABOUT}$`, 'iu') },
    {
      limit: 'most',
      before: new RegExp(`${DENIED}(?:${MORE} than|over|above|exceed(?:ing|s|ed)?) ${ABOUT}$`, 'iu'),
    },
    {
      limit: 'least',
      before: new RegExp(
        `\\b(?:at least|${MORE} than|over|above|exceed(?:ing|s|ed)?|a minimum of|at a minimum) ${ABOUT}$`,
        'iu',
      ),
    },
    {
      limit: 'most',
      before: new RegExp(
        `\\b(?:at most|${LESS} than|under|below|a maximum of|not to exceed|not exceeding) ${ABOUT}$`,
        'iu',
      ),
    },
    // "Up to 48 hours before arrival" is the least.
    {
      limit: 'most',
      before: new RegExp(`\\bup to ${ABOUT}$`, 'iu'),
      behind: /^(?! ?[\p{L}%°²³]{0,12}(?: in advance| prior| before| ahead| more))/iu,
    },
    {
      limit: 'least',
      behind:
        /^ ?[\p{L}%°²³]{0,12}(?: old)?,? (?:or|and) (?:more|over|above|older|higher|longer|upwards?|heavier|larger)\b/iu,
    },
    {
      limit: 'most',
      behind:
        /^ ?[\p{L}%°²³]{0,12}(?: old)?,? (?:or|and) (?:less|fewer|under|below|younger|lower|shorter|lighter|smaller)\b/iu,
    },
  ],
  ja: [
    {
      limit: 'least',
      behind: new RegExp(
        `${JAPANESE_UNIT}(?:(?:以下|未満)${FORBIDDEN}|を下回?(?:らな|りませ|っては)|に満たない(?:こと|もの)の?な)`,
        'u',
      ),
    },
    {
      limit: 'most',
      behind: new RegExp(
        `${JAPANESE_UNIT}(?:(?:以上|超)${FORBIDDEN}|を?(?:超え|越え|こえ|上回)(?:ら?な|り?ませ|[てっ]*ては|ぬ|ず|て[^、。]{1,10}(?:な[いく]|ませ|ず)|る(?:こと|[ごおご]?\\p{Script=Han}{1,4})は?(?:な|ご遠慮|お控え)))`,
        'u',
      ),
    },
    {
      limit: 'least',
      behind: new RegExp(
        `${JAPANESE_UNIT}(?:以上|超(?!え)|を?(?:超え|越え|こえ|上回)|より(?:多|大き|高|長|重|年上|上))`,
        'u',
      ),
    },
    {
      limit: 'most',
      behind: new RegExp(
        `${JAPANESE_UNIT}(?:以下|以内|未満|を下回|に満た|より(?:少|小さ|低|短|軽|若|年下|下))`,
        'u',
      ),
    },
    { limit: 'least', before: /(?:少なくとも|最低(?:でも|限)?|最小(?:で|でも)?)[、約]?$/u },
    { limit: 'most', before: /(?:多くとも|多くても|最大(?:で|でも)?|最高で|最長で?|せいぜい)[、約]?$/u },
  ],
  zh: [
    {
      limit: 'least',
      before:
        /(?:不(?:[得能可应應会會要]|应该|應該)?|未|没有|沒有)(?:[低少小短轻輕窄]于|低於|少於|小於|不足|下于?)[约約]?$/u,
    },
    {
      limit: 'most',
      before:
        /(?:不(?:[得能可应應会會要准]|应该|應該|允许)?|未|没有|沒有|并未)(?:[多大高长長重宽]于|多於|大於|高於|超[过過出]|逾)了?[约約]?$/u,
    },
    {
      limit: 'least',
      before:
        /(?:至少|起码|起碼|最少|最低)[要须須应應需]?[为為是有在达達]?[约約]?$|(?:[多大高长重宽]于|多於|大於|高於|超[过過出]|(?<![未不])满|年满)了?[约約]?$/u,
    },
    {
      limit: 'most',
      before:
        /(?:至多|最多|最高|顶多)[为為是有可能]{0,2}[约約]?$|(?:[少低小短轻]于|少於|低於|小於|不足|不到|[未不][满滿])[约約]?$/u,
    },
    { limit: 'least', behind: new RegExp(`${CHINESE_UNIT}[及或]?(?:以上|之上)`, 'u') },
    { limit: 'most', behind: new RegExp(`${CHINESE_UNIT}[及或]?(?:以下|以内|以內|之内|之內|之下)`, 'u') },
  ],
};

/** What says the other limit in the same place. */
interface Turn {
  readonly limit: Limit;
  readonly before?: RegExp;
  readonly behind?: RegExp;
  readonly by: string;
}

const TURNS: Readonly<Record<string, readonly Turn[]>> = {
  en: [
    { limit: 'least', before: /(?:\b(?:no more|less|fewer) than|\bat most|\bup to)(?= $)/iu, by: 'at least' },
    { limit: 'most', before: /\b(?:at least|no (?:less|fewer) than)(?= $)/iu, by: 'at most' },
  ],
  ja: [
    { limit: 'least', behind: new RegExp(`(?<=${JAPANESE_UNIT})(?:以下|未満|以内)`, 'u'), by: '以上' },
    { limit: 'most', behind: new RegExp(`(?<=${JAPANESE_UNIT})以上`, 'u'), by: '以下' },
  ],
  zh: [
    { limit: 'least', before: /(?<=不[得能可应應]?)(?:[多大高长长重]于|超[过過出])(?=$)/u, by: '低于' },
    { limit: 'most', before: /(?<=不[得能可应應]?)(?:[少低小短轻]于)(?=$)/u, by: '超过' },
    { limit: 'least', before: /(?:[未不][满滿])(?=$)/u, by: '年满' },
    { limit: 'least', before: /(?:至多|最多|顶多|不足|不到)(?=$)/u, by: '至少' },
    { limit: 'most', before: /(?:至少|起码|最少)(?=$)/u, by: '最多' },
    {
      limit: 'least',
      behind: new RegExp(`(?<=${CHINESE_UNIT}[及或]?)(?:以下|以内|以內|之内)`, 'u'),
      by: '以上',
    },
    { limit: 'most', behind: new RegExp(`(?<=${CHINESE_UNIT}[及或]?)以上`, 'u'), by: '以下' },
  ],
};

/** A translation with the limits of the source, where a word beside the value says the other one. */
export function withLimits(translation: string, source: string, from: Lang, to: Lang): string {
  return turnedLimits(source, translation, from, to).reduce((text, quantity) => {
    const limit = limitOf(quantity, source, from);
    const place = findQuantities(text, to).find((other) => isSame(other, quantity));
    if (place === undefined) return text;
    const before = text.slice(0, place.start);
    const behind = text.slice(place.end);
    const turn = TURNS[baseOf(to)]?.find(
      (one) =>
        one.limit === limit && one.before?.test(before) !== false && one.behind?.test(behind) !== false,
    );
    if (turn === undefined) return text;
    const [head, tail] = [
      turn.before === undefined ? before : before.replace(turn.before, turn.by),
      turn.behind === undefined ? behind : behind.replace(turn.behind, turn.by),
    ];
    return head + text.slice(place.start, place.end) + tail;
  }, translation);
}

/**
 * Values of a source that are the least of something, and the most in the translation, or the other way round: 18歳未満 for
 * "at least 18 years old". What is said of one by a "not" elsewhere is left out by whoever asks.
 */
export function turnedLimits(source: string, translation: string, from: Lang, to: Lang): Quantity[] {
  if (SIGNS[baseOf(from)] === undefined || SIGNS[baseOf(to)] === undefined) return [];
  const here = findQuantities(source, from);
  const limited = here.filter(isPlural).flatMap((quantity) => {
    const limit = limitOf(quantity, source, from);
    // 8,000円以上は無料、8,000円未満は660円 has both.
    const isSaidOnce = here.every((other) => other === quantity || !isSame(other, quantity));
    return limit === undefined || !isSaidOnce ? [] : [{ quantity, limit }];
  });
  if (limited.length === 0) return [];
  const there = findQuantities(translation, to);
  return limited.flatMap(({ quantity, limit }) => {
    const limits = there
      .filter((other) => isSame(other, quantity))
      .map((other) => limitOf(other, translation, to));
    const isTurned = limits.length > 0 && limits.every((other) => other !== undefined && other !== limit);
    return isTurned ? [quantity] : [];
  });
}

function isSame({ values }: Quantity, quantity: Quantity): boolean {
  return values.some((value) => isValueOf(value, quantity));
}

function limitOf({ kind, start, end }: Quantity, text: string, lang: Lang): Limit | undefined {
  if (kind === 'date' || kind === 'time' || kind === 'ordinal') return undefined;
  const before = text.slice(Math.max(0, start - REACH), start);
  const behind = text.slice(end, end + REACH);
  return SIGNS[baseOf(lang)]?.find(
    (signs) => signs.before?.test(before) !== false && signs.behind?.test(behind) !== false,
  )?.limit;
}

/** 70歳以上: who is of that age belongs to it; 岁以上 says less. */
const AGE = /^ ?(?:歳|才)以(上|下)/u;
const BEYOND: Readonly<Record<string, RegExp>> = {
  上: /(?<!\b(?:not|no|never|neither|nobody) |n['’]t )\b(?:over|above|older than|more than) $/iu,
  下: /(?<!\b(?:not|no|never|neither|nobody) |n['’]t )\b(?:under|below|younger than|less than) $/iu,
};
const OF_AGE = /^(?!s\b|[\w.,]*\d)(?: years(?: old| of age)?)?(?! or\b)/u;
/** 4月1日以降: that day belongs to it. */
const FROM_DAY = /^(?:[（(].{1,4}[）)])?以降/u;
const AFTER_NEXT_DAY = /\b(?<!on or )after (?=the (?:next|following) (?:working|business) day\b)/iu;
const AFTER = /\b(?<!on or )after $/iu;

/** Ages and days that belong to what is said of them, in English, where a model leaves them out: "over 70" for 70歳以上, "after April 1" for 4月1日以降. */
export function withInclusiveLimits(translation: string, source: string, from: Lang, to: Lang): string {
  if (to !== 'en' || from !== 'ja' || !/以[上下降]/u.test(source)) return translation;
  const nextDay = source.includes('翌営業日以降')
    ? translation.replace(AFTER_NEXT_DAY, onOrAfter)
    : translation;
  return findQuantities(source, from).reduce((text, quantity) => {
    const behind = source.slice(quantity.end, quantity.end + REACH);
    const [, age] = quantity.kind === 'number' ? (AGE.exec(behind) ?? []) : [];
    const isDay = quantity.kind === 'date' && FROM_DAY.test(behind);
    if (age === undefined && !isDay) return text;
    const place = findQuantities(text, to).find(
      (other) => other.kind === quantity.kind && isSameInAll(other, quantity),
    );
    if (place === undefined) return text;
    const before = text.slice(0, place.start);
    const rest = text.slice(place.end);
    const value = text.slice(place.start, place.end);
    if (isDay) return AFTER.test(before) ? `${before.replace(AFTER, onOrAfter)}${value}${rest}` : text;
    const [years] = OF_AGE.exec(rest) ?? [];
    const beyond = BEYOND[age ?? ''];
    if (years === undefined || beyond?.test(before) !== true) return text;
    const head = before.replace(beyond, '');
    const first = head === '' ? value.replace(/^\p{Ll}/u, (letter) => letter.toUpperCase()) : value;
    return `${head}${first}${years} or ${age === '上' ? 'over' : 'under'}${rest.slice(years.length)}`;
  }, nextDay);
}

function onOrAfter(after: string): string {
  return after.startsWith('A') ? 'On or after ' : 'on or after ';
}

function isSameInAll(other: Quantity, { values }: Quantity): boolean {
  return (
    other.values.length === values.length &&
    values.every(({ digits, exponent }, at) => {
      const value = other.values[at];
      return value?.digits === digits && value.exponent === exponent;
    })
  );
}
