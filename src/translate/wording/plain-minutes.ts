import type { Lang } from '../../base/lang.js';
import type { Edit } from './plain-comparisons.js';

/** "The motion was carried": models take it for something that was done. */
const CARRIED =
  /(?<=\b(?:motions?|resolutions?|proposals?|amendments?|bills?|items?)(?: \d{1,3})? (?:is|was|were|has been|have been) )carried\b(?! (?:out|over|forward|on|back|off|through|away|to|by (?:hand|rail|sea|air|the)))/giu;
/** "…, and carried by 8 votes to 2". */
const CARRIED_BY =
  /\bcarried(?= (?:unanimously\b|by (?:\d[\d,]{0,6}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve) (?:votes )?(?:to|against) |by a (?:large |narrow |clear )?majority\b))/giu;
/** "Apologies were received from Maria Rossi": she is not sorry for anything. */
const APOLOGIES_RECEIVED =
  /\bapologies(?: for absence)? (?:were|was|had been|have been|has been)(?: also)? received from\b/giu;
const APOLOGIES_SENT =
  /\b(?:sent|had sent|has sent) (?:his|her|their) apologies(?: for absence)?(?=[.;,]|$)/giu;
/** Not who is seconded to another office. */
const SECONDED = /\bseconded(?= by\b)/giu;
const OF_MOTION = /\b(?:motions?|proposals?|proposed|resolutions?|amendments?|moved)\b/iu;
const SHOW_OF_HANDS = /\bby (?:a )?show of hands\b/giu;
const NO_OTHER_BUSINESS = /\bthere was no (?:any )?(?:other|further) business\b(?! (?:to|than|with|in)\b)/giu;
const HEADINGS: readonly (readonly [heading: RegExp, plain: string])[] = [
  [/^(?:apologies|regrets)(?: for absence)?$/iu, 'Absences'],
  [/^(?:any )?other (?:competent )?business$|^a\.?o\.?b\.?$/iu, 'Other matters'],
];
/** What goes round among people, and not water, money or news. */
const PAPERS =
  /\b(?:drafts?|memos?|memorand(?:um|a)|minutes|documents?|agendas?|timetables?|figures|proposals?|reports?|plans?|contracts?|forms?|requests?|files?|papers?|copies)\b/iu;
const CIRCULATED = /\bcirculat(e|ed|es|ing)\b(?! (?:pump|air|water|fan|capital|online)|-)/giu;
const RUNS_ROUND =
  /\b(?:blood|air|water|pumps?|solution|oil|coolant|rumou?rs?|online|money|coins?|banknotes|pamphlets?)\b/iu;

/**
 * Words of English minutes that models take for others, as plainer ones: a motion that is carried is adopted, apologies are
 * notices of absence, other business is what else there is to discuss, and a draft that is circulated is distributed.
 */
export function plainMinutes(text: string, from: Lang): readonly Edit[] {
  if (from !== 'en' || !/carried|apologies|regrets|business|circulat|seconded|hands|a\.?o\.?b/iu.test(text))
    return [];
  const heading = HEADINGS.find(([words]) => words.test(text.trim()));
  if (heading !== undefined) return [{ start: 0, end: text.length, parts: [heading[1]] }];
  return [
    ...replaced(text, CARRIED, () => 'adopted'),
    ...replaced(text, CARRIED_BY, () => 'adopted'),
    ...replaced(
      text,
      APOLOGIES_RECEIVED,
      (words) => `${isLarge(words) ? 'A' : 'a'} notice of absence came from`,
    ),
    ...replaced(text, APOLOGIES_SENT, () => 'sent a notice of absence'),
    ...replaced(
      text,
      NO_OTHER_BUSINESS,
      (words) => `${isLarge(words) ? 'T' : 't'}here was nothing else to discuss`,
    ),
    ...(OF_MOTION.test(text) ? replaced(text, SECONDED, () => 'supported') : []),
    ...replaced(text, SHOW_OF_HANDS, () => 'by vote with raised hands'),
    ...(PAPERS.test(text) && !RUNS_ROUND.test(text)
      ? replaced(text, CIRCULATED, (words) =>
          words
            .replace(/irculat/u, 'istribut')
            .replace(/^c/u, 'd')
            .replace(/^C/u, 'D'),
        )
      : []),
  ];
}

function replaced(text: string, phrase: RegExp, by: (words: string) => string): readonly Edit[] {
  return [...text.matchAll(phrase)].map(({ 0: words, index }) => ({
    start: index,
    end: index + words.length,
    parts: [by(words)],
  }));
}

function isLarge(words: string): boolean {
  return /^\p{Lu}/u.test(words);
}
