import { type Lang, writesFullWidth } from '../../base/lang.js';
import type { Segment } from '../pipeline-types.js';

/** Of the letters of a text that is written in capitals; the others are of names and units (iOS, PDFs). */
const SHARE = 0.7;
/** Shorter words in capitals are acronyms, unless they are listed below. */
const SHORTEST_WORD = 4;
/** A longer one is no acronym, whether a dictionary knows it or not. */
const LONGEST_ACRONYM = 5;
/** Of the text before a word. */
const LOOKED_BACK = 12;
const SHORT_WORDS = new Set(
  `a an and are as at be but by can do for from get has he her his how i if in is its let me my new no nor not of off on or
  our out own per set she so than that the they this to too top up use via was we what when who why will with yes you your
  add age all any ask bad big box boy buy car cut day due eat end fee few fit fix fun gas go hot job key kid law low man map
  may men mix mom old one pay put red run sea see sit sun tax ten try two war way win`.split(/\s+/),
);
/** Acronyms that dictionaries list as words. */
const ACRONYMS = new Set(
  `nasa nato unesco unicef asean opec ascii unicode jpeg html json yaml http https isbn swot rohs covid sars nafta interpol
  laser fifa uefa ibm ansi ieee sim ram`.split(/\s+/),
);
/** Behind these "us" is we, and not a country. */
const BEFORE_US = /\b(?:ABOUT|CALL|CONTACT|EMAIL|FOLLOW|FOR|FROM|HELP|JOIN|LET|OF|SUPPORT|TELL|TO|WITH)\s+$/;
const CAPITALIZED =
  /^(?:i|january|february|march|april|june|july|august|september|october|november|december|monday|tuesday|wednesday|thursday|friday|saturday|sunday|english|japanese|chinese|american|european)$/;

/**
 * A sentence that is written in capitals as it would stand in running text, where models have met its words: LOGIN becomes
 * Login, PDF EXPORT stays about a PDF. As long as before, so that places in it hold; undefined where it stays.
 */
export function withoutCapitals(
  { text, from, protectedSpans }: Pick<Segment, 'text' | 'from' | 'protectedSpans'>,
  kept: readonly { readonly start: number; readonly end: number }[],
  knowsWord: (word: string) => boolean,
): string | undefined {
  const letters = text.match(/[A-Za-z]/g)?.length ?? 0;
  const capitals = text.match(/[A-Z]/g)?.length ?? 0;
  if (from !== 'en' || letters < SHORTEST_WORD || capitals < letters * SHARE) return undefined;
  const words = [...text.matchAll(/(?<![\w&])[A-Z]+(?:['’](?:S|T|RE|VE|LL|D|M))?(?![\w&])/g)];
  if (!words.some(([word]) => word.length >= SHORTEST_WORD && isWord(word, knowsWord))) return undefined;
  let out = '';
  let at = 0;
  for (const match of words) {
    const [word] = match;
    const [start, end] = [match.index, match.index + word.length];
    const isKept = [...protectedSpans, ...kept].some((one) => one.start < end && one.end > start);
    const before = text.slice(Math.max(0, start - LOOKED_BACK), start);
    // The letter of a list or a schedule is no article.
    const isLetter = word === 'A' && !/^\s+[A-Z]/.test(text.slice(end, end + 2));
    const known = isWord(word, knowsWord) || (word === 'US' && BEFORE_US.test(before));
    if (isKept || isLetter || !(known || word.length > LONGEST_ACRONYM)) continue;
    const begins = start === 0 || /[.!?:]\s+["'“‘(]*$/.test(before);
    const capital = begins || !known || CAPITALIZED.test(stem(word));
    const lower = word.toLowerCase();
    out += text.slice(at, start) + (capital ? word.slice(0, 1) + lower.slice(1) : lower);
    at = end;
  }
  return at === 0 ? undefined : out + text.slice(at);
}

/** "Office Chair", "Notice of Annual General Meeting". */
const TITLE_CASE = /^[A-Z][a-z]+(?: (?:[A-Z][a-z]+|and|by|for|from|in|of|on|or|the|to|with)){1,4}$/;

/**
 * A label of two to five words that each have a capital, in small letters behind the first; undefined for other texts and
 * where a word is in no dictionary: names are written so.
 */
export function inSentenceCase(
  { text, from, protectedSpans }: Pick<Segment, 'text' | 'from' | 'protectedSpans'>,
  to: Lang,
  kept: readonly unknown[],
  knowsWord: (word: string) => boolean,
): string | undefined {
  if (from !== 'en' || !writesFullWidth(to) || protectedSpans.length > 0 || kept.length > 0) return undefined;
  const [first = '', ...others] = TITLE_CASE.test(text) ? text.split(' ') : [];
  const isCommon = (word: string): boolean => knowsWord(word) && !CAPITALIZED.test(word.toLowerCase());
  if (!others.some((word) => /^[A-Z]/.test(word)) || ![first, ...others].every(isCommon)) return undefined;
  return [first, ...others.map((word) => word.toLowerCase())].join(' ');
}

/** Words that with a capital are a place or a people. */
const PLACES = /^(?:bath|china|guinea|jersey|mercury|nice|polish|reading|turkey)$/;

/** One English word in small letters as a label has it (profile as Profile); undefined for other texts, names and unknown words. */
export function asLabel(
  { text, from, protectedSpans }: Pick<Segment, 'text' | 'from' | 'protectedSpans'>,
  to: Lang,
  kept: readonly unknown[],
  knowsWord: (word: string) => boolean,
): string | undefined {
  if (from !== 'en' || !writesFullWidth(to) || protectedSpans.length > 0 || kept.length > 0) return undefined;
  if (!/^[a-z]{3,20}$/.test(text) || CAPITALIZED.test(text) || PLACES.test(text)) return undefined;
  const label = text.slice(0, 1).toUpperCase() + text.slice(1);
  return knowsWord(label) ? label : undefined;
}

function isWord(word: string, knowsWord: (word: string) => boolean): boolean {
  const lower = stem(word);
  if (ACRONYMS.has(lower)) return false;
  if (word.length < SHORTEST_WORD) return SHORT_WORDS.has(lower);
  return (
    /N['’]T$/.test(word) ||
    CAPITALIZED.test(lower) ||
    knowsWord(lower) ||
    knowsWord(lower.replace(/(?:s|es|ed|ing|er)$/, ''))
  );
}

function stem(word: string): string {
  return word.toLowerCase().replace(/['’].*$/, '');
}
