import type { Lang } from '../../base/lang.js';
import { normalForm } from '../../base/normal-form.js';
import { shared } from '../../model/shared-memory.js';
import type { TermEntry } from '../pipeline-types.js';
import { englishForms, type Form, type FormKind, type PartOfSpeech } from './english-forms.js';
import { foldForms } from './fold.js';
import { japaneseForms } from './japanese-forms.js';
import type { Lexicon } from './lexicon.js';
import { speechOf } from './part-of-speech.js';

/** The languages of a list of terms, and what is known of their words. */
export interface TermLanguages {
  readonly from: Lang;
  readonly to: Lang;
  readonly lexicon: Lexicon;
}

export const FORM_KINDS: readonly FormKind[] = ['plain', 'plural', 'third-person', 'past', 'ing'];
export const PARTS_OF_SPEECH: readonly PartOfSpeech[] = ['any', 'noun', 'verb'];
/** The stronger first. */
export const TIERS: readonly TermEntry['tier'][] = ['dictionary', 'personal-glossary', 'group-glossary'];

/** Stands between the texts of a list on their way to a thread; the database has no text with it. */
export const SEPARATOR = '\0';

/** Bits of `Patterns.flags`. */
export const ANY_CASE = 1;
export const IS_ENTRY = 2;

/** One pattern for each form of each entry, column by column. */
export interface Patterns {
  /** Index of the entry. */
  readonly entries: Uint32Array;
  /** Indexes into `FORM_KINDS`: how the form differs from the entry. */
  readonly kinds: Uint8Array;
  /** Indexes into `PARTS_OF_SPEECH`. */
  readonly speeches: Uint8Array;
  /** Indexes into `TIERS`. */
  readonly tiers: Uint8Array;
  readonly flags: Uint8Array;
  /** Where the form as it is written, folded in width alone, begins in `units`; one more for the end. */
  readonly starts: Uint32Array;
  readonly units: Uint16Array;
}

/**
 * Terms as an automaton (Aho and Corasick 1975) over text folded in width and case. Nodes are numbered level
 * by level, so the children of a node stand side by side, in the order of their units. It lies in shared memory:
 * threads read it where it is.
 */
export interface TermAutomaton {
  /** The unit that leads to each node. */
  readonly units: Uint16Array;
  /** First child of each node; one more for the end. */
  readonly children: Uint32Array;
  /** The node of the longest proper suffix that is in the automaton. */
  readonly fail: Uint32Array;
  /** Nearest node on the failure chain that ends a pattern, 0 for none: skips the empty ones. */
  readonly output: Uint32Array;
  /** First pattern that ends in each node; one more for the end. */
  readonly ends: Uint32Array;
  readonly patterns: Patterns;
}

/** Some terms of a list. */
export interface TermLayer {
  readonly automaton: TermAutomaton;
  /** Where the entries of the automaton stand in the list; `NOT_LISTED` for those that are no longer in it. */
  readonly places: Int32Array;
}

export const NOT_LISTED = -1;

/** A list of terms as texts are searched for it: all of them in one layer, or those that changed lately in a second (see `TermBase`). */
export interface CompiledTerms {
  readonly from: Lang;
  /** Entries that have something to say. */
  readonly size: number;
  readonly layers: readonly TermLayer[];
}

/** Every form of every entry, column by column: of hundreds of thousands of them an object each would take most of the time. */
class Forms {
  readonly lower: string[] = [];
  readonly wide: string[] = [];
  readonly entries: number[] = [];
  readonly kinds: number[] = [];
  readonly speeches: number[] = [];
  readonly tiers: number[] = [];
  readonly flags: number[] = [];

