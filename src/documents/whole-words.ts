import type { InlineToken } from './inline-token.js';

/** Letters of scripts that write words apart. */
const LETTER = /[\p{Lu}\p{Ll}\p{M}]/u;
/** More letters in a row are no word. */
const LONGEST_WORD = 60;

/** A word whose letters differ in style ("F" and "air") has the style of most of them: in two parts nobody can translate it. */
export function withWholeWords(tokens: readonly InlineToken[]): InlineToken[] {
  const out: InlineToken[] = [];
  for (const next of tokens) {
    const last = out.at(-1);
    if (last?.kind !== 'text' || next.kind !== 'text' || last.raised || next.raised) {
      out.push(next);
      continue;
    }
    const [end, start] = [lettersBefore(last.text), lettersAfter(next.text)];
    const isCut = end > 0 && start > 0 && end + start <= LONGEST_WORD;
    // How many letters change their text: backwards where there are fewer before the cut.
    const moved = !isCut ? 0 : end > start ? start : -end;
    const whole = last.text + next.text;
    const cut = last.text.length + moved;
    out[out.length - 1] = { ...last, text: whole.slice(0, cut) };
    if (cut === 0) out.pop();
    if (cut < whole.length) out.push({ ...next, text: whole.slice(cut) });
  }
  return out;
}

function lettersBefore(text: string): number {
  let count = 0;
  while (count <= LONGEST_WORD && LETTER.test(text[text.length - 1 - count] ?? '')) count += 1;
  return count;
}

function lettersAfter(text: string): number {
  let count = 0;
  while (count <= LONGEST_WORD && LETTER.test(text[count] ?? '')) count += 1;
  return count;
}
