/**
 * What a paragraph is made of. `style` numbers the formatting of a text: 0 and up, each format knows what they mean.
 * A `break` ends a sentence (a tab, a page break); an `object` is kept as it is inside one (a footnote mark, a field).
 * `open` and `close` stand around something that has to stay together (a link).
 */
export type InlineToken =
  | TextToken
  | { readonly kind: 'object'; readonly source: string }
  | { readonly kind: 'break'; readonly source: string }
  | { readonly kind: 'open'; readonly source: string; readonly pair: number }
  | { readonly kind: 'close'; readonly source: string; readonly pair: number };

export interface TextToken {
  readonly kind: 'text';
  readonly text: string;
  readonly style: number;
  /** Above or below the line: such letters are no part of the word beside them. */
  readonly raised?: boolean;
}