  add(index: number, entry: TermEntry, languages: TermLanguages | undefined): void {
    const text = normalForm(entry.fromText, 'NFC').trim();
    const speech =
      languages?.from === 'en' ? speechOf(text, entry.toText, languages.to, languages.lexicon) : 'any';
    // A word that is nothing but a verb needs no second look.
    const guarded = languages?.lexicon.both.has(text.toLowerCase()) === true ? speech : 'any';
    const guardedAs = PARTS_OF_SPEECH.indexOf(guarded);
    const anyCase = keepsCase(foldForms(entry.fromText).wide) ? 0 : ANY_CASE;
    const tier = TIERS.indexOf(entry.tier);
    for (const form of formsOf(text, speech, languages)) {
      const { wide, lower } = foldForms(form.text);
      this.lower.push(lower);
      this.wide.push(wide);
      this.entries.push(index);
      this.kinds.push(FORM_KINDS.indexOf(form.kind));
      this.speeches.push(guardedAs);
      this.tiers.push(tier);
      this.flags.push(anyCase + (form.text === text ? IS_ENTRY : 0));
    }
  }

  /** Numbers of the forms by their text; equal ones keep the order of their entries. */
  sorted(): Uint32Array {
    const { lower } = this;
    return Uint32Array.from(lower.keys()).sort((a, b) => {
      const [first = '', second = ''] = [lower[a], lower[b]];
      return first < second ? -1 : first > second ? 1 : a - b;
    });
  }
}

/** @param languages without them terms match as they are written, and in no other form */
export function compileTerms(entries: readonly TermEntry[], languages?: TermLanguages): CompiledTerms {
  const forms = new Forms();
  let size = 0;
  for (const [index, entry] of entries.entries()) {
    if (!saysSomething(entry)) continue;
    forms.add(index, entry, languages);
    size += 1;
  }
  const { units, children, ends, order } = trieOf(forms.lower, forms.sorted());
  const fail = failuresOf({ units, children });
  const output = shared(Uint32Array, units.length);
  for (let node = 1; node < units.length; node += 1) {
    const suffix = fail[node] ?? 0;
    const isEnd = (ends[suffix + 1] ?? 0) > (ends[suffix] ?? 0);
    output[node] = isEnd ? suffix : (output[suffix] ?? 0);
  }
  const automaton = { units, children, fail, output, ends, patterns: patternsOf(forms, order) };
  const places = shared(
    Int32Array,
    entries.map((_, index) => index),
  );
  return { from: languages?.from ?? '', size, layers: [{ automaton, places }] };
}

/** Whether there is something to look for and something to say. */
export function saysSomething({ fromText, toText }: TermEntry): boolean {
  return fromText.trim() !== '' && toText.trim() !== '';
}

function formsOf(text: string, speech: PartOfSpeech, languages: TermLanguages | undefined): readonly Form[] {
  if (languages?.from === 'en') return englishForms(text, speech, languages.lexicon);
  if (languages?.from === 'ja') return japaneseForms(text, languages.lexicon);
  return [{ text, kind: 'plain' }];
}

/** Case counts for entries in capitals (US) and for those with a capital inside a word (iPhone). */
export function keepsCase(wide: string): boolean {
  return /\p{Lu}/u.test(wide) && (!/\p{Ll}/u.test(wide) || /[\p{L}\p{N}]\p{Lu}/u.test(wide));
}

/** Texts one behind the other. */
interface Packed {
  /** Where each begins in `units`; one more for the end. */
  readonly starts: Uint32Array;
  readonly units: Uint16Array;
}

function pack(texts: readonly string[], order: Uint32Array): Packed {
  const starts = shared(Uint32Array, order.length + 1);
  const units = shared(
    Uint16Array,
    texts.reduce((sum, { length }) => sum + length, 0),
  );
  let at = 0;
  for (let index = 0; index < order.length; index += 1) {
    const text = texts[order[index] ?? 0] ?? '';
    starts[index] = at;
    for (let unit = 0; unit < text.length; unit += 1) units[at + unit] = text.charCodeAt(unit);
    at += text.length;
  }
  starts[order.length] = at;
  return { starts, units };
}

