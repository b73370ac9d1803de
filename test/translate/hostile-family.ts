/**
 * Inputs that find scanners which read the same characters again and again: every pair of these fragments, as repeated
 * pair, as two halves, and as a run with an end that disappoints.
 */
export const FRAGMENTS: readonly string[] = [
  ...['<', '>', 'a', '<b>', '</b>', '<a-', 'translate=no ', '</', '<!--', '<script>', '<code>', '&', '&amp;'],
  ...['`', '``', '```\n', '~~~', '*', '**', '_', '[', '](', '|', '#', '-', '=', '+', '・'],
  ...['.', '。', '!', '(', ')', '「', '」', '"', "'", ',', ':', ';', ' ', '\n', '\t', '\u3000'],
  ...['{', '{a,', '}', '{{', '%', '${', '/', 'a/', './', '\\', 'C:\\', '@', 'a@', 'http://', 'www.', 'x.js'],
  ...['1', '1,', '1.', 'A', 'é', 'あ', '漢', '令和', '\u0301', '\u0316', 'ﾞ', '😀', '\u200D', '🇯', '①'],
];

export interface HostileInput {
  readonly name: string;
  /** A text of about so many UTF-16 units. */
  make(length: number): string;
}

export function* hostileFamily(fragments: readonly string[] = FRAGMENTS): Generator<HostileInput> {
  const run = (fragment: string, length: number) => fragment.repeat(Math.ceil(length / fragment.length));
  for (const first of fragments) {
    for (const second of fragments) {
      const name = `${JSON.stringify(first)} and ${JSON.stringify(second)}`;
      yield { name: `${name}, in turn`, make: (length) => run(first + second, length) };
      if (first === second) continue;
      yield {
        name: `${name}, in halves`,
        make: (length) => run(first, length / 2) + run(second, length / 2),
      };
      yield { name: `${name}, once at the end`, make: (length) => run(first, length) + second };
    }
  }
}
