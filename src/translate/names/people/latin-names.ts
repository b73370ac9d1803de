import type { Lang } from '../../../base/lang.js';
import type { FoundName } from '../found-name.js';
import type { NameTable } from '../readings/name-table.js';

/** A word with a capital, or the initial of a name: Whitfield, F. */
const WORD = /(?<![\p{L}\p{N}_'’@#/.-])(?:[A-Z][a-zà-ÿ]{2,}(?![\p{L}\p{N}_@/]|-\p{L})|[A-Z]\.(?= [A-Z]))/gu;
const TITLE = /(?<![\p{L}\p{N}])(Mr|Mrs|Ms|Miss|Dr|Prof|Professor)\.? $/u;
const LONGEST_TITLE = 12;
/** At the beginning of a sentence they are verbs or little words, although people bear them as names. */
const OPENING_WORDS = new Set('Will May Can An Art Do Ask So See Let Mark Pat Say Even Long'.split(' '));

/** Syllables of Japanese names: Akane, Ichiro, Shinji. */
const JAPANESE = /^(?:(?:ky|sh|ch|ts|ny|hy|my|ry|gy|by|py|[kstnhmyrwgzdbpfj])?[aiueo]|n){1,8}$/iu;
/** Syllables of Chinese names: Li, Xiaoming, Zhang. */
const CHINESE =
  /^(?:(?:zh|ch|sh|[bpmfdtnlgkhjqxrzcsyw])?(?:[iu]?ang|iong|ong|eng|ing|[iu]?an|en|in|un|[iu]?ao|uai|ai|ei|ui|ou|iu|uo|ia|ie|ua|ue|[aoeiu])){1,3}$/iu;
/** Longer words are no names of this kind; keeps the patterns above quick. */
const LONGEST_EAST_ASIAN = 12;

/** What a title is in Japanese and in Chinese. */
const TITLES: Readonly<Record<string, readonly [japanese: string, chinese: string]>> = {
  Mr: ['さん', '先生'],
  Mrs: ['さん', '太太'],
  Ms: ['さん', '女士'],
  Miss: ['さん', '小姐'],
  Dr: ['博士', '博士'],
  Prof: ['教授', '教授'],
  Professor: ['教授', '教授'],
};

/** A word of a name, and whether no dictionary knows it. */
interface NameWord {
  readonly start: number;
  readonly end: number;
  readonly unknown: boolean;
}

/**
 * Names of English text that no dictionary knows: they stay as they are written, with the title that the target
 * language has for them. Neighbours are one name, so a first name that has a customary form (Sarah) stays Latin beside a
 * surname that has none. People whose names a dictionary knows (Emma Thompson) may have their customary form, as the model
 * chooses; places and firms (London) are its alone.
 */
export function latinNames(text: string, to: Lang, table: NameTable): FoundName[] {
  const found: FoundName[] = [];
  let run: NameWord[] = [];
  const flush = (): void => {
    const name = nameOf(text, to, run);
    if (name !== undefined) found.push(name);
    run = [];
  };
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    const { index: start } = match;
    const last = run.at(-1);
    if (last !== undefined && text.slice(last.end, start) !== ' ') flush();
    const unknown = isUnknown(word, table);
    const opens = start === 0 && OPENING_WORDS.has(word);
    // Behind a first name whatever has a capital is a surname: Emma Stone.
    const joins = run.length > 0 || word.endsWith('.') || table.isFirstName(word);
    if (unknown || (joins && !opens)) run.push({ start, end: start + word.length, unknown });
    else flush();
  }
  flush();
  return found;
}

/** Igarashi, Xiaoming. */
export function isEastAsianWord(word: string): boolean {
  return word.length <= LONGEST_EAST_ASIAN && (JAPANESE.test(word) || CHINESE.test(word));
}

function isUnknown(word: string, table: NameTable): boolean {
  if (word.endsWith('.')) return false;
  return !table.knowsWord(word) && !table.knowsWord(word.replace(/(?:s|es|ed|ing)$/, ''));
}

/** The run as one name; an initial at its end is the end of a sentence. */
function nameOf(text: string, to: Lang, run: readonly NameWord[]): FoundName | undefined {
  const [first] = run;
  const last = run.findLast(({ start, end }) => end - start > 2);
  if (first === undefined || last === undefined) return undefined;
  const isKnown = !run.some(({ unknown }) => unknown);
  const written = text.slice(first.start, last.end);
  // Taro Yamada and Li Ming have characters of their own, which the model has to find.
  if (isKnown && (first === last || written.split(' ').every(isEastAsianWord))) return undefined;
  const title = TITLE.exec(text.slice(Math.max(0, first.start - LONGEST_TITLE), first.start));
  const [japanese, chinese] = TITLES[title?.[1] ?? ''] ?? [];
  const localTitle = (to === 'ja' ? japanese : chinese) ?? '';
  return {
    start: first.start - (localTitle === '' ? 0 : (title?.[0].length ?? 0)),
    end: last.end,
    spellings: [written + localTitle],
    sure: !isKnown,
    ...(isKnown && { customary: written }),
  };
}
