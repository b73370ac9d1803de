import { hasText, type TakeUnit } from './document.js';
import type { InlineToken } from './inline-token.js';
import { withWholeWords } from './whole-words.js';

type Slot =
  | { readonly kind: 'style'; readonly style: number }
  | { readonly kind: 'object'; readonly source: string }
  | {
      readonly kind: 'pair';
      readonly open: string;
      readonly close: string;
      readonly pair: number;
      /** The style of most of the text inside: there it needs no tag. */
      readonly style: number;
    };

/** Tags of one unit; more of them than words means that the text is a drawing. A further one begins a new unit. */
const MOST_TAGS = 60;
const TAG = /<(\/?)(\d{1,3})(\/?)>/g;

/** Text that looks like one of our tags, or like the escape of one, is escaped. */
export function escapeTags(text: string): string {
  return text.replace(/&(?=(?:lt|amp);)/g, '&amp;').replace(/<(?=\/?\d{1,3}\/?>)/g, '&lt;');
}

export function unescapeTags(text: string): string {
  return text.replace(/&(lt|amp);/g, (_, name) => (name === 'lt' ? '<' : '&'));
}

/**
 * Offers the sentences of a paragraph and answers its tokens with the translations in place, or undefined where
 * nothing changes. Neighbouring texts of one style are one text, so that a sentence is whole however it was stored.
 */
export function translateInline(
  tokens: readonly InlineToken[],
  take: TakeUnit,
): readonly InlineToken[] | undefined {
  const merged = mergeTexts(withWholeWords(mergeTexts(tokens)));
  const out: InlineToken[] = [];
  let changed = false;
  for (const group of groupsOf(merged)) {
    const { before, core, after } = peel(group);
    const { text, slots, base } = encode(core);
    const translation = hasText(text) ? take(text) : undefined;
    changed ||= translation !== undefined;
    const inside = translation === undefined ? core : decode(translation, slots, base);
    out.push(...before, ...inside, ...after);
  }
  return changed ? mergeTexts(out) : undefined;
}

function mergeTexts(tokens: readonly InlineToken[]): InlineToken[] {
  const out: InlineToken[] = [];
  for (const token of tokens) {
    const last = out.at(-1);
    if (token.kind === 'text' && token.text === '') continue;
    if (token.kind === 'text' && last?.kind === 'text') {
      // White space looks the same in most styles: it follows its neighbour instead of cutting the sentence.
      const blank = token.text.trim() === '' && !token.text.includes('\n');
      if (token.style === last.style || blank) {
        out[out.length - 1] = { ...last, text: last.text + token.text };
        continue;
      }
    }
    if (token.kind === 'object' && last?.kind === 'object') {
      out[out.length - 1] = { kind: 'object', source: last.source + token.source };
      continue;
    }
    out.push(token);
  }
  return out;
}

/**
 * Cuts at breaks, at pairs that reach over a break, and at pairs that hold more than a unit does. Each group holds whole
 * pairs only, and no more tags than have numbers.
 */
function groupsOf(tokens: readonly InlineToken[]): InlineToken[][] {
  const walls = new Set<number>();
  let breaks = 0;
  const opened = new Map<number, { readonly breaks: number; readonly index: number }>();
  for (const [index, token] of tokens.entries()) {
    if (token.kind === 'break') breaks += 1;
    if (token.kind === 'open') opened.set(token.pair, { breaks, index });
    if (token.kind !== 'close') continue;
    const open = opened.get(token.pair);
    if (open?.breaks !== breaks || index - open.index > MOST_TAGS) walls.add(token.pair);
  }
  const groups: InlineToken[][] = [];
  let group: InlineToken[] = [];
  let tags = 0;
  let depth = 0;
  for (const token of tokens) {
    const wall = token.kind === 'break' || ('pair' in token && walls.has(token.pair));
    if (wall) {
      groups.push(group, [token]);
      group = [];
      tags = 0;
      continue;
    }
    if (token.kind === 'open') depth += 1;
    if (token.kind === 'close') depth -= 1;
    group.push(token);
    tags += 1;
    if (tags >= MOST_TAGS && depth === 0) {
      groups.push(group);
      group = [];
      tags = 0;
    }
  }
  groups.push(group);
  return groups.filter((tokensOfGroup) => tokensOfGroup.length > 0);
}

/** Objects and white space at either end are no part of the sentence. */
function peel(group: readonly InlineToken[]): Record<'before' | 'core' | 'after', InlineToken[]> {
  const isEdge = (token: InlineToken | undefined) =>
    token?.kind === 'object' ||
    token?.kind === 'break' ||
    (token?.kind === 'text' && token.text.trim() === '') ||
    ('pair' in (token ?? {}) && group.length === 1);
  let from = 0;
  let to = group.length;
  while (from < to && isEdge(group[from])) from += 1;
  while (to > from && isEdge(group[to - 1])) to -= 1;
  const before = group.slice(0, from);
  const core = group.slice(from, to);
  const after = group.slice(to);
  const first = core[0];
  if (first?.kind === 'text') {
    const lead = first.text.length - first.text.trimStart().length;
    if (lead > 0) {
      before.push({ ...first, text: first.text.slice(0, lead) });
      core[0] = { ...first, text: first.text.slice(lead) };
    }
  }
  const last = core.at(-1);
  if (last?.kind === 'text') {
    const end = last.text.trimEnd().length;
    if (end < last.text.length) {
      after.unshift({ ...last, text: last.text.slice(end) });
      core[core.length - 1] = { ...last, text: last.text.slice(0, end) };
    }
  }
  return { before, core, after };
}

