import { baseOf, type Lang } from '../../base/lang.js';
import { hanNumberAt } from './east-asian/han-numerals.js';
import { numberAt } from './english/english-numbers.js';
import { small } from './notation/decimal.js';
import { narrow, tokensOf } from './notation/tokens.js';

type Side = 'for' | 'against' | 'abstained';

/** How a vote went: "three votes in favour and one against", 賛成3名、反対1名. */
export interface Votes {
  readonly start: number;
  readonly end: number;
  readonly counts: ReadonlyMap<Side, number>;
  /** 3名 of them, and not 3票. */
  readonly isOfPeople: boolean;
}

/** One side of a vote in the text, and what it is found by. */
interface Counts {
  readonly item: string;
  readonly joint: string;
  countOf(written: string): number | undefined;
}

const SMALL =
  'one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty';
const ENGLISH_COUNT = `\\d{1,3}(?:,\\d{3})?|(?:(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety)-)?(?:${SMALL})|(?:thirty|forty|fifty|sixty|seventy|eighty|ninety)|none|no|nobody`;
const HAN_COUNT = '[\\d０-９]{1,4}|[一二三四五六七八九十百两兩零〇]{1,5}';

const COUNTS: Readonly<Record<string, Counts>> = {
  en: {
    item: `(?<![\\w.,-])(?<!\\bto )(?:(${ENGLISH_COUNT})(?: votes?| members?| people)?(?:,? (?:abstentions?\\b|abstained\\b|abstaining\\b)| (?:in favou?r\\b(?! of)|for\\b(?= ?[,;])|against\\b)))`,
    joint: '(?:, and |; |, with |, | and | with | to )',
    countOf: (written) =>
      /^(?:none|no|nobody)$/iu.test(written) ? 0 : small(numberAt(tokensOf(written), 0)?.value ?? NO_NUMBER),
  },
  ja: {
    item: `(?:(?:賛成|反対|棄権)(?:者|票)?(?:は|が)?[ 　]?(?:(?:${HAN_COUNT})(?:票|名|人)?|なし|無し))`,
    joint: '(?:、|，|,|・|／|/|。|対|[ 　])?[ 　]?',
    countOf: (written) => hanCount(written, false),
  },
  zh: {
    item: `(?:(?:赞成|贊成|同意|反对|反對|弃权|棄權)(?:票|者)?(?:为|為)?(?:${HAN_COUNT})[票人名]?|(?:${HAN_COUNT})[票人名](?:表示|投)?(?:赞成|贊成|同意|反对|反對|弃权|棄權)(?:票)?|(?:无人|無人|没有人|沒有人)(?:赞成|贊成|反对|反對|弃权|棄權))`,
    joint: '(?:、|，|,|；|对|對|和|以及|[ 　])?[ 　]?',
    countOf: (written) => hanCount(written, true),
  },
};
/** Not a whole number of votes. */
const NO_NUMBER = { digits: 0n, exponent: -1 };
const COUNT_IN: Readonly<Record<string, RegExp>> = {
  en: new RegExp(`^(?:${ENGLISH_COUNT})(?![\\w-])`, 'iu'),
  ja: new RegExp(`${HAN_COUNT}|なし|無し`, 'u'),
  zh: new RegExp(`[无無没沒]有?人|${HAN_COUNT}`, 'u'),
};
const SIDES: readonly (readonly [RegExp, Side])[] = [
  [/abst|[棄弃][権權权]/iu, 'abstained'],
  [/against|反[対对對]/iu, 'against'],
  [/favou?r|for|[賛赞贊]成|同意/iu, 'for'],
];
/** Two sides and more; each character is looked at by one item. */
const TALLIES: Readonly<Record<string, { readonly whole: RegExp; readonly one: RegExp }>> =
  Object.fromEntries(
    Object.entries(COUNTS).map(([lang, { item, joint }]) => [
      lang,
      { whole: new RegExp(`${item}(?:${joint}${item}){1,3}`, 'giu'), one: new RegExp(item, 'giu') },
    ]),
  );
/** Not 无人反对 alone. */
const OF_PEOPLE = /名|(?<![无無没沒有])人|members?|people/iu;
const MAY_BE = /against|abst|反[対对對]|[棄弃][権權权]/iu;

function hanCount(written: string, isChinese: boolean): number | undefined {
  if (/し$|^[无無没沒]/u.test(written)) return 0;
  const count = hanNumberAt(narrow(written), 0, isChinese);
  return count === undefined || count.end < written.length ? undefined : small(count.value);
}

