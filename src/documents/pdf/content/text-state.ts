import { type Operand, type Operation, written } from './content-stream.js';
import { common, type Extent } from './extent.js';
import { BLACK, colourAfter, type FillColour, isColourOperator } from './fill-colour.js';
import type { GlyphWidths } from './glyph-widths.js';
import { IDENTITY, type Matrix, matrixOf, multiply } from './matrix.js';

/** A string that is shown, and where it stands on the upright page. */
export interface ShownText {
  readonly x: number;
  readonly y: number;
  /** Where it ends. */
  readonly right: number;
  /** From left to right on the upright page. */
  readonly level: boolean;
  /** Of the font, on the upright page. */
  readonly size: number;
  readonly bold: boolean;
  /** Its letters lean, by their font or because they are drawn so. */
  readonly italic: boolean;
  readonly monospaced: boolean;
  /** Its letters are pictures. */
  readonly symbols: boolean;
  readonly colour: FillColour;
  /** Drawn with no ink: text that recognition laid behind a scanned picture. */
  readonly invisible: boolean;
  /** Outside of this nothing of it is seen. */
  readonly clip: Extent | undefined;
  /** Its stretches between gaps. */
  readonly stretches: readonly Stretch[];
  /** From text space to the upright page, without the place of the text. */
  readonly ctm: Matrix;
  /** What its operator does besides showing: moves to the next line, sets the spacing. */
  readonly moves: string;
  /** What moves the text position on as the string did, and shows nothing. */
  readonly skip: string;
  /** What puts the text position back, behind the string, after another text object was written. */
  readonly restore: string;
}

/** How far a string is seen: cells cut off what does not fit into them. */
export function seenRight(right: number, { x, clip }: Pick<ShownText, 'x' | 'clip'>): number {
  return clip === undefined || clip.right <= x ? right : Math.min(right, clip.right);
}

/** Part of a string without a gap that is wider than those between words. */
export interface Stretch {
  readonly x: number;
  readonly right: number;
  /** How many characters it shows, about: a ligature counts as one. */
  readonly characters: number;
}

/** A gap inside of a string that is read as a blank, and one that ends a stretch; in font sizes. */
const BLANK = 0.12;
const WIDE_GAP = 0.3;

/** How far to the right letters lean that are drawn italic, to their height. */
const LEANING = 0.1;

interface Graphics {
  ctm: Matrix;
  font: GlyphWidths | undefined;
  size: number;
  characterSpacing: number;
  wordSpacing: number;
  /** Horizontal scaling, 1 is none. */
  stretch: number;
  leading: number;
  rise: number;
  mode: number;
  colour: FillColour;
  clip: Extent | undefined;
}

/** Text position and state through the instructions of one content stream (PDF 1.7, 9.3 and 9.4). */
export class TextState {
  readonly #fontOf: (name: string) => GlyphWidths | undefined;
  readonly #stack: Graphics[] = [];
  #graphics: Graphics;
  #line: Matrix = IDENTITY;
  /** How far the strings since the last move reach, in text space. */
  #advance = 0;

