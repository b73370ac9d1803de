import type { Lang } from '../../base/lang.js';
import type { Stretch } from '../segmentation/stretch.js';
import { plainChanges } from './plain-changes.js';
import { plainDays, plainParts } from './plain-clock.js';

/** What takes the place of a stretch: words, and stretches of the same text. `start` is `end` where it is added. */
export interface Edit extends Stretch {
  readonly parts: readonly (string | Stretch)[];
}

/** 前年比12%増の34億円, 前年同期比5.3%減の120億円, 前月比0.4ポイント減の1.2％, 前日比120円高の3万8000円, 前年比12%増の売上. */
const THAN_BEFORE =
  /(前年同期|前年同月|前年度|前年|昨年|前期|前回|前四半期|前月|先月|前週|先週|前日)比(?:で)?((?:約|およそ)?[\d０-９.．,，]{1,9}[万億兆]{0,2} ?(?:[%％]|ポイント|円|ドル|ユーロ|元|人|名|件|台|個|店|社|トン|本|戸|回|冊|頭))(増|減|高|安)(?:の(?=(約?[\d０-９])?)|(?=[）)]))/gu;
/** Models tell a share as a change best, and 300人 as a difference. */
const SHARE = /[%％]$|ポイント$/u;
const GREW: Readonly<Record<string, readonly [is: string, became: string]>> = {
  増: ['多い', '増加し、'],
  減: ['少ない', '減少し、'],
  高: ['高い', '上昇し、'],
  安: ['安い', '下落し、'],
};
const PERIODS: Readonly<Record<string, string>> = { 前年同期: '前年の同じ時期', 前年同月: '前年の同じ月' };

/** 84億円から8億円引き上げた: by eight, which models take for "to". */
const COUNTED_IN =
  '(円|ドル|ユーロ|元|人|名|件|台|個|店|社|トン|本|戸|回|度|点|ポイント|[%％]|時間|分|週間|日間?|[かヶカ]月|年|席|冊|頭|室|メートル|キロ|センチ|グラム)';
const FIGURE = '(\\d[\\d,.]{0,11})([万億兆]?)';
const FROM_BY = new RegExp(
  `${FIGURE}${COUNTED_IN}から約?${FIGURE}\\3(?=(?:も|ほど|近く|以上)?(?:値上|値下|引き上げ|引き下げ|上が|下が|増|減|上昇|低下|下落|伸び|上方|下方|上積み|縮|短))`,
  'gu',
);
const SCALES: Readonly<Record<string, number>> = { 万: 1e4, 億: 1e8, 兆: 1e12 };

const SMALL = '(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\\d{1,2})';
/** "a table for six": six people and not six o'clock. */
const PLACES_FOR = new RegExp(
  `\\b(?:tables?|dinner|lunch|seats) for ${SMALL}(?=[.,;!?]|$| (?:at|on|in|by|near|under|tonight|tomorrow|this|next|please|and)\\b)`,
  'giu',
);
/** "one in three adults"; "one in three days" is something else. */
const ONE_IN =
  /\b(one|two|three|four|five|six|seven|eight|nine) in (?:(two|three|four|five|six|seven|eight|nine|ten)|(?:twenty|\d{1,4})) (?=(?:people|persons|adults|children|women|men|girls|boys|students|pupils|teachers|patients|workers|employees|voters|citizens|residents|drivers|users|customers|consumers|respondents|participants|households|families|companies|firms)\b)/giu;
const FRACTIONS: Readonly<Record<string, string>> = {
  two: 'half',
  three: 'third',
  four: 'quarter',
  five: 'fifth',
  six: 'sixth',
  seven: 'seventh',
  eight: 'eighth',
  nine: 'ninth',
  ten: 'tenth',
};

const AMOUNT =
  '(?:[$€£¥] ?)?\\d[\\d,.]{0,14} ?(?:%|percent\\b|per cent\\b|(?:(?:million|billion|trillion)\\b ?)?(?:\\p{Ll}{2,12}\\b)?)';
/** "5% short of the target", "fell 300 tonnes short of the plan". */
const SHORT_OF = new RegExp(
  `(?:\\b(fell|falls|came in|comes in) )?${AMOUNT} (short of) (?:the|its|our|their|his|her|your|my) (?:\\p{L}{2,14} ){0,2}(?:targets?|goals?|plans?|forecasts?|budgets?|estimates?|quotas?|expectations)\\b`,
  'dgu',
);
/** "8% over budget", "8% under budget". */
const OVER_BUDGET = new RegExp(`${AMOUNT} (over budget|under budget)\\b`, 'dgu');
const BESIDE_BUDGET: Readonly<Record<string, string>> = {
  fell: 'was',
  falls: 'is',
  'came in': 'was',
  'comes in': 'is',
  'short of': 'below',
  'over budget': 'above the budget',
  'under budget': 'below the budget',
};

