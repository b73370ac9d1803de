import { baseOf, type Lang, writesUnspaced } from '../../base/lang.js';
import { soundsLike } from '../names/readings/katakana-sound.js';
import type { TermPair } from '../pipeline-types.js';
import { isStatement } from '../segmentation/statement.js';

export interface TermUse {
  readonly source: string;
  readonly target: string;
}

/** A sentence of a document and its translation. */
export interface TranslatedPair extends TermUse {
  /** Nothing else stands in its paragraph, cell or line. */
  readonly isWholeElement: boolean;
}

export interface TermDirection {
  readonly from: Lang;
  readonly to: Lang;
}

/** What a document calls something, and what the one place is translated to that says so. */
interface NamedTerm extends TermPair {
  readonly isDefined: boolean;
}

const TAG = /<\/?\d{1,3}\/?>/g;
const QUOTED = /["“”]([^"“”]+)["“”]|[「『]([^「」『』]+)[」』]/gu;
/** Where a document says what it calls something: (the "Supplier"), "Supplier" means, 以下「供給者」という, 以下简称“供应商”. */
const DEFINITIONS: Readonly<Record<string, RegExp>> = {
  en: /\((?:[\p{L},]+ ){0,4}["“]([^"“”()]+)["”]\)|["“]([^"“”]+)["”](?= (?:means|shall mean|refers to)\b)/gu,
  ja: /以下[、,]?(?:[\p{L}]{0,6}?)?[「『]([^「」『』]+)[」』]/gu,
  zh: /(?:以下|下[称稱]|[简簡][称稱])[^“”「」『』]{0,4}[“「『]([^“”「」『』]+)[”」』]/gu,
};
/** The number of a heading. */
const NUMBER = /^(?:\d+(?:\.\d+)*[.)．、]?|[(（]\d+[)）]|第[\d一二三四五六七八九十]+[条條章節节])\s*/u;
const KATAKANA = /[\p{Script=Katakana}ー]{3,}/gu;
/** What stands for a thing: a few words that nothing inflects. */
const SOURCE_TERMS: Readonly<Record<string, RegExp>> = {
  en: /^\p{Lu}[\p{L}’'-]{2,}(?: [\p{L}’'-]+){0,3}$/u,
  ja: /^[\p{Script=Han}\p{Script=Katakana}ー・]{3,12}$/u,
  zh: /^\p{Script=Han}{3,10}$/u,
};
const TARGET_TERMS: Readonly<Record<string, RegExp>> = {
  en: /^\p{Script=Latin}[\p{Script=Latin}’'-]{2,}(?: [\p{Script=Latin}’'-]+){0,4}$/u,
  ja: /^(?=.*[\p{Script=Han}\p{Script=Katakana}])[\p{Script=Han}\p{Script=Katakana}\p{Script=Latin}ー・の]{2,16}$/u,
  zh: /^(?=.*\p{Script=Han})[\p{Script=Han}\p{Script=Latin}]{2,12}$/u,
};
/** So many sentences that write something else say that a definition was translated badly. */
const MANY_OTHERS = 3;

/**
 * Terms that a document translates in one place, with the form that holds for all others: what it defines, and headings and
 * labels that its sentences speak of. The form of a heading holds where a sentence has it too, or a part of it: words without
 * a sentence around them are often misread. A single English word is a term only where the document never writes it small.
 */
export function documentTerms(
  pairs: readonly TranslatedPair[],
  direction: TermDirection,
): readonly TermPair[] {
  const plain = pairs.map(({ source, target, isWholeElement }) => ({
    source: source.replaceAll(TAG, ''),
    target: target.replaceAll(TAG, ''),
    isWholeElement,
  }));
  const sentences = plain.filter(({ source }) => isStatement(source, direction.from));
  const terms = new Map<string, NamedTerm>();
  for (const term of plain.flatMap((pair) => namedIn(pair, direction))) {
    if (!terms.has(term.fromText)) terms.set(term.fromText, term);
  }
  const chosen = [...terms.values()].flatMap((term) => chosenForm(term, sentences, direction) ?? []);
  // A form of two terms is one of neither.
  const forms = chosen.map(({ toText }) => toText.toLowerCase());
  return chosen.filter((_, at) => forms.indexOf(forms[at] ?? '') === forms.lastIndexOf(forms[at] ?? ''));
}

function namedIn(pair: TranslatedPair, { from, to }: TermDirection): readonly NamedTerm[] {
  const isTerm = (fromText: string, toText: string): boolean =>
    SOURCE_TERMS[baseOf(from)]?.test(fromText) === true && TARGET_TERMS[baseOf(to)]?.test(toText) === true;
  if (pair.isWholeElement && !isStatement(pair.source, from)) {
    const fromText = asWritten(pair.source.replace(NUMBER, '').trim());
    const toText = pair.target.replace(NUMBER, '').trim();
    return isTerm(fromText, toText) ? [{ fromText, toText, isDefined: false }] : [];
  }
  const definition = DEFINITIONS[baseOf(from)];
  if (definition === undefined) return [];
  const defined = [...pair.source.matchAll(definition)].map(([, one, other]) => one ?? other ?? '');
  if (defined.length === 0) return [];
  // The quoted words of both sides, in order.
  const [quoted, translated] = [quotedIn(pair.source), quotedIn(pair.target)];
  if (quoted.length !== translated.length) return [];
  return defined.flatMap((fromText) => {
    const toText = (translated[quoted.indexOf(fromText)] ?? '').replace(/^the /i, '');
    return isTerm(fromText, toText) ? [{ fromText, toText, isDefined: true }] : [];
  });
}

