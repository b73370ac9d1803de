/** A stretch of text in one weight. */
export interface StyledRun {
  readonly text: string;
  readonly bold: boolean;
}

/** Text of which some words may be bold; neighbours of the same weight are one run, and none is empty. */
export type StyledText = readonly StyledRun[];

export function plainOf(styled: StyledText): string {
  return styled.map(({ text }) => text).join('');
}

export function concat(...parts: readonly StyledText[]): StyledText {
  const out: { text: string; bold: boolean }[] = [];
  for (const { text, bold } of parts.flat()) {
    const last = out.at(-1);
    if (text === '') continue;
    if (last?.bold === bold) last.text += text;
    else out.push({ text, bold });
  }
  return out;
}

/** As `String.slice`, for places that are not negative. */
export function slice(styled: StyledText, from: number, to: number): StyledText {
  const out: StyledRun[] = [];
  let at = 0;
  for (const { text, bold } of styled) {
    const part = text.slice(Math.max(0, from - at), Math.max(0, to - at));
    if (part !== '') out.push({ text: part, bold });
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
    for (let lacking = length; lacking > 0 && run < styled.length; ) {
      const { text = '', bold = false } = styled[run] ?? {};
      const part = text.slice(used, used + lacking);
      own.push({ text: part, bold });
      lacking -= part.length;
      used += part.length;
      if (used >= text.length) [run, used] = [run + 1, 0];
    }
    out.push(own);
  }
  return out;
}