  constructor(
    ctm: Matrix,
    fontOf: (name: string) => GlyphWidths | undefined,
    clip: Extent | undefined = undefined,
  ) {
    this.#fontOf = fontOf;
    this.#graphics = {
      ctm,
      font: undefined,
      size: 0,
      characterSpacing: 0,
      wordSpacing: 0,
      stretch: 1,
      leading: 0,
      rise: 0,
      mode: 0,
      colour: BLACK,
      clip,
    };
  }

  get ctm(): Matrix {
    return this.#graphics.ctm;
  }

  get colour(): FillColour {
    return this.#graphics.colour;
  }

  get clip(): Extent | undefined {
    return this.#graphics.clip;
  }

  /** From here on nothing is seen outside of an area, until the state is restored. */
  clipTo(area: Extent): void {
    this.#graphics.clip = common(this.#graphics.clip, area);
  }

  /** Follows one instruction; answers the string that it shows, if it shows one. */
  apply(operation: Operation): ShownText | undefined {
    const { operator, operands } = operation;
    if (isColourOperator(operator)) this.#graphics.colour = colourAfter(operation, this.#graphics.colour);
    const graphics = this.#graphics;
    const numbers = operands.flatMap((operand) => (operand.kind === 'number' ? [operand.value] : []));
    const [first = 0, second = 0] = numbers;
    switch (operator) {
      case 'q':
        if (this.#stack.length < 1000) this.#stack.push({ ...graphics });
        break;
      case 'Q':
        this.#graphics = this.#stack.pop() ?? graphics;
        break;
      case 'cm':
        graphics.ctm = multiply(matrixOf(numbers), graphics.ctm);
        break;
      case 'BT':
        this.#begin(IDENTITY);
        break;
      case 'Tm':
        this.#begin(matrixOf(numbers));
        break;
      case 'TD':
        graphics.leading = -second;
        this.#move(first, second);
        break;
      case 'Td':
        this.#move(first, second);
        break;
      case 'T*':
        this.#move(0, -graphics.leading);
        break;
      case 'Tf':
        graphics.font = this.#fontOf(operands[0]?.kind === 'name' ? operands[0].value : '');
        graphics.size = first;
        break;
      case 'Tc':
        graphics.characterSpacing = first;
        break;
      case 'Tw':
        graphics.wordSpacing = first;
        break;
      case 'Tz':
        graphics.stretch = first / 100;
        break;
      case 'TL':
        graphics.leading = first;
        break;
      case 'Ts':
        graphics.rise = first;
        break;
      case 'Tr':
        graphics.mode = first;
        break;
      case 'Tj':
      case 'TJ':
        return this.#show(operands[0], '');
      case "'":
        this.#move(0, -graphics.leading);
        return this.#show(operands[0], 'T* ');
      case '"':
        graphics.wordSpacing = first;
        graphics.characterSpacing = second;
        this.#move(0, -graphics.leading);
        return this.#show(operands[2], `${first} Tw ${second} Tc T* `);
    }
    return undefined;
  }

  #begin(line: Matrix): void {
    this.#line = line;
    this.#advance = 0;
  }

  #move(x: number, y: number): void {
    this.#begin(multiply([1, 0, 0, 1, x, y], this.#line));
  }

  /** @param moves what the operator does besides showing */
  #show(operand: Operand | undefined, moves: string): ShownText | undefined {
    const graphics = this.#graphics;
    const { font, size, rise, ctm, stretch } = graphics;
    const width = this.#widthOf(operand);
    const before = this.#advance;
    this.#advance += width;
    if (font === undefined || size === 0 || font.vertical) return undefined;
    const at = (advance: number) => multiply([1, 0, 0, 1, advance, rise], multiply(this.#line, ctm));
    const [start, end] = [at(before), at(this.#advance)];
    const skipOf = (advance: number) => `[${written((-advance / (size * stretch || 1)) * 1000)}] TJ`;
    return {
      x: start[4],
      y: start[5],
      right: end[4],
      level: Math.abs(start[1]) < Math.abs(start[0]) * 0.02 && start[0] * size > 0 && start[3] * size > 0,
      size: Math.hypot(start[2], start[3]) * Math.abs(size),
      bold: font.bold,
      italic: font.italic || start[2] > start[3] * LEANING,
      monospaced: font.monospaced,
      symbols: font.symbols,
      colour: graphics.colour,
      invisible: graphics.mode === 3,
      clip: graphics.clip,
      stretches: this.#stretches(operand).map(({ from, to, characters }) => ({
        x: at(before + from)[4],
        right: at(before + to)[4],
        characters,
      })),
      ctm,
      moves,
      skip: moves + skipOf(width),
      restore: `${this.#line.map(written).join(' ')} Tm ${skipOf(this.#advance)}`,
    };
  }

  /** Where the stretches of a string begin and end, in text space. */
  #stretches(operand: Operand | undefined): { from: number; to: number; characters: number }[] {
    const { size } = this.#graphics;
    const parts = operand?.kind === 'array' ? operand.items : operand === undefined ? [] : [operand];
    const stretches: { from: number; to: number; characters: number }[] = [];
    let at = 0;
    let gap = Number.POSITIVE_INFINITY;
    for (const part of parts) {
      const width = this.#widthOf(part);
      if (part.kind === 'string' && part.value !== '') {
        const last = stretches.at(-1);
        const characters = this.#graphics.font?.of(part.value).codes ?? 0;
        if (last === undefined || gap > WIDE_GAP * Math.abs(size)) {
          stretches.push({ from: at, to: at + width, characters });
        } else {
          last.characters += characters + (gap > BLANK * Math.abs(size) ? 1 : 0);
          last.to = at + width;
        }
        gap = 0;
      } else gap += width;
      at += width;
    }
    return stretches;
  }

  #widthOf(operand: Operand | undefined): number {
    const { font, size, characterSpacing, wordSpacing, stretch } = this.#graphics;
    if (operand?.kind === 'array') return operand.items.reduce((sum, item) => sum + this.#widthOf(item), 0);
    if (operand?.kind === 'number') return (-operand.value / 1000) * size * stretch;
    if (operand?.kind !== 'string' || font === undefined) return 0;
    const { width, codes, blanks } = font.of(operand.value);
    return (width * size + codes * characterSpacing + blanks * wordSpacing) * stretch;
  }
}
