import type { Stretch } from '../segmentation/stretch.js';
import type { Edit } from './plain-comparisons.js';

const SMALL =
  'two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety';
const FIGURES = '(?:\\d{1,3}(?:,\\d{3}){1,4}|\\d{1,12})(?:\\.\\d{1,6})?';
const UNIT =
  '(?: (?:percent|per cent|percentage points|points|dollars|yen|yuan|euros|pounds|degrees|seconds|minutes|hours|days|weeks|months|years))?';
const AMOUNT = `(?:(?:US)?[$€£¥]?${FIGURES}(?:%| (?:thousand|million|billion|trillion))?${UNIT}(?![\\w%])|(?:${SMALL})(?![\\w-])${UNIT})`;
/** Words that begin another statement: what follows them does not belong to where the change began. */
const OTHER_STATEMENT =
  '(?:and|but|or|so|while|as|when|which|that|who|after|because|since|to|with|by|though|although|is|are|was|were|has|have|had)';
/** "in April", "a year earlier", "last year". */
const WHEN = `(?: (?!${OTHER_STATEMENT}\\b)[\\w'’-]{1,24}){0,6}(?=[.,;:!?)]|$)`;
const FROM = new RegExp(
  `(?:,? (down|up))? from ((?:about |around |nearly |almost |just )?${AMOUNT})(${WHEN})`,
  'gu',
);
const AMOUNTS = new RegExp(`(?<![\\w.,$€£¥-])${AMOUNT}`, 'gu');
const RESULT_LAST = new RegExp(`(?<![\\w.,$€£¥-])(?:about |around |nearly |almost |just )?${AMOUNT}$`, 'u');
const CHANGED_TO =
  /\b(?:rose|risen|rises?|grew|grown|grows?|increased?|increases|climb(?:ed|s)?|jump(?:ed|s)?|surged?|surges|fell|fallen|falls?|drop(?:ped|s)?|declined?|declines|decreased?|decreases|shrank|shrunk|slipped|slips?|dipped|edged up|edged down|cut|lowered|raised|reduced|went up|went down)(?: [a-z]{3,12}ly)? (to )$/u;
const WAS = /(?<!\b(?:there|it|this|that|here) )\b(was|were|is|are|came to|stood at|amounted to) (now )?$/iu;
const BECAME: Readonly<Record<string, readonly [down: string, up: string]>> = {
  is: ['has fallen', 'has risen'],
  are: ['have fallen', 'have risen'],
};
const PAST = ['fell', 'rose'] as const;
/** Dates and years are no result of a change. */
const BEFORE_YEAR = /\b(?:in|since|of|by|until|for|from) $/iu;
const YEAR = /^(?:1[5-9]|20)\d\d$/u;
const BEFORE_DAY =
  /\b(?:January|February|March|April|May|June|July|August|September|October|November|December) $/u;
/** What is counted, right behind its number: "41 complaints". */
const COUNTED =
  /^ (?:people|men|women|children|(?!this\b|was\b|is\b|has\b|as\b|plus\b)[a-z]{3,24}s)(?![\w-])/u;
/** Behind a number that does not say what it counts. */
const NOTHING_COUNTED = /^(?:$| (?:in|on|at|for|during|last|a|an|one|the|this|previously|before|earlier) ?)/u;
/** How far before a change its result is looked for, in characters. */
const REACH = 120;

/**
 * Changes in the order of time, because models take where one began for its amount: "rose to 4.1 percent from 3.9 percent" and
 * "was $20, down from $37" come as "rose from 3.9 percent to 4.1 percent" and "fell from $37 to $20". Where the result stands
 * further off ("there were 20 this month, down from 37") it is said again: ", decreased from 37 to 20".
 */
export function plainChanges(text: string): readonly Edit[] {
  return [...text.matchAll(FROM)].flatMap((match): Edit[] => {
    const [all, direction, amount = '', when = ''] = match;
    const end = match.index + all.length;
    const from: Stretch = { start: end - when.length - amount.length, end };
    const before = text.slice(Math.max(0, match.index - REACH), match.index);
    const inOrder = toldInOrder(before, match.index, direction, from);
    if (inOrder !== undefined) return [inOrder];
    const result = direction === undefined ? undefined : resultIn(before, match.index, amount);
    if (result === undefined) return [];
    const verb = direction === 'up' ? 'increased' : 'decreased';
    const [counted = ''] = COUNTED.exec(text.slice(result.end, match.index)) ?? [];
    // Models make a date of "18 in April", and none of "18 complaints in April".
    const beginning = NOTHING_COUNTED.test(when)
      ? [{ start: from.start, end: end - when.length }, counted, { start: end - when.length, end }]
      : [from];
    return [{ start: match.index, end, parts: [`, ${verb} from `, ...beginning, ' to ', result, counted] }];
  });
}

/** Where the result stands right before, behind a verb that can take both ends. */
function toldInOrder(
  before: string,
  at: number,
  direction: string | undefined,
  from: Stretch,
): Edit | undefined {
  const [result] = RESULT_LAST.exec(before) ?? [];
  if (result === undefined) return undefined;
  const to: Stretch = { start: at - result.length, end: at };
  const head = before.slice(0, before.length - result.length);
  const { end } = from;
  const changed = CHANGED_TO.exec(head);
  if (changed !== null) {
    const start = to.start - (changed[1] ?? '').length;
    return { start, end, parts: ['from ', from, ' to ', to] };
  }
  const being = direction === undefined ? null : WAS.exec(head);
  if (being === null) return undefined;
  const [all, form = '', now = ''] = being;
  const verb = (BECAME[form.toLowerCase()] ?? PAST)[direction === 'up' ? 1 : 0];
  const told = verb.replace(' ', ` ${now}`);
  return { start: to.start - all.length, end, parts: [`${told} from `, from, ' to ', to] };
}

/** The one amount of the clause that is of the same kind as where the change began. */
function resultIn(before: string, at: number, beginning: string): Stretch | undefined {
  const clause = before.slice(Math.max(...[...'.;:!?'].map((mark) => before.lastIndexOf(`${mark} `))) + 1);
  const start = at - clause.length;
  const kind = kindOf(beginning);
  const amounts = [...clause.matchAll(AMOUNTS)].filter(
    ({ 0: amount, index }) => kindOf(amount) === kind && !isOfCalendar(clause.slice(0, index), amount),
  );
  const [only] = amounts;
  if (only === undefined || amounts.length > 1) return undefined;
  return { start: start + only.index, end: start + only.index + only[0].length };
}

function isOfCalendar(before: string, amount: string): boolean {
  return (YEAR.test(amount) && BEFORE_YEAR.test(before)) || BEFORE_DAY.test(before);
}

/** What an amount is of, as far as it says so by itself. */
function kindOf(amount: string): string {
  return (
    /[$€£¥]|%|per ?cent|points|dollars|yen|yuan|euros|pounds|degrees/u
      .exec(amount)?.[0]
      .replace(/per ?cent/u, '%') ?? ''
  );
}
