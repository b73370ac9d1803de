import { fold } from './fold.js';

/**
 * Whether a required target stands in a translation: width and case aside, and with the blanks that the model sets
 * between scripts ("API 参照" for "API参照") not counted.
 */
export function containsTerm(translation: string, target: string): boolean {
  if (translation.includes(target)) return true;
  return comparable(translation).includes(comparable(target));
}

function comparable(text: string): string {
  return fold(text.normalize('NFC')).lower.replace(/\s+/gu, '');
}

/**
 * Writes the target exactly as the list has it where the translation differs in width, case or blanks only. The first
 * letter of a sentence may stay large.
 */
export function spellTerm(translation: string, target: string): string {
  if (translation.includes(target)) return translation;
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
  if (found === -1) return translation;
  const start = offsets[kept[found] ?? 0] ?? 0;
  const end = offsets[(kept[found + wanted.length - 1] ?? 0) + 1] ?? translation.length;
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
