import type { TextStyle } from './text-style.js';

/** A stretch of text in one style. */
export interface StyledRun {
  readonly text: string;
  readonly style: TextStyle;
}

/** Text whose words may differ in style; neighbours of the same style are one run, and none is empty. */
export type StyledText = readonly StyledRun[];

export function plainOf(styled: StyledText): string {
  return styled.map(({ text }) => text).join('');
}

export function concat(...parts: readonly StyledText[]): StyledText {
  const out: { text: string; style: TextStyle }[] = [];
  for (const { text, style } of parts.flat()) {
    const last = out.at(-1);
    if (text === '') continue;
    if (last?.style === style) last.text += text;
    else out.push({ text, style });
  }
  return out;
}

/** As `String.slice`, for places that are not negative. */
export function slice(styled: StyledText, from: number, to: number): StyledText {
  const out: StyledRun[] = [];
  let at = 0;
  for (const { text, style } of styled) {
    const part = text.slice(Math.max(0, from - at), Math.max(0, to - at));
    if (part !== '') out.push({ text: part, style });
    at += text.length;
  }
  return out;
}

export function trimEnd(styled: StyledText): StyledText {
  return slice(styled, 0, plainOf(styled).trimEnd().length);
}

/** The parts of a text, cut where the parts of the same plain text are. */
export function cutLike(styled: StyledText, parts: readonly string[]): readonly StyledText[] {
  const out: StyledText[] = [];
  let run = 0;
  let used = 0;
  for (const { length } of parts) {
    const own: StyledRun[] = [];
    for (let lacking = length; lacking > 0; ) {
      const current = styled[run];
      if (current === undefined) break;
      const part = current.text.slice(used, used + lacking);
      own.push({ text: part, style: current.style });
      lacking -= part.length;
      used += part.length;
      if (used >= current.text.length) [run, used] = [run + 1, 0];
    }
    out.push(own);
  }
  return out;
}

/** Whether nearly all of a text, blanks apart, is of a kind. */
export function isMostly(styled: StyledText, is: (style: TextStyle) => boolean): boolean {
  let [all, such] = [0, 0];
  for (const { text, style } of styled) {
    const { length } = text.replace(/\s+/g, '');
    all += length;
    if (is(style)) such += length;
  }
  return all > 0 && such >= all * 0.95;
}
