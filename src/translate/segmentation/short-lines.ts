import type { ProtectedSpan } from '../pipeline-types.js';
import { unitsOf } from './clauses.js';
import type { Cut } from './cut.js';

/** Of a whole line (a CJK character, or three Latin letters): what people say in one breath. */
const SHORT_LINE_UNITS = 50;

/**
 * Lines of a few short sentences as one: "Found it. It was under the cat." is 找到了，在猫底下, and each of its sentences alone
 * says less than a model needs. Longer lines stay sentence by sentence.
 *
 * @param standsAlone whether a sentence of a line is none of the others
 */
export function withShortLines(
  cuts: readonly Cut[],
  standsAlone: (text: string) => boolean = () => false,
): readonly Cut[] {
  const out: Cut[] = [];
  let line: Cut[] = [];
  const flush = (): void => {
    out.push(...(isShortLine(line) && !line.some(({ text }) => standsAlone(text)) ? [joined(line)] : line));
    line = [];
  };
  for (const cut of cuts) {
    // Of two sentences without a separator between them one was cut for its length, or has something kept beside it.
    if (cut.kind === 'keep' || (cut.kind === 'sentence' && line.at(-1)?.kind === 'sentence')) flush();
    if (cut.kind === 'keep') out.push(cut);
    else line.push(cut);
  }
  flush();
  return out;
}

function isShortLine(line: readonly Cut[]): boolean {
  if (line.length < 3 || line[0]?.kind !== 'sentence' || line.at(-1)?.kind !== 'sentence') return false;
  return line.reduce((units, { text }) => units + unitsOf(text), 0) <= SHORT_LINE_UNITS;
}

function joined(line: readonly Cut[]): Cut {
  let text = '';
  const protectedSpans: ProtectedSpan[] = [];
  for (const cut of line) {
    if (cut.kind === 'sentence')
      for (const span of cut.protectedSpans)
        protectedSpans.push({ ...span, start: span.start + text.length, end: span.end + text.length });
    text += cut.text;
  }
  return { kind: 'sentence', text, protectedSpans };
}
