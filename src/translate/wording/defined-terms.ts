import type { Lang } from '../../base/lang.js';
import { soundsLike } from '../names/katakana-sound.js';

/** A sentence and its translation. */
export interface TranslatedPair {
  readonly from: Lang;
  readonly source: string;
  readonly target: string;
}

/** Where a document says what it calls something: (the "Supplier"), "Supplier" means. */
const DEFINITION =
  /\((?:[\p{L},]+ ){0,4}["“](\p{Lu}\p{Ll}{3,})["”]\)|["“](\p{Lu}\p{Ll}{3,})["”](?= (?:means|shall mean|refers to)\b)/gu;
const QUOTED = /["“][^"“”]+["”]/gu;
const QUOTED_JAPANESE = /「([^「」]+)」/gu;
const KATAKANA = /[\p{Script=Katakana}ー]{3,}/gu;
const CAPITALIZED = /(?<![\p{L}\p{N}])\p{Lu}\p{Ll}{3,}(?![\p{L}\p{N}])/gu;

/** How often the sentences about a term have each of its two forms. */
interface TermForms {
  /** As its definition has it. */
  readonly defined: string;
  /** As it sounds, if any sentence has it so. */
  sounding: string | undefined;
  timesDefined: number;
  timesSounding: number;
}

/**
 * Terms that a document defines, in one form: models call the Supplier 供給者 where they translate the word and サプライヤー
 * where they write how it sounds. Of these two, which are known for certain, the one that is written more often holds.
 */
export function withDefinedTerms(pairs: readonly TranslatedPair[], to: Lang): readonly string[] {
  const targets = pairs.map(({ target }) => target);
  const forms = to === 'ja' ? definedForms(pairs) : new Map<string, TermForms>();
  if (forms.size === 0) return targets;
  const terms = pairs.map(({ source }) =>
    [...new Set(source.match(CAPITALIZED) ?? [])].filter((word) => forms.has(word)),
  );
  for (const [at, target] of targets.entries()) {
    const runs: readonly string[] = terms[at]?.length === 0 ? [] : (target.match(KATAKANA) ?? []);
    for (const term of terms[at] ?? []) {
      const own = forms.get(term);
      if (own === undefined) continue;
      own.sounding ??= runs.find((run) => soundsLike(run, term));
      if (target.includes(own.defined)) own.timesDefined += 1;
      if (own.sounding !== undefined && runs.includes(own.sounding)) own.timesSounding += 1;
    }
  }
  return targets.map((target, at) =>
    (terms[at] ?? []).reduce((text, term) => {
      const { defined, sounding, timesDefined, timesSounding } = forms.get(term) ?? { sounding: undefined };
      if (defined === undefined || sounding === undefined) return text;
      const [kept, other] = timesSounding > timesDefined ? [sounding, defined] : [defined, sounding];
      return text.includes(kept) ? text : text.replaceAll(other, kept);
    }, target),
  );
}

/** What definitions call their terms: the quoted words of both sides, in order. A form of two terms is one of neither. */
function definedForms(pairs: readonly TranslatedPair[]): Map<string, TermForms> {
  const forms = new Map<string, TermForms>();
  const claims = new Map<string, Set<string>>();
  for (const { from, source, target } of pairs) {
    if (from !== 'en' || !/["“]/.test(source)) continue;
    const quoted = (source.match(QUOTED) ?? []).map((words) => words.slice(1, -1));
    const translated = [...target.matchAll(QUOTED_JAPANESE)].map(([, words = '']) => words);
    if (quoted.length !== translated.length) continue;
    for (const [, inBrackets, beforeMeaning] of source.matchAll(DEFINITION)) {
      const term = inBrackets ?? beforeMeaning ?? '';
      const defined = translated[quoted.indexOf(term)] ?? '';
      if (defined === '' || forms.has(term)) continue;
      forms.set(term, { defined, sounding: undefined, timesDefined: 0, timesSounding: 0 });
      claims.set(defined, (claims.get(defined) ?? new Set()).add(term));
    }
  }
  for (const terms of claims.values()) {
    if (terms.size > 1) for (const term of terms) forms.delete(term);
  }
  return forms;
}
