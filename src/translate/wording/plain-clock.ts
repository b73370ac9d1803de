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
