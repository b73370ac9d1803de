import { type Lang, writesFullWidth } from '../base/lang.js';
import { joinParts, partsOf } from './stand-ins.js';
import type { TargetPart } from './target-part.js';

type Family = 'quote' | 'title' | 'round' | 'square';

/** Opening mark, closing mark, family. ‘’ is left alone, because ’ is an apostrophe as well. */
const PAIRS: readonly (readonly [string, string, Family])[] = [
  ['“', '”', 'quote'],
  ['「', '」', 'quote'],
  ['『', '』', 'quote'],
  ['《', '》', 'title'],
  ['〈', '〉', 'title'],
  ['(', ')', 'round'],
  ['（', '）', 'round'],
  ['[', ']', 'square'],
  ['【', '】', 'square'],
];
const OPENING: ReadonlyMap<string, Family> = new Map(PAIRS.map(([open, , family]) => [open, family]));
const CLOSING: ReadonlyMap<string, Family> = new Map(PAIRS.map(([, close, family]) => [close, family]));
const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;
const FINAL_MARKS = /[。.!?！？…]+$/u;

interface PairedMarks {
  readonly target: readonly TargetPart[];
  /** Whether a mark had no partner and was given one, or was taken out. */
  readonly repaired: boolean;
}

interface Open {
  readonly at: number;
  readonly mark: string;
  readonly family: Family;
  /** Whether a quotation is open around it. */
  readonly inner: boolean;
}

interface MarkPair {
  readonly open: number;
  readonly close: number;
  readonly inner: boolean;
}

/**
 * Quotation marks and brackets of a translation in pairs, and as the target language writes them. A source whose own
 * marks are not in pairs (a list "a)", a smiley) is no model for the translation, which then stays as it is.
 */
export function withPairedMarks(target: readonly TargetPart[], source: string, to: Lang): PairedMarks {
  const text = joinParts(target);
  if (!/["“”「」『』《》〈〉()（）[\]【】]/u.test(text)) return { target, repaired: false };
  const { pairs, alone } = pairUp(text);
  const characters = [...text];
  for (const { open, close, inner } of pairs) {
    const [left, right] = localPair(characters, open, close, to, inner);
    characters[open] = left;
    characters[close] = right;
  }
  const isBroken = alone.length > 0 && pairUp(source).alone.length === 0;
  if (isBroken) {
    for (const { at, mark } of alone) {
      const closing = PAIRS.find(([open]) => open === mark)?.[1];
      // An opening mark is closed where the sentence ends; anything else is taken out.
      if (closing === undefined) characters[at] = '';
      else closeAtEnd(characters, closing);
    }
  }
  return { target: partsOf(characters.join('')), repaired: isBroken };
}

function isQuote(mark: string): boolean {
  return mark === '"' || OPENING.get(mark) === 'quote';
}

/** Offsets (in characters) of the marks that belong together, and those that have no partner. */
function pairUp(text: string): { readonly pairs: readonly MarkPair[]; readonly alone: readonly Open[] } {
  const pairs: MarkPair[] = [];
  const alone: Open[] = [];
  const open: Open[] = [];
  let quotes = 0;
  let straight = false;
  let before = '';
  const closed = (): Open | undefined => {
    const last = open.pop();
    if (last !== undefined && isQuote(last.mark)) quotes -= 1;
    if (last?.mark === '"') straight = false;
    return last;
  };
  for (const [at, mark] of [...text].entries()) {
    const family = mark === '"' ? 'quote' : (OPENING.get(mark) ?? CLOSING.get(mark));
    const isMeasure = mark === '"' && !straight && /\d/.test(before);
    before = mark;
    if (family === undefined || isMeasure) continue;
    if (mark === '"' ? !straight : OPENING.has(mark)) {
      open.push({ at, mark, family, inner: quotes > 0 });
      if (family === 'quote') quotes += 1;
      if (mark === '"') straight = true;
      continue;
    }
    const hasPartner = open.some((it) => (mark === '"' ? it.mark === '"' : it.family === family));
    if (!hasPartner) alone.push({ at, mark, family, inner: false });
    for (let last = hasPartner ? closed() : undefined; last !== undefined; last = closed()) {
      if (mark === '"' ? last.mark === '"' : last.family === family) {
        pairs.push({ open: last.at, close: at, inner: last.inner });
        break;
      }
      alone.push(last);
    }
  }
  return { pairs, alone: [...alone, ...open] };
}

function localPair(
  characters: readonly string[],
  open: number,
  close: number,
  to: Lang,
  inner: boolean,
): readonly [string, string] {
  const [left, right] = [characters[open] ?? '', characters[close] ?? ''];
  const isTitle = OPENING.get(left) === 'title';
  if (!isQuote(left) && !isTitle) return [left, right];
  if (!writesFullWidth(to)) return /[「『《〈]/u.test(left) ? ['"', '"'] : [left, right];
  // "true" and other words of code keep their marks.
  if (left === '"' && !EAST_ASIAN.test(characters.slice(open + 1, close).join(''))) return [left, right];
  if (to === 'zh-CN') return isTitle ? [left, right] : inner ? ['‘', '’'] : ['“', '”'];
  if (to === 'ja' && isTitle) return ['『', '』'];
  return isTitle || (left === '『' && !inner) ? [left, right] : inner ? ['『', '』'] : ['「', '」'];
}

function closeAtEnd(characters: string[], mark: string): void {
  const text = characters.join('');
  const final = FINAL_MARKS.exec(text)?.[0] ?? '';
  characters.splice(characters.length - [...final].length, 0, mark);
}