/** "Do not pay before you have received it": models turn that into paying before it, and not so with "until". */
const NOT_BEFORE =
  /(?:\b(?:not|never|cannot)\b|n['’]t\b)[^.,;:]{0,60}\b(before)(?= (?:\p{L}+ ){1,6}(?:has|have|is|are)\b)/diu;

/** "Must not be less than 75 kW", "no fewer than three", "no younger than 18": Japanese comes out as the opposite, Chinese does not. */
const NOT_LESS =
  /\b(?:(?:(?<modal>must|may|shall|should|can|will) ?(?:not be|be not?)|(?<is>is|are|was|were) not?|(?<bare>not?)) (?:less|fewer|lower|smaller|(?<age>younger)|shorter|lighter|thinner|narrower|colder|slower|weaker)) than (?=(?:[$€£¥] ?)?\d|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|one)\b)(?<figure>(?<=younger than )\d{1,2}(?! ?(?:years?|months?|weeks?|days?|%|\d)))?/giu;

/** "Must not be made later than 30 days after it": what is left is that it must not be made. */
const NOT_LATER =
  /\b(?:must|may|shall|should|can) ?not (be \p{Ll}{2,14}|arrive|begin|start|end|take place|reach (?:us|you|them)) later than\b/giu;

/** "No later than 14 days after delivery": models take it for afterwards, and not so "within". */
const NO_LATER_AFTER =
  /\b(?:no|not) later than (?=(?:\d{1,3}|two|three|four|five|six|seven|eight|ten|fourteen|thirty|one|an?) (?:\p{Ll}+ )?(?:hours?|days?|weeks?|months?|years?) (?:after|from|of)\b)/giu;

/** "In 18 weeks, but not before 15 May". */
const BUT_NOT_BEFORE =
  /\bbut (not before) (?:(?:the )?(?:(?:end|middle|beginning) of )?\d{0,2} ?(?:January|February|March|April|May|June|July|August|September|October|November|December|\d{4})(?:,? \d{4})?)()(?=[.;,]|$)/diu;
/** "Above the target of 0.5%", which models take for 0.5% above it. */
const SHARE_OF_TARGET =
  /\b(?:above|below|over|under|exceed(?:s|ed|ing)?) (?:the|our|its|their|your) (?<target>target|limit|threshold|ceiling|goal) of (?<share>\d[\d.]{0,6} ?(?:%|percent\b|per cent\b))/dgiu;

/**
 * Comparisons that leave a word to the reader, in full, because models put in the wrong one: 前年比12%増の34億円 increased
 * compared with the year before, a table for six is for six people, one in three adults is one third of them, and 5% short
 * of the target is below it. Changes that are told from their end come from their beginning on, and what is not to happen
 * before something waits until it has.
 */
export function plainComparisons(text: string, from: Lang, to?: Lang): readonly Edit[] {
  if (from === 'ja')
    return [
      ...[...text.matchAll(THAN_BEFORE)].flatMap(thanBefore),
      ...[...text.matchAll(FROM_BY)].flatMap(fromBy),
    ].sort((a, b) => a.start - b.start);
  if (from !== 'en') return [];
  const people = [...text.matchAll(PLACES_FOR)].map(({ index, 0: { length } }) => ({
    start: index + length,
    end: index + length,
    parts: [' people'],
  }));
  const shares = [...text.matchAll(ONE_IN)].map(shareOf);
  const targets = [...text.matchAll(SHORT_OF), ...text.matchAll(OVER_BUDGET)].flatMap(besideBudget);
  const until = [...notBefore(text), ...butNotBefore(text)];
  const least = to === 'ja' ? [...text.matchAll(NOT_LESS)].map(atLeast) : [];
  const inTime = [
    ...[...text.matchAll(NOT_LATER)].map(noLater),
    ...[...text.matchAll(NO_LATER_AFTER)].map(({ 0: { length }, index }) => ({
      start: index,
      end: index + length,
      parts: ['within '],
    })),
  ];
  const ofTargets = [...text.matchAll(SHARE_OF_TARGET)].map(shareFirst);
  return [
    ...people,
    ...shares,
    ...targets,
    ...ofTargets,
    ...least,
    ...inTime,
    ...until,
    ...plainParts(text),
    ...plainDays(text),
    ...plainChanges(text),
  ].sort((a, b) => a.start - b.start);
}

function notBefore(text: string): readonly Edit[] {
  const [start, end] = NOT_BEFORE.exec(text)?.indices?.[1] ?? [];
  return start === undefined || end === undefined ? [] : [{ start, end, parts: ['until'] }];
}

/** "Must be at least"; who is no younger than 18 is at least 18 years old. */
function atLeast({ 0: { length }, index, groups }: RegExpMatchArray): Edit {
  const { modal, is, bare = '', age, figure } = groups ?? {};
  const least = /^\p{Lu}/u.test(bare) ? 'At least ' : 'at least ';
  const being = modal === undefined ? is : `${obliged(modal)} be`;
  const start = index ?? 0;
  const years = age === undefined || figure === undefined ? (figure ?? '') : `${figure} years old`;
  return {
    start,
    end: start + length,
    parts: [`${being === undefined ? '' : `${being} `}${least}${years}`],
  };
}

/** "Must be made no later than". */
function noLater({ 0: { length }, 1: verb = '', index }: RegExpMatchArray): Edit {
  const start = index ?? 0;
  return { start, end: start + length, parts: [`must ${verb} no later than`] };
}

/** What may not be less must be at least. */
function obliged(modal: string): string {
  return /^(?:may|can)$/iu.test(modal) ? 'must' : modal;
}

/** "But only from 15 May on". */
function butNotBefore(text: string): readonly Edit[] {
  const [, not, end] = BUT_NOT_BEFORE.exec(text)?.indices ?? [];
  if (not === undefined || end === undefined) return [];
  return [
    { start: not[0], end: not[1], parts: ['only from'] },
    { start: end[0], end: end[1], parts: [' on'] },
  ];
}

/** "Above the 0.5% target". */
function shareFirst({ indices }: RegExpExecArray): Edit {
  const { target: [start, targetEnd] = [0, 0], share: [from, end] = [0, 0] } = indices?.groups ?? {};
  return { start, end, parts: [{ start: from, end }, ' ', { start, end: targetEnd }] };
}

/** One third of, two fifths of; one out of twenty. */
function shareOf(match: RegExpMatchArray): Edit {
  const [all, count = '', whole] = match;
  const start = (match.index ?? 0) + count.length + 1;
  if (whole === undefined) return { start, end: start + 'in'.length, parts: ['out of'] };
  const part = FRACTIONS[whole.toLowerCase()] ?? whole;
  const parts = count.toLowerCase() === 'one' ? part : part === 'half' ? 'halves' : `${part}s`;
  return { start, end: start + all.length - count.length - 1, parts: [`${parts} of `] };
}

/** 6度から8度下がり is a range: only the smaller of two can be what the other changed by. */
function fromBy(match: RegExpMatchArray): readonly Edit[] {
  const [all, figure = '', scale = '', unit = '', change = '', changeScale = ''] = match;
  if (amountOf(change, changeScale) >= amountOf(figure, scale)) return [];
  const start = (match.index ?? 0) + all.indexOf('から', figure.length + scale.length + unit.length);
  return [{ start, end: start + 'から'.length, parts: ['より'] }];
}

function amountOf(figure: string, scale: string): number {
  return Number(figure.replaceAll(',', '')) * (SCALES[scale] ?? 1);
}

/** The share itself stays where it stands. */
function thanBefore(match: RegExpMatchArray): readonly Edit[] {
  const [all, before = '', share = '', direction = '', amount] = match;
  const start = match.index ?? 0;
  const at = start + all.indexOf(share, before.length);
  const [is, became] = GREW[direction] ?? ['', ''];
  const isChange = amount !== undefined && SHARE.test(share);
  const [than, then] = isChange ? ['に比べて', became] : ['より', is];
  return [
    { start, end: at, parts: [`${PERIODS[before] ?? before}${than}`] },
    { start: at + share.length, end: start + all.length, parts: [then] },
  ];
}

/** What differs from a target, in words that models know. */
function besideBudget({ indices, ...words }: RegExpExecArray): Edit[] {
  return Object.entries(indices ?? [])
    .slice(1)
    .flatMap(([at, place]): Edit[] => {
      const word = BESIDE_BUDGET[words[Number(at)] ?? ''];
      return word === undefined || place === undefined
        ? []
        : [{ start: place[0], end: place[1], parts: [word] }];
    });
}
