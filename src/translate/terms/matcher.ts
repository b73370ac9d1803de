import { normalForm } from '../../base/normal-form.js';
import type { ProtectedSpan, TermEntry } from '../pipeline-types.js';
import { type CompiledTerms, compileTerms, type TermLanguages } from './compiled-terms.js';
import { hitsIn, type TermHits, wholeEntry } from './hits.js';
import { japaneseInflection } from './japanese-verb.js';
import type { Lexicon } from './lexicon.js';
import { isVerbTerm } from './part-of-speech.js';
import { sourceUse } from './source-use.js';
import { type TargetForms, targetForms } from './target-forms.js';

/** A term found in a text, as UTF-16 offsets into the original. */
export interface TermMatch {
  readonly start: number;
  readonly end: number;
  /**
   * Where what the entry stands for ends: 分解 of 分解しない. The rest says what the sentence does with it (not, was, please) and
   * stays the sentence's.
   */
  readonly stemEnd: number;
  readonly entry: TermEntry;
  readonly forms: TargetForms;
}

/** Finds the terms of one list, or of several, in a text. */
export interface TermFinder {
  readonly size: number;
  /** The lists, the stronger first. */
  readonly lists: readonly CompiledTerms[];
  /** The entry that equals the whole text, if any. */
  whole(text: string): TermEntry | undefined;
  find(text: string, protectedSpans?: readonly ProtectedSpan[]): TermMatch[];
  /** The matches that `hitsIn` has found in a text with its lists. */
  matches(text: string, hits: TermHits): TermMatch[];
}

/** All occurrences of a list of terms in one pass over the text. The cost hardly grows with the number of terms. */
export class TermMatcher implements TermFinder {
  readonly #entries: readonly TermEntry[];
  readonly #languages: TermLanguages | undefined;
  readonly #compiled: CompiledTerms;
  readonly lists: readonly CompiledTerms[];

  /** @param languages without them terms match as they are written, and in no other form */
  constructor(
    entries: readonly TermEntry[],
    languages?: TermLanguages,
    compiled: CompiledTerms = compileTerms(entries, languages),
  ) {
    this.#entries = entries;
    this.#languages = languages;
    this.#compiled = compiled;
    this.lists = [compiled];
  }

  get size(): number {
    return this.#compiled.size;
  }

  whole(text: string): TermEntry | undefined {
    const place = wholeEntry(this.#compiled, this.#entries, text);
    return place === undefined ? undefined : this.#entries[place];
  }

  /**
   * The terms to apply, in the order in which they stand in the text: longest first where they overlap, then the
   * stronger tier; never inside another word of a spaced script, never cutting a protected span or covering a tag.
   */
  find(text: string, protectedSpans: readonly ProtectedSpan[] = []): TermMatch[] {
    return this.matches(text, [hitsIn(this.#compiled, text, protectedSpans, this.#languages?.lexicon)]);
  }

  matches(text: string, [hits = []]: TermHits): TermMatch[] {
    return hits.flatMap(({ start, end, entry: index, kind }) => {
      const entry = this.#entries[index];
      if (entry === undefined) return [];
      const { from = '', to = '', lexicon } = this.#languages ?? {};
      const stemEnd =
        lexicon === undefined ? end : start + stemLength(entry.fromText, end - start, from, lexicon);
      const before = text.slice(Math.max(0, start - REACH), start);
      const use = sourceUse(from, kind, before, text.slice(stemEnd, stemEnd + REACH));
      const isVerb = lexicon !== undefined && isVerbTerm(entry, { kind, use }, from, to, lexicon);
      return [{ start, end, stemEnd, entry, forms: targetForms(entry.toText, { isVerb, use }, to, lexicon) }];
    });
  }
}

/** Around a term, in characters: what tells tense and voice stands near. */
const REACH = 16;

/** How much of a found form is the entry itself: all of it, but for Japanese verbs and adjectives, which inflect. */
function stemLength(fromText: string, length: number, from: string, lexicon: Lexicon): number {
  if (from !== 'ja') return length;
  const inflection = japaneseInflection(normalForm(fromText, 'NFC').trim(), lexicon);
  return Math.min(length, inflection?.stem.length ?? length);
}
