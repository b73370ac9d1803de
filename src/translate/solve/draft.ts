import type { SourcePart } from '../../model/model-port.js';
import type { ProtectedSpan, ProtectedSpanKind, Segment } from '../pipeline-types.js';
import { type StandIn, standInFor } from '../terms/stand-in.js';
import type { Requirement } from './requirement.js';

/** Something that the model sees as a numbered placeholder and that is put back afterwards. */
export interface Slot {
  readonly kind: ProtectedSpanKind | 'term' | 'number';
  /** What is put back. */
  readonly text: string;
  /** What stood there in the source. */
  readonly source: string;
  /** Whether white space stood before and after it in the source. */
  readonly spaceBefore: boolean;
  readonly spaceAfter: boolean;
}

/** A sentence as the model gets it. */
export interface Draft {
  readonly parts: readonly SourcePart[];
  readonly slots: readonly Slot[];
  /** What the translation has to hold: all requirements but those hidden behind placeholders. */
  readonly required: readonly Requirement[];
  /** Stretches behind placeholders, and what was marked beyond the requirements. */
  readonly covered: readonly { readonly start: number; readonly end: number }[];
  /** Words marked in place of terms that the model would not write. */
  readonly standIns: readonly StandIn[];
  /** The source with everything but its plain words blanked out, offset by offset. */
  readonly readable: string;
}

export interface DraftOptions {
  /** Requirements left as the words they are. */
  readonly plain?: ReadonlySet<Requirement>;
  /** Requirements to hide behind placeholders, or behind stand-ins where they have to be inflected, instead of marking them. */
  readonly hidden?: ReadonlySet<Requirement>;
  /** Stretches (lost quantities, measures) to mark with what should stand for them. */
  readonly marked?: readonly Replaced[];
  /** Stretches to hide, with what is put in their place. */
  readonly kept?: readonly Replaced[];
}

interface Replaced {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Item {
  readonly start: number;
  readonly end: number;
  readonly kind: Slot['kind'] | 'mark';
  readonly text: string;
  readonly standIn?: StandIn;
}

/** The model knows ten placeholders. */
export const MAX_SLOTS = 10;

/**
 * Lays terms and protected spans over a sentence. Measures ("10 GB") stay readable for the model, which copies them well, and are
 * checked afterwards; every other protected span becomes a placeholder. Neighbours of one kind share one.
 */
export function makeDraft(
  segment: Segment,
  required: readonly Requirement[],
  options: DraftOptions = {},
): Draft {
  const { text } = segment;
  const items = merged(text, itemsOf(segment, required, options));
  const parts: SourcePart[] = [];
  const slots: Slot[] = [];
  let readable = '';
  let at = 0;
  const words = (start: number, end: number): void => {
    if (end <= start) return;
    const plain = text.slice(start, end);
    parts.push({ kind: 'text', text: plain });
    readable += plain;
  };
  for (const item of items) {
    words(at, item.start);
    readable += ' '.repeat(item.end - item.start);
    const source = text.slice(item.start, item.end);
    if (item.kind === 'mark') parts.push({ kind: 'term', source, target: item.text });
    else {
      parts.push({ kind: 'placeholder', index: slots.length });
      slots.push({
        kind: item.kind,
        text: item.text,
        source,
        spaceBefore: item.start === 0 || /\s/u.test(text[item.start - 1] ?? ''),
        spaceAfter: item.end === text.length || /\s/u.test(text[item.end] ?? ''),
      });
    }
    at = item.end;
  }
  words(at, text.length);
  return {
    parts,
    slots,
    readable,
    // A stand-in may get lost like any marked word; a placeholder is looked for by itself.
    required: required.filter((wanted) => options.hidden?.has(wanted) !== true || isInflected(wanted)),
    standIns: items.flatMap(({ standIn }) => standIn ?? []),
    covered: items.filter(({ kind }) => kind !== 'mark'),
  };
}

function itemsOf(segment: Segment, required: readonly Requirement[], options: DraftOptions): Item[] {
  const { text, protectedSpans } = segment;
  const covered = (span: ProtectedSpan): boolean =>
    required.some((wanted) => wanted.start < span.end && wanted.end > span.start);
  const items: Item[] = [];
  for (const span of protectedSpans) {
    if (span.kind === 'exact' || covered(span)) continue;
    items.push({ ...span, text: text.slice(span.start, span.end) });
  }
  for (const wanted of required) {
    if (options.plain?.has(wanted) === true) continue;
    const { start, end } = wanted;
    const isHidden = options.hidden?.has(wanted) === true;
    const standIn = isHidden ? standInOf(wanted, text, items) : undefined;
    if (standIn !== undefined) items.push({ start, end, kind: 'mark', text: standIn.word, standIn });
    else
      items.push({
        start,
        end,
        kind: isHidden && !isInflected(wanted) ? 'term' : 'mark',
        text: wanted.target,
      });
  }
  const add =
    (kind: 'mark' | 'number') =>
    ({ start, end, text: instead }: Replaced): void => {
      if (items.some((item) => item.start < end && item.end > start)) return;
      items.push({ start, end, kind, text: instead });
    };
  for (const lost of options.kept ?? []) add('number')(lost);
  for (const lost of options.marked ?? []) add('mark')(lost);
  return items.sort((a, b) => a.start - b.start);
}

/** Behind a placeholder the model cannot tell a verb from a noun: "was ⟨0⟩" becomes ⟨0⟩だった. */
function isInflected(wanted: Requirement): boolean {
  return wanted.kind === 'term' && wanted.forms.inflection !== undefined;
}

function standInOf(wanted: Requirement, text: string, items: readonly Item[]): StandIn | undefined {
  if (wanted.kind !== 'term' || wanted.forms.inflection === undefined) return undefined;
  return standInFor(
    wanted.forms.inflection,
    (word) => text.includes(word) || items.some((item) => item.text.includes(word)),
  );
}

/** Neighbouring protected spans of one kind, with at most white space between them, become one. */
function merged(text: string, items: readonly Item[]): Item[] {
  const out: Item[] = [];
  for (const item of items) {
    const last = out.at(-1);
    const mergeable =
      item.kind === 'literal' || item.kind === 'open' || item.kind === 'close' || item.kind === 'emoji';
    if (
      last !== undefined &&
      mergeable &&
      last.kind === item.kind &&
      text.slice(last.end, item.start).trim() === ''
    ) {
      out[out.length - 1] = { ...last, end: item.end, text: text.slice(last.start, item.end) };
    } else out.push(item);
  }
  return out;
}
