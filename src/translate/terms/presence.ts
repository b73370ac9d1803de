import { normalForm } from '../../base/normal-form.js';
import { fold } from './fold.js';

const SPACED_LETTER = /[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u;
const ENDING = /^(?:s|es|ed|d|ing|['’]s)(?![\p{L}\p{N}])/u;

/**
 * Whether a required target stands in a translation: width and case aside, and with the blanks that the model sets
 * between scripts ("API 参照" for "API参照") not counted. In spaced scripts it has to begin a word; an ending
 * ("cats" for "cat") may follow.
 */
export function containsTerm(translation: string, target: string): boolean {
  if (beginsWord(translation, target)) return true;
  if (/^[\p{Script=Latin}\p{N}\s\p{P}]+$/u.test(target))
    return beginsWord(folded(translation), folded(target));
  return comparable(translation).includes(comparable(target));
}

function folded(text: string): string {
  return fold(normalForm(text, 'NFC')).lower.replace(/\s+/gu, ' ');
}

/** Whether `target` stands in the text other than inside a word: "it" is not in "with". */
function beginsWord(text: string, target: string): boolean {
  for (let at = text.indexOf(target); at !== -1; at = text.indexOf(target, at + 1)) {
    const glued = SPACED_LETTER.test(text[at - 1] ?? '') && SPACED_LETTER.test(target[0] ?? '');
    const rest = text.slice(at + target.length);
    const runsOn =
      SPACED_LETTER.test(target.at(-1) ?? '') && SPACED_LETTER.test(rest[0] ?? '') && !ENDING.test(rest);
    if (!glued && !runsOn) return true;
  }
  return false;
}

function comparable(text: string): string {
  return fold(normalForm(text, 'NFC')).lower.replace(/\s+/gu, '');
}

/** Where a target stands in a translation, width, case and blanks aside; UTF-16 offsets. */
export function placeOfTerm(
  translation: string,
  target: string,
): { readonly start: number; readonly end: number } | undefined {
  const { lower, offsets } = fold(translation);
  const wanted = comparable(target);
  const kept: number[] = [];
  let squeezed = '';
  for (let unit = 0; unit < lower.length; unit += 1) {
    const character = lower[unit] ?? '';
    if (/\s/u.test(character)) continue;
    kept.push(unit);
    squeezed += character;
  }
  const found = squeezed.indexOf(wanted);
  if (found === -1) return undefined;
  const start = offsets[kept[found] ?? 0] ?? 0;
  const end = offsets[(kept[found + wanted.length - 1] ?? 0) + 1] ?? translation.length;
  return { start, end };
}

/**
 * Writes the target exactly as the list has it where the translation differs in width, case or blanks only. The first
 * letter of a sentence may stay large.
 */
export function spellTerm(translation: string, target: string): string {
  if (translation.includes(target)) return translation;
  const place = placeOfTerm(translation, target);
  if (place === undefined) return translation;
  const { start, end } = place;
  const current = translation.slice(start, end);
  const first = target[0] ?? '';
  const capitalised =
    start === 0 && /^\p{Lu}/u.test(current) && /^\p{Ll}/u.test(first) && target === target.toLowerCase();
  return (
    translation.slice(0, start) +
    (capitalised ? first.toUpperCase() + target.slice(1) : target) +
    translation.slice(end)
  );
}
