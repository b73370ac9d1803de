import type { Lang } from '../../lang.js';
import { normalForm } from '../../normal-form.js';
import type { ProtectedSpan, TermEntry } from '../pipeline.js';
import { overlapping } from '../text/stretch.js';
import { englishForms, type Form, type FormKind, type PartOfSpeech } from './english-forms.js';
import { fold } from './fold.js';
import { japaneseForms } from './japanese-forms.js';
import type { Lexicon } from './lexicon.js';
import { fitsSpeech, speechOf } from './part-of-speech.js';
import { type TargetForms, targetForms } from './target-forms.js';
import { WordBreaks } from './word-breaks.js';

/** A term found in a text, as UTF-16 offsets into the original. */
export interface TermMatch {
  readonly start: number;
  readonly end: number;
  readonly entry: TermEntry;
  readonly forms: TargetForms;
}

/** Finds the terms of one list, or of several, in a text. */
export interface TermFinder {
  readonly size: number;
  /** The entry that equals the whole text, if any. */
  whole(text: string): TermEntry | undefined;
  find(text: string, protectedSpans?: readonly ProtectedSpan[]): TermMatch[];
}

/** The languages of a list of terms, and what is known of their words. */
export interface TermLanguages {
  readonly from: Lang;
  readonly to: Lang;
  readonly lexicon: Lexicon;
}

interface Pattern {
  readonly entry: TermEntry;
  readonly wide: string;
  readonly anyCase: boolean;
  /** How the form differs from the entry; `plain` is the entry itself. */
  readonly kind: FormKind;
  readonly isEntry: boolean;
  readonly speech: PartOfSpeech;
}

interface Hit {
  readonly start: number;
  readonly end: number;
  readonly length: number;
  readonly entry: TermEntry;
  readonly kind: FormKind;
}

interface Node {
  readonly next: Map<number, Node>;
  fail: Node | undefined;
  /** Nearest node on the failure chain that ends a pattern: skips the empty ones. */
  output: Node | undefined;
  readonly patterns: Pattern[];
}

const SPACED_WORD = /[\p{L}\p{N}\p{M}_]/u;
const UNSPACED_LETTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆]/u;
const TIERS = ['dictionary', 'personal-glossary', 'group-glossary'] as const;

function node(): Node {
  return { next: new Map(), fail: undefined, output: undefined, patterns: [] };
}

/**
 * All occurrences of a list of terms in one pass over the text (Aho and Corasick 1975), on text folded in width and
 * case. The cost does not grow with the number of terms.
 */
export class TermMatcher implements TermFinder {
  readonly #root = node();
  readonly #whole = new Map<string, Pattern[]>();
  readonly #languages: TermLanguages | undefined;
  readonly size: number;

  /** @param languages without them terms match as they are written, and in no other form */
  constructor(entries: readonly TermEntry[], languages?: TermLanguages) {
    this.#languages = languages;
    let size = 0;
    for (const entry of entries) {
      const text = normalForm(entry.fromText, 'NFC').trim();
      if (text === '' || entry.toText.trim() === '') continue;
      const speech =
        languages?.from === 'en' ? speechOf(text, entry.toText, languages.to, languages.lexicon) : 'any';
      // A word that is nothing but a verb needs no second look.
      const guarded = languages?.lexicon.both.has(text.toLowerCase()) === true ? speech : 'any';
      for (const form of formsOf(text, speech, languages))
        this.#add(entry, form, guarded, form.text === text);
      size += 1;
    }
    this.size = size;
    this.#link();
  }

