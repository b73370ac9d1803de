import type { SourcePart } from '../model/port.js';
import type { Segment, Shield, ShieldKind } from './port.js';
import type { TermMatch } from './terms/matcher.js';

/** Something that the model sees as a numbered placeholder and that is put back afterwards. */
export interface Slot {
  readonly kind: ShieldKind | 'term' | 'number';
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
  /** Terms whose target the translation has to hold: all but those hidden behind placeholders. */
  readonly required: readonly TermMatch[];
  /** The source with everything but its plain words blanked out, offset by offset. */
  readonly readable: string;
}

export interface DraftOptions {
  /** Terms left as the words they are. */
  readonly plain?: ReadonlySet<TermMatch>;
  /** Terms to hide behind placeholders instead of marking them. */
  readonly hidden?: ReadonlySet<TermMatch>;
  /** Stretches (lost numbers, measures) to hide as well, with what is put in their place. */
  readonly kept?: readonly { readonly start: number; readonly end: number; readonly text: string }[];
}

interface Item {
  readonly start: number;
  readonly end: number;
  readonly kind: Slot['kind'] | 'mark';
  readonly text: string;
}

/** The model knows ten placeholders. */
export const MAX_SLOTS = 10;

/**
 * Lays terms and shields over a sentence. Measures ("10 GB") stay readable for the model, which copies them well, and are
 * checked afterwards; every other shield becomes a placeholder. Neighbours of one kind share one.
 */
export function makeDraft(segment: Segment, terms: readonly TermMatch[], options: DraftOptions = {}): Draft {
  const { text } = segment;
  const items = merged(text, itemsOf(segment, terms, options));
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
  return { parts, slots, readable, required: terms.filter((term) => options.hidden?.has(term) !== true) };
}

function itemsOf(segment: Segment, terms: readonly TermMatch[], options: DraftOptions): Item[] {
  const { text, shields } = segment;
  const covered = (shield: Shield): boolean =>
    terms.some((term) => term.start < shield.end && term.end > shield.start);
  const items: Item[] = [];
  for (const shield of shields) {
    if (shield.kind === 'exact' || covered(shield)) continue;
    items.push({ ...shield, text: text.slice(shield.start, shield.end) });
  }
  for (const term of terms) {
    if (options.plain?.has(term) === true) continue;
    const kind = options.hidden?.has(term) === true ? 'term' : 'mark';
    items.push({ start: term.start, end: term.end, kind, text: term.entry.toText });
  }
  for (const { start, end, text: instead } of options.kept ?? []) {
    if (items.some((item) => item.start < end && item.end > start)) continue;
    items.push({ start, end, kind: 'number', text: instead });
  }
  return items.sort((a, b) => a.start - b.start);
}

/** Neighbouring shields of one kind, with at most white space between them, become one. */
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
