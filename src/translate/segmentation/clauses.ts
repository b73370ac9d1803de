import { isUnspaced } from './spacing.js';
import type { Stretch } from './stretch.js';

/** Sentences longer than this many units (a CJK character, or three Latin letters) are cut at clause marks. */
export const MAX_UNITS = 180;
const CLAUSE_END = new Set('、，,；;：:）)」』”—–');

/** Adds a stretch without the white space at its ends; nothing where that is all it has. */
export function pushTrimmed(sentences: Stretch[], text: string, start: number, end: number): void {
  let from = start;
  let to = end;
  while (from < to && /\s/u.test(text[from] ?? '')) from += 1;
  while (to > from && /\s/u.test(text[to - 1] ?? '')) to -= 1;
  if (to > from) sentences.push({ start: from, end: to });
}

/** Length as the model feels it. */
export function unitsOf(text: string): number {
  let units = 0;
  for (const character of text) units += isUnspaced(character) ? 1 : 1 / 3;
  return units;
}

export function isShort(text: string, { start, end }: Stretch): boolean {
  return end - start <= MAX_UNITS || unitsOf(text.slice(start, end)) <= MAX_UNITS;
}

/** One flag per offset: 1 where a cut would fall inside one of the spans. */
export function insideOf(spans: readonly Stretch[], length: number): Uint8Array {
  const blocked = new Uint8Array(length + 1);
  for (const { start, end } of spans) blocked.fill(1, Math.max(0, start + 1), Math.max(0, end));
  return blocked;
}

/**
 * Halves an over-long sentence at the clause mark, else the blank, else the character nearest its middle, until the
 * pieces are short enough.
 */
export function cutLong(text: string, sentence: Stretch, blocked: Uint8Array): Stretch[] {
  if (isShort(text, sentence)) return [sentence];
  const cut = bestCut(text, sentence, blocked);
  if (cut === undefined) return [sentence];
  const halves: Stretch[] = [];
  pushTrimmed(halves, text, sentence.start, cut);
  pushTrimmed(halves, text, cut, sentence.end);
  return halves.length < 2 ? [sentence] : halves.flatMap((half) => cutLong(text, half, blocked));
}

/** The best place to cut a sentence in two outside the spans, or undefined when it has none. */
export function clauseCut(text: string, sentence: Stretch, spans: readonly Stretch[]): number | undefined {
  return bestCut(text, sentence, insideOf(spans, text.length));
}

function bestCut(text: string, { start, end }: Stretch, blocked: Uint8Array): number | undefined {
  const middle = (start + end) / 2;
  let best: { readonly at: number; readonly cost: number } | undefined;
  for (let at = start + 1; at < end; at += 1) {
    if (blocked[at] === 1 || isInsideCharacter(text, at)) continue;
    const before = text[at - 1] ?? '';
    const clause = CLAUSE_END.has(before) && !/\d/.test(text[at] ?? '');
    const blank = /\s/u.test(before);
    // A clause mark far from the middle still beats a blank near it; a bare character is the last resort.
    const rank = clause ? 0 : blank ? 0.6 : 3;
    const cost = Math.abs(at - middle) / (end - start) + rank;
    if (best === undefined || cost < best.cost) best = { at, cost };
  }
  return best?.at;
}

/** Between the halves of a surrogate pair, or before a combining mark. */
function isInsideCharacter(text: string, at: number): boolean {
  const unit = text.charCodeAt(at);
  if (unit < 0x300) return false;
  return isLowSurrogate(unit) || /^(?:\p{M}|\u200D|\uFE0F)/u.test(text[at] ?? '');
}

function isLowSurrogate(unit: number): boolean {
  return unit >= 0xdc00 && unit <= 0xdfff;
}