  #add(entry: TermEntry, form: Form, speech: PartOfSpeech, isEntry: boolean): void {
    const { wide, lower } = fold(form.text);
    const pattern: Pattern = {
      entry,
      wide,
      anyCase: !keepsCase(fold(entry.fromText).wide),
      kind: form.kind,
      isEntry,
      speech,
    };
    let at = this.#root;
    for (let unit = 0; unit < lower.length; unit += 1) {
      const code = lower.charCodeAt(unit);
      let next = at.next.get(code);
      if (next === undefined) {
        next = node();
        at.next.set(code, next);
      }
      at = next;
    }
    at.patterns.push(pattern);
    if (isEntry) this.#whole.set(lower, at.patterns);
  }

  #link(): void {
    const queue: Node[] = [];
    for (const child of this.#root.next.values()) {
      child.fail = this.#root;
      queue.push(child);
    }
    for (let head = 0; head < queue.length; head += 1) {
      const at = queue[head];
      if (at === undefined) break;
      for (const [code, child] of at.next) {
        let fail = at.fail;
        while (fail !== undefined && !fail.next.has(code)) fail = fail.fail;
        child.fail = fail?.next.get(code) ?? this.#root;
        child.output = child.fail.patterns.length > 0 ? child.fail : child.fail.output;
        queue.push(child);
      }
    }
  }

  whole(text: string): TermEntry | undefined {
    const { wide, lower } = fold(normalForm(text, 'NFC').trim());
    const entries = this.#whole.get(lower)?.filter(({ isEntry }) => isEntry) ?? [];
    return best(entries, wide)?.entry;
  }

  /**
   * The terms to apply, in the order in which they stand in the text: longest first where they overlap, then the
   * stronger tier; never inside another word of a spaced script, never cutting a protected span or covering a tag.
   */
  find(text: string, protectedSpans: readonly ProtectedSpan[] = []): TermMatch[] {
    const { wide, lower, offsets } = fold(text);
    const found: Hit[] = [];
    const words = new WordBreaks(wide, this.#languages?.from ?? '');
    const lexicon = this.#languages?.lexicon;
    const fits = (speech: PartOfSpeech, kind: FormKind, start: number, end: number): boolean =>
      lexicon === undefined || fitsSpeech(speech, kind, wide, start, end, lexicon);
    let at = this.#root;
    for (let unit = 0; unit < lower.length; unit += 1) {
      const code = lower.charCodeAt(unit);
      while (at !== this.#root && !at.next.has(code)) at = at.fail ?? this.#root;
      at = at.next.get(code) ?? this.#root;
      for (
        let hit: Node | undefined = at.patterns.length > 0 ? at : at.output;
        hit !== undefined;
        hit = hit.output
      ) {
        const length = hit.patterns[0]?.wide.length ?? 0;
        const from = unit + 1 - length;
        if (!isWhole(wide, from, unit + 1) || words.cuts(from, unit + 1)) continue;
        const fitting = hit.patterns.filter(({ speech, kind }) => fits(speech, kind, from, unit + 1));
        const pattern = best(fitting, wide.slice(from, unit + 1));
        if (pattern === undefined) continue;
        found.push({
          start: offsets[from] ?? 0,
          end: offsets[unit + 1] ?? text.length,
          entry: pattern.entry,
          kind: pattern.kind,
          length,
        });
      }
    }
    found.sort(
      (a, b) =>
        b.length - a.length || TIERS.indexOf(a.entry.tier) - TIERS.indexOf(b.entry.tier) || a.start - b.start,
    );
    const taken = new Uint8Array(text.length);
    const chosen = found.filter(({ start, end }) => {
      if (end <= start || taken.subarray(start, end).includes(1)) return false;
      if (overlapping(protectedSpans, { start, end }).some((span) => !mayCover(start, end, span)))
        return false;
      taken.fill(1, start, end);
      return true;
    });
    return chosen
      .sort((a, b) => a.start - b.start)
      .map(({ start, end, entry, kind }) => ({
        start,
        end,
        entry,
        forms: targetForms(entry.toText, kind, this.#languages?.to ?? '', this.#languages?.lexicon),
      }));
  }
}

/** A name such as Node.js may be a protected span and a term at once: the user's term wins if it covers the protected span. */
function mayCover(start: number, end: number, span: ProtectedSpan): boolean {
  return start <= span.start && end >= span.end && span.kind !== 'open' && span.kind !== 'close';
}

/** Among entries for the same folded text: the right case, then the strongest tier, then the exact spelling. */
function best(patterns: readonly Pattern[], wide: string): Pattern | undefined {
  let chosen: Pattern | undefined;
  for (const pattern of patterns) {
    if (!pattern.anyCase && pattern.wide !== wide) continue;
    if (chosen === undefined || rank(pattern, wide) < rank(chosen, wide)) chosen = pattern;
  }
  return chosen;
}

function rank(pattern: Pattern, wide: string): number {
  return TIERS.indexOf(pattern.entry.tier) * 4 + (pattern.isEntry ? 0 : 2) + (pattern.wide === wide ? 0 : 1);
}

/** Case counts for entries in capitals (US) and for those with a capital inside a word (iPhone). */
export function keepsCase(wide: string): boolean {
  return /\p{Lu}/u.test(wide) && (!/\p{Ll}/u.test(wide) || /[\p{L}\p{N}]\p{Lu}/u.test(wide));
}

function formsOf(text: string, speech: PartOfSpeech, languages: TermLanguages | undefined): readonly Form[] {
  if (languages?.from === 'en') return englishForms(text, speech, languages.lexicon);
  if (languages?.from === 'ja') return japaneseForms(text, languages.lexicon);
  return [{ text, kind: 'plain' }];
}

/** Whether neither end cuts a word of a spaced script in two. */
function isWhole(text: string, start: number, end: number): boolean {
  return !joins(before(text, start), at(text, start)) && !joins(before(text, end), at(text, end));
}

function before(text: string, index: number): string {
  const unit = text.charCodeAt(index - 1);
  return unit >= 0xdc00 && unit <= 0xdfff ? text.slice(index - 2, index) : text.slice(index - 1, index);
}

function at(text: string, index: number): string {
  const code = text.codePointAt(index);
  return code === undefined ? '' : String.fromCodePoint(code);
}

function joins(left: string, right: string): boolean {
  if (left === '' || right === '') return false;
  if (!SPACED_WORD.test(left) || !SPACED_WORD.test(right)) return false;
  return !UNSPACED_LETTER.test(left) && !UNSPACED_LETTER.test(right);
}