interface Trie extends Pick<TermAutomaton, 'units' | 'children' | 'ends'> {
  /** Numbers of the forms in the order of the nodes in which they end. */
  readonly order: Uint32Array;
}

/** Level by level: a node is the stretch of the sorted forms that share its text. */
function trieOf(texts: readonly string[], sorted: Uint32Array): Trie {
  const packed = pack(texts, sorted);
  const most = packed.units.length + 1;
  const units = new Uint16Array(most);
  const children = new Uint32Array(most + 1);
  const ends = new Uint32Array(most + 1);
  const first = new Uint32Array(most);
  const last = new Uint32Array(most);
  last[0] = sorted.length;
  const order = new Uint32Array(sorted.length);
  let ordered = 0;
  let count = 1;
  let endOfLevel = 1;
  let depth = 0;
  const startOf = (at: number): number => packed.starts[at] ?? 0;
  const unitOf = (at: number): number => packed.units[startOf(at) + depth] ?? 0;
  for (let node = 0; node < count; node += 1) {
    if (node === endOfLevel) {
      endOfLevel = count;
      depth += 1;
    }
    const end = last[node] ?? 0;
    let at = first[node] ?? 0;
    ends[node] = ordered;
    children[node] = count;
    // Of texts that begin alike the shortest come first.
    for (; at < end && startOf(at + 1) - startOf(at) === depth; at += 1) order[ordered++] = sorted[at] ?? 0;
    while (at < end) {
      const unit = unitOf(at);
      first[count] = at;
      while (at < end && unitOf(at) === unit) at += 1;
      last[count] = at;
      units[count] = unit;
      count += 1;
    }
  }
  ends[count] = ordered;
  children[count] = count;
  return {
    units: shared(Uint16Array, units.subarray(0, count)),
    children: shared(Uint32Array, children.subarray(0, count + 1)),
    ends: shared(Uint32Array, ends.subarray(0, count + 1)),
    order,
  };
}

function failuresOf(trie: Pick<TermAutomaton, 'units' | 'children'>): Uint32Array {
  const { units, children } = trie;
  const fail = shared(Uint32Array, units.length);
  const automaton = { units, children, fail };
  for (let node = 0; node < units.length; node += 1) {
    const end = children[node + 1] ?? 0;
    for (let child = children[node] ?? 0; child < end; child += 1) {
      // The children of the root have no shorter suffix than nothing.
      fail[child] = node === 0 ? 0 : step(automaton, fail[node] ?? 0, units[child] ?? 0);
    }
  }
  return fail;
}

/** The node that a unit leads to, through shorter suffixes where need be. */
export function step(
  trie: Pick<TermAutomaton, 'units' | 'children' | 'fail'>,
  from: number,
  unit: number,
): number {
  for (let node = from; ; node = trie.fail[node] ?? 0) {
    const next = childOf(trie, node, unit);
    if (next !== 0 || node === 0) return next;
  }
}

/** The child of a node by its unit, 0 for none. */
export function childOf(
  { units, children }: Pick<TermAutomaton, 'units' | 'children'>,
  node: number,
  unit: number,
): number {
  let low = children[node] ?? 0;
  let high = (children[node + 1] ?? 0) - 1;
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = units[middle] ?? 0;
    if (found === unit) return middle;
    if (found < unit) low = middle + 1;
    else high = middle - 1;
  }
  return 0;
}

function patternsOf(forms: Forms, order: Uint32Array): Patterns {
  const column = (values: readonly number[]) => order.map((form) => values[form] ?? 0);
  return {
    entries: shared(Uint32Array, column(forms.entries)),
    kinds: shared(Uint8Array, column(forms.kinds)),
    speeches: shared(Uint8Array, column(forms.speeches)),
    tiers: shared(Uint8Array, column(forms.tiers)),
    flags: shared(Uint8Array, column(forms.flags)),
    ...pack(forms.wide, order),
  };
}
