import type { Edit } from './plain-comparisons.js';

const HOURS = 'one two three four five six seven eight nine ten eleven twelve'.split(' ');
const MINUTES: Readonly<Record<string, number>> = {
  five: 5,
  ten: 10,
  quarter: 15,
  twenty: 20,
  'twenty-five': 25,
};
/** "a quarter to six", "at ten past four"; "from ten to six" is a range. */
const CLOCK =
  /(?<=\b(?:at|by|until|till|around|about|before|after) )(?:(?:an? )?(quarter)|(five|ten|twenty|twenty-five)) (past|to) (one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b(?![ -](?:hundred|thousand|million|percent|of|hours?|years?|days?|people))/giu;

const PARTS: Readonly<Record<string, number>> = { half: 2, quarter: 4, fifth: 5, tenth: 10 };
const COUNTS = 'one two three four five six seven eight nine'.split(' ');
/** "a quarter of a percentage point", "half a percentage point", "three-tenths of a point". */
const PARTS_OF_POINT =
  /\b(?:(?:an?|(one|two|three|four|five|six|seven|eight|nine))[ -])?(half|quarter|fifth|tenth)s?(?: of)? an? (percentage |per ?cent )?point\b/giu;

const DAY = '(?:Mon|Tues?|Wed|Thu(?:rs?)?|Fri|Sat|Sun)';
/** Two days, or one beside a date or a time: "Sat" alone may have sat down. */
const SHORT_DAYS = new RegExp(
  `(?<![\\p{L}-])${DAY}\\.?(?: ?[-–—/&,] ?| (?:to|and|or|through) )${DAY}(?!\\p{L})|(?<![\\p{L}-])${DAY}\\.?,? (?:\\d{1,2} )?(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec|\\d{1,2}(?:[:.]\\d\\d| ?[ap]\\.?m))`,
  'u',
);
const SHORT_DAY = new RegExp(`(?<![\\p{L}\\d-])(${DAY})(?!\\p{L})(?:\\.(?= ?[-–—/&,;:\\d\\p{Ll}]))?`, 'gu');
const DAYS: Readonly<Record<string, string>> = {
  M: 'Monday',
  Tu: 'Tuesday',
  W: 'Wednesday',
  Th: 'Thursday',
  F: 'Friday',
  Sa: 'Saturday',
  Su: 'Sunday',
};

/** "Mon–Fri, Sat closed" in full: a model takes Sat for a name. */
export function plainDays(text: string): readonly Edit[] {
  if (!SHORT_DAYS.test(text)) return [];
  return [...text.matchAll(SHORT_DAY)].map(({ 0: { length }, 1: day = '', index }) => ({
    start: index,
    end: index + length,
    parts: [DAYS[day.slice(0, 1)] ?? DAYS[day.slice(0, 2)] ?? day],
  }));
}

/** Parts of hours and of points in figures: "a quarter to six" is 5:45, a quarter of a percentage point 0.25 points. */
export function plainParts(text: string): readonly Edit[] {
  return [...[...text.matchAll(CLOCK)].map(clock), ...[...text.matchAll(PARTS_OF_POINT)].flatMap(points)];
}

function clock(match: RegExpMatchArray): Edit {
  const [all, quarter, others, side = '', name = ''] = match;
  const minutes = MINUTES[(quarter ?? others ?? '').toLowerCase()] ?? 0;
  const hour = HOURS.indexOf(name.toLowerCase()) + 1;
  const start = match.index ?? 0;
  const isPast = side.toLowerCase() === 'past';
  const onClock = isPast ? hour : hour === 1 ? 12 : hour - 1;
  const minute = String(isPast ? minutes : 60 - minutes).padStart(2, '0');
  return { start, end: start + all.length, parts: [`${onClock}:${minute}`] };
}

function points(match: RegExpMatchArray): Edit[] {
  const [all, count = 'one', part = '', percentage = ''] = match;
  const start = match.index ?? 0;
  const share = (COUNTS.indexOf(count.toLowerCase()) + 1) / (PARTS[part.toLowerCase()] ?? 1);
  if (share >= 1) return [];
  return [{ start, end: start + all.length, parts: [`${share} ${percentage}points`] }];
}
