/** How words are drawn, as far as it moves with them. */
export interface TextStyle {
  readonly bold: boolean;
  readonly italic: boolean;
  /** In a font whose characters are all of one width. */
  readonly monospaced: boolean;
  /** The letters of its font are pictures: boxes, ticks, arrows. */
  readonly symbols: boolean;
  /** The instructions that set the colour; empty for that of the words around. */
  readonly colour: string;
  /** Where the colour names a resource, the drawing whose resources are meant: 0 is the page, then its forms in order. */
  readonly scope: number | undefined;
  readonly underlined: boolean;
  readonly struck: boolean;
  /** Number of the link among the annotations of the page. */
  readonly link: number | undefined;
}

export const PLAIN: TextStyle = {
  bold: false,
  italic: false,
  monospaced: false,
  symbols: false,
  colour: '',
  scope: undefined,
  underlined: false,
  struck: false,
  link: undefined,
};

/** The styles of a document: equal styles are one object and have one number. */
export class TextStyles {
  readonly #numbers = new Map<string, number>();
  readonly #styles: TextStyle[] = [];

  constructor() {
    this.of(PLAIN);
  }

  of(style: TextStyle): TextStyle {
    return this.at(this.number(style));
  }

  number(style: TextStyle): number {
    const { bold, italic, monospaced, symbols, colour, scope, underlined, struck, link } = style;
    const key = [bold, italic, monospaced, symbols, underlined, struck, link, scope, colour].join('|');
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.#styles.length);
    return this.#styles.push(style) - 1;
  }

  at(number: number): TextStyle {
    return this.#styles[number] ?? PLAIN;
  }
}
