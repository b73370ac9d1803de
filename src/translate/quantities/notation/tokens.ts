/** A word, a figure or a mark of English text. */
export interface Token {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'word' | 'figure' | 'mark';
  /** Whether white space stands before it. */
  readonly apart: boolean;
}

const FULL_WIDTH = /[！-～]/g;

/** Full-width forms as half-width ones, offset by offset. */
export function narrow(text: string): string {
  return text
    .replace(FULL_WIDTH, (character) => String.fromCharCode(character.charCodeAt(0) - 0xfee0))
    .replaceAll('￥', '¥');
}

const TOKEN =
  /(\s+)|(\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d{1,3},(?![12]\d{3}(?!\d))\d{4,}|\d+(?:\.\d+)?|(?<![\w.])\.\d+)|([A-Za-z]+)|([\s\S])/g;

/** Cuts a text in one pass; white space is only remembered. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  let apart = true;
  for (const match of narrow(text).matchAll(TOKEN)) {
    if (match[1] !== undefined) {
      apart = true;
      continue;
    }
    const [whole] = match;
    tokens.push({
      text: whole,
      lower: whole.toLowerCase(),
      start: match.index,
      end: match.index + whole.length,
      kind: match[2] !== undefined ? 'figure' : match[3] !== undefined ? 'word' : 'mark',
      apart,
    });
    apart = false;
  }
  return tokens;
}
