import { type Lang, writesUnspaced } from '../../base/lang.js';
import type { TargetPart } from '../../model/model-port.js';
import { isUnspaced } from '../segmentation/spacing.js';
import type { Slot } from '../solve/draft.js';

const WORD = /[\p{L}\p{N}\p{M}]/u;
const AFTER_WHICH_A_BLANK = /[\p{L}\p{N}\p{M},.;:!?)\]”’]/u;

/** What went wrong with placeholders, or undefined. */
export function placeholderProblem(
  target: readonly TargetPart[],
  slots: readonly Slot[],
): string | undefined {
  const seen = new Map<number, number>();
  const open: number[] = [];
  for (const part of target) {
    if (part.kind !== 'placeholder') continue;
    seen.set(part.index, (seen.get(part.index) ?? 0) + 1);
    const kind = slots[part.index]?.kind;
    if (kind === 'open') open.push(part.index);
    else if (kind === 'close' && open.pop() !== openerOf(slots, part.index)) return 'tags out of order';
  }
  if (slots.some((_, index) => seen.get(index) !== 1)) return 'placeholder lost or doubled';
  return seen.size > slots.length ? 'placeholder invented' : undefined;
}

/** Index of the slot that the closing tag at `index` closes. */
function openerOf(slots: readonly Slot[], index: number): number | undefined {
  const open: number[] = [];
  for (const [at, slot] of slots.entries()) {
    if (slot.kind === 'open') open.push(at);
    if (slot.kind === 'close') {
      const opener = open.pop();
      if (at === index) return opener;
    }
  }
  return undefined;
}

/** Puts the protected text back, with the blanks that the target language wants around it. */
export function restore(target: readonly TargetPart[], slots: readonly Slot[], to: Lang): string {
  const unspaced = writesUnspaced(to);
  let out = '';
  let pending: Slot | undefined;
  for (const part of target) {
    if (part.kind === 'text') {
      out = pending === undefined ? out + part.text : out + afterSlot(pending, part.text, unspaced);
      if (part.text !== '') pending = undefined;
      continue;
    }
    const slot = slots[part.index];
    if (slot === undefined) continue;
    out = beforeSlot(out, slot, unspaced, pending) + slot.text;
    pending = slot;
  }
  return out.trim();
}

function beforeSlot(out: string, slot: Slot, unspaced: boolean, previous: Slot | undefined): string {
  const bare = out.trimEnd();
  if (slot.kind === 'close') return bare;
  if (unspaced) {
    const wanted = slot.kind === 'open' || isUnspaced([...slot.text][0] ?? '');
    return wanted && isUnspaced([...bare].at(-1) ?? '') ? bare : out;
  }
  if (out === '' || out !== bare || previous?.kind === 'open') return out;
  if (!slot.spaceBefore && wasGlued(slot)) return out;
  return AFTER_WHICH_A_BLANK.test([...out].at(-1) ?? '') && startsLikeWord(slot) ? `${out} ` : out;
}

function afterSlot(slot: Slot, text: string, unspaced: boolean): string {
  const bare = text.trimStart();
  if (slot.kind === 'open') return bare;
  const first = [...bare][0] ?? '';
  if (unspaced) {
    const wanted = slot.kind === 'close' || isUnspaced([...slot.text].at(-1) ?? '');
    return wanted && isUnspaced(first) ? bare : text;
  }
  if (text !== bare || bare === '' || wasGlued(slot)) return text;
  return WORD.test(first) ? ` ${text}` : text;
}

/** Template pieces such as `pre{0}fix` touch letters on purpose. */
function wasGlued(slot: Slot): boolean {
  return slot.kind === 'literal' && /^[{%$]/.test(slot.source) && !slot.spaceBefore && !slot.spaceAfter;
}

function startsLikeWord(slot: Slot): boolean {
  return slot.kind !== 'literal' || !/^[,.;:!?)\]]/.test(slot.text);
}