interface Encoded {
  readonly text: string;
  /** Tag n stands for slot n - 1. */
  readonly slots: readonly Slot[];
  /** The style of most of the text: it needs no tag. */
  readonly base: number;
}

function encode(tokens: readonly InlineToken[]): Encoded {
  const base = commonStyle(tokens);
  const slots: Slot[] = [];
  const numbers = new Map<number, number>();
  const bases = [base];
  const text = tokens.map((token, index): string => {
    switch (token.kind) {
      case 'text': {
        if (token.style === bases.at(-1)) return escapeTags(token.text);
        const number = slots.push({ kind: 'style', style: token.style });
        // Blanks stand outside the tag: the words keep their distance wherever the tag goes.
        const [, lead = '', words = '', tail = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(token.text) ?? [];
        return `${lead}<${number}>${escapeTags(words)}</${number}>${tail}`;
      }
      case 'open': {
        const end = tokens.findIndex((other) => other.kind === 'close' && other.pair === token.pair);
        const close = tokens[end];
        const style = commonStyle(tokens.slice(index, end));
        bases.push(style);
        const number = slots.push({
          kind: 'pair',
          open: token.source,
          close: close?.kind === 'close' ? close.source : '',
          pair: token.pair,
          style,
        });
        numbers.set(token.pair, number);
        return `<${number}>`;
      }
      case 'close':
        bases.pop();
        return `</${numbers.get(token.pair) ?? 0}>`;
      default:
        return `<${slots.push({ kind: 'object', source: token.source })}/>`;
    }
  });
  return { text: text.join(''), slots, base };
}

function commonStyle(tokens: readonly InlineToken[]): number {
  const lengths = new Map<number, number>();
  for (const token of tokens) {
    if (token.kind !== 'text') continue;
    lengths.set(token.style, (lengths.get(token.style) ?? 0) + token.text.trim().length);
  }
  let best = 0;
  let longest = -1;
  for (const [style, length] of lengths) {
    if (length > longest) [best, longest] = [style, length];
  }
  return best;
}

/** Puts styles, objects and links back where their tags stand. Nothing is lost, whatever became of a tag. */
function decode(text: string, slots: readonly Slot[], base: number): InlineToken[] {
  const sound = soundPairs(text, slots);
  const out: InlineToken[] = [];
  const styles = [base];
  const placed = new Set<number>();
  const words = (part: string): void => {
    if (part !== '') out.push({ kind: 'text', text: unescapeTags(part), style: styles.at(-1) ?? base });
  };
  let at = 0;
  for (const match of text.matchAll(TAG)) {
    const index = Number(match[2]) - 1;
    const slot = slots[index];
    if (slot === undefined) continue;
    words(text.slice(at, match.index));
    at = match.index + match[0].length;
    const closing = match[1] === '/';
    if (slot.kind === 'style') {
      if (!closing) styles.push(slot.style);
      else if (styles.length > 1) styles.pop();
    } else if (slot.kind === 'object' && !placed.has(index)) {
      placed.add(index);
      out.push({ kind: 'object', source: slot.source });
    } else if (slot.kind === 'pair' && sound.has(index)) {
      placed.add(index);
      if (!closing) styles.push(slot.style);
      else if (styles.length > 1) styles.pop();
      out.push(
        closing
          ? { kind: 'close', source: slot.close, pair: slot.pair }
          : { kind: 'open', source: slot.open, pair: slot.pair },
      );
    }
  }
  words(text.slice(at));
  for (const [index, slot] of slots.entries()) {
    if (placed.has(index)) continue;
    if (slot.kind === 'object') out.push({ kind: 'object', source: slot.source });
    if (slot.kind === 'pair') {
      out.unshift({ kind: 'open', source: slot.open, pair: slot.pair });
      out.push({ kind: 'close', source: slot.close, pair: slot.pair });
    }
  }
  return out;
}

/** Pairs that came back once, in order, and crossing no other. */
function soundPairs(text: string, slots: readonly Slot[]): ReadonlySet<number> {
  const sound = new Set<number>();
  const seen = new Set<string>();
  const open: number[] = [];
  for (const match of text.matchAll(TAG)) {
    const index = Number(match[2]) - 1;
    if (slots[index]?.kind !== 'pair') continue;
    if (seen.has(match[0])) return new Set();
    seen.add(match[0]);
    if (match[1] !== '/') open.push(index);
    else if (open.pop() === index) sound.add(index);
    else return new Set();
  }
  return sound;
}