/** How votes went, where both sides or one and the abstentions are told. */
export function votesIn(text: string, lang: Lang): Votes[] {
  const base = baseOf(lang);
  const [tally, count, counts] = [TALLIES[base], COUNT_IN[base], COUNTS[base]];
  if (tally === undefined || count === undefined || counts === undefined || !MAY_BE.test(text)) return [];
  return [...text.matchAll(tally.whole)].flatMap(({ 0: all, index: start }): Votes[] => {
    const items = [...all.matchAll(tally.one)].map(([item]) => item);
    const found = items.map((item): [Side | undefined, number | undefined] => [
      SIDES.find(([word]) => word.test(item))?.[1],
      counts.countOf(count.exec(item)?.[0] ?? ''),
    ]);
    const known = new Map(
      found.flatMap(([side, one]): [Side, number][] =>
        side === undefined || one === undefined ? [] : [[side, one]],
      ),
    );
    // "88 voted in favor, 31 against and 12 abstained" begins before what is found of it.
    if (known.size < items.length || (base === 'en' && !known.has('for'))) return [];
    return [{ start, end: start + all.length, counts: known, isOfPeople: OF_PEOPLE.test(all) }];
  });
}

const ORDER: readonly Side[] = ['for', 'against', 'abstained'];
const JAPANESE: Readonly<Record<Side, string>> = { for: '賛成', against: '反対', abstained: '棄権' };
const CHINESE: Readonly<Record<Side, string>> = { for: '赞成', against: '反对', abstained: '弃权' };
const TRADITIONAL: Readonly<Record<Side, string>> = { for: '贊成', against: '反對', abstained: '棄權' };

/** 賛成3、反対1, 3票赞成、1票反对, "3 votes in favor and 1 against". */
export function formatVotes({ counts, isOfPeople }: Votes, lang: Lang): string {
  const sides = ORDER.flatMap((side): [Side, number][] => {
    const count = counts.get(side);
    return count === undefined ? [] : [[side, count]];
  });
  if (lang === 'ja')
    return sides
      .map(
        ([side, count]) => `${JAPANESE[side]}${count === 0 ? 'なし' : `${count}${isOfPeople ? '名' : ''}`}`,
      )
      .join('、');
  if (lang.startsWith('zh')) {
    const words = lang === 'zh-CN' ? CHINESE : TRADITIONAL;
    return sides.map(([side, count]) => `${count}${isOfPeople ? '人' : '票'}${words[side]}`).join('、');
  }
  const told = sides.map(([side, count], at) => english(side, count, at === 0));
  return told.length < 3 ? told.join(' and ') : `${told.slice(0, -1).join(', ')} and ${told.at(-1)}`;
}

function english(side: Side, count: number, isFirst: boolean): string {
  if (side === 'abstained') return `${count || 'no'} abstention${count === 1 ? '' : 's'}`;
  const votes = isFirst ? `${count || 'no'} vote${count === 1 ? '' : 's'}` : `${count || 'none'}`;
  return `${votes} ${side === 'for' ? 'in favor' : 'against'}`;
}

/** 棄権2票, 反対なしなし: what a model writes on behind it. */
export function withoutVotesBehind(text: string, target: string): string {
  return text.replaceAll(new RegExp(`(?:票数)?(${target})(?:票|名|人|なし)+`, 'gu'), '$1');
}

/** "By 5 votes to 2", 5対2, 5票对2票: neither says which is which, and the sentence does. */
const UNNAMED: Readonly<Record<string, RegExp>> = {
  en: new RegExp(`\\b(${ENGLISH_COUNT})(?: votes?)? to (${ENGLISH_COUNT})(?![\\w-])`, 'iu'),
  ja: /(\d{1,4})票?対(\d{1,4})/u,
  zh: new RegExp(`(${HAN_COUNT})票?[对對比](${HAN_COUNT})`, 'u'),
};

/** Whether a translation tells the same vote. */
export function tellsVotes({ counts }: Votes, translation: string, lang: Lang): boolean {
  const told = votesIn(translation, lang);
  if (told.some((own) => ORDER.every((side) => (own.counts.get(side) ?? 0) === (counts.get(side) ?? 0))))
    return true;
  const [, first = '', second = ''] = UNNAMED[baseOf(lang)]?.exec(narrow(translation)) ?? [];
  if (first === '' || counts.has('abstained')) return false;
  const both = [first, second].map((one) => COUNTS[baseOf(lang)]?.countOf(one));
  return both.includes(counts.get('for') ?? 0) && both.includes(counts.get('against') ?? 0);
}