function quotedIn(text: string): readonly string[] {
  return [...text.matchAll(QUOTED)].map(([, one, other]) => one ?? other ?? '');
}

/** A heading in capitals stands for the word in small letters with its first one large. */
function asWritten(heading: string): string {
  const isShouted = /^\p{Lu}[\p{Lu}\s’'-]{4,}$/u.test(heading);
  return isShouted ? heading.slice(0, 1) + heading.slice(1).toLowerCase() : heading;
}

/** The form in which a term holds for the document; undefined where no sentence speaks of it, or none bears it out. */
function chosenForm(
  { fromText, toText, isDefined }: NamedTerm,
  sentences: readonly TranslatedPair[],
  { from, to }: TermDirection,
): TermPair | undefined {
  const own = sentences.filter(({ source }) => speaksOf(source, fromText, from));
  if (own.length === 0 || isCommonWord(fromText, sentences, from)) return undefined;
  const held = own.flatMap(({ target }) => formIn(target, toText, to) ?? []);
  const sounding = to === 'ja' && from === 'en' ? soundingForm(fromText, own) : undefined;
  if (sounding !== undefined && sounding.times > held.length) return { fromText, toText: sounding.form };
  if (isDefined) {
    const isDoubtful = held.length < 2 && own.length >= MANY_OTHERS;
    return isDoubtful ? undefined : { fromText, toText: to === 'en' ? capitalized(toText) : toText };
  }
  const isBorneOut = held.length > 0 || own.some(({ target }) => sharesWords(target, toText, to));
  return isBorneOut ? { fromText, toText: inSentences(toText, own, to) } : undefined;
}

/** Whether a translation has a part of a form: 秘密情報 where the heading says 機密情報. */
function sharesWords(target: string, form: string, to: Lang): boolean {
  if (!writesUnspaced(to)) {
    return form.split(' ').some((word) => word.length > 3 && wordsOf(word, 'iu').test(target));
  }
  return Array.from({ length: form.length - 1 }, (_, at) => form.slice(at, at + 2)).some(
    (two) => !two.includes('の') && target.includes(two),
  );
}

/** The Supplier: what an English document defines, it writes large. */
function capitalized(form: string): string {
  return form.replaceAll(/(?<![\p{L}\p{N}’'-])\p{Ll}(?=\p{L}{3,})/gu, (letter) => letter.toUpperCase());
}

/** A translation with the terms in it in the capitals in which they hold. */
export function withTermCapitals({ source, target }: TermUse, terms: readonly TermPair[]): string {
  return terms.reduce((text, { fromText, toText }) => {
    if (!/^\p{Lu}/u.test(toText) || !source.includes(fromText)) return text;
    return text.replaceAll(wordsOf(toText, 'giu'), toText);
  }, target);
}

/** A heading in English has capitals that sentences have only in names. */
function inSentences(form: string, own: readonly TranslatedPair[], to: Lang): string {
  if (to !== 'en') return form;
  const isName = (word: string): boolean =>
    own.some(({ target }) => wordsOf(word, 'u').test(target.slice(1))) &&
    !own.some(({ target }) => wordsOf(word.toLowerCase(), 'u').test(target));
  return form
    .split(' ')
    .map((word) => (isName(word) || !/^\p{Lu}\p{Ll}+$/u.test(word) ? word : word.toLowerCase()))
    .join(' ');
}

function speaksOf(source: string, term: string, from: Lang): boolean {
  if (writesUnspaced(from)) return source.includes(term);
  return wordsOf(term, term.includes(' ') ? 'iu' : 'u').test(source);
}

/** A word that is also written small, or with its capital only at the beginning of sentences, is no term: Order, Use. */
function isCommonWord(term: string, sentences: readonly TranslatedPair[], from: Lang): boolean {
  if (writesUnspaced(from) || term.includes(' ')) return false;
  const small = wordsOf(term.toLowerCase(), 'u');
  if (sentences.some(({ source }) => small.test(source))) return true;
  const inside = new RegExp(`(?<=[\\p{L}\\p{N},;:)] ["“(]?)${escaped(term)}(?![\\p{L}\\p{N}])`, 'u');
  return !sentences.some(({ source }) => inside.test(source));
}

function wordsOf(term: string, flags: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped(term)}(?![\\p{L}\\p{N}])`, flags);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** How a translation writes a form, whatever its capitals. */
function formIn(target: string, form: string, to: Lang): string | undefined {
  if (writesUnspaced(to)) return target.includes(form) ? form : undefined;
  return wordsOf(form, 'iu').exec(target)?.[0];
}

/** Models call the Supplier 供給者 where they translate the word and サプライヤー where they write how it sounds. */
function soundingForm(
  term: string,
  sentences: readonly TranslatedPair[],
): { readonly form: string; readonly times: number } | undefined {
  if (term.includes(' ')) return undefined;
  const runs = sentences.map(({ target }): readonly string[] => target.match(KATAKANA) ?? []);
  const form = runs.flat().find((run) => soundsLike(run, term));
  return form === undefined ? undefined : { form, times: runs.filter((own) => own.includes(form)).length };
}
