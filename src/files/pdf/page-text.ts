import type { PDFRef } from '@cantoo/pdf-lib';
import { hexCode } from './embed-face.js';
import type { Faces } from './faces.js';
import { invert, multiply } from './matrix.js';
import type { PdfParagraph, TextLine } from './paragraphs.js';
import type { TextVisitor } from './rewrite-text.js';
import { type ShownText, written } from './text-state.js';
import type { TypesetText } from './typeset.js';

/** Points between the rows in which the lines of a page are looked up. */
const ROW = 4;

/** Finds the paragraphs of a page that a string belongs to. */
export class ParagraphIndex {
  readonly #rows = new Map<number, { readonly line: TextLine; readonly paragraph: number }[]>();

  constructor(paragraphs: readonly PdfParagraph[]) {
    for (const [paragraph, { lines }] of paragraphs.entries()) {
      for (const line of lines) {
        const row = Math.round(line.y / ROW);
        const known = this.#rows.get(row) ?? [];
        if (known.length === 0) this.#rows.set(row, known);
        known.push({ line, paragraph });
      }
    }
  }

  /** A string may reach over several cells of a row. */
  of(text: ShownText): readonly number[] {
    if (!text.level) return [];
    const found: number[] = [];
    const row = Math.round(text.y / ROW);
    for (let near = row - 3; near <= row + 3; near += 1) {
      for (const { line, paragraph } of this.#rows.get(near) ?? []) {
        const slack = line.size * 0.25;
        const touches = text.x < line.right - slack && Math.max(text.right, text.x + slack) > line.x + slack;
        const begins = Math.abs(text.x - line.x) < slack;
        if (Math.abs(line.y - text.y) < line.size * 0.5 && (touches || begins)) found.push(paragraph);
      }
    }
    return found;
  }
}

/**
 * Which paragraphs have to be written anew: those that are translated, and those that share a string with one, because a
 * string goes or stays as a whole. First all strings of the page are heard, then it is known.
 */
export class SharedStrings implements TextVisitor {
  readonly #index: ParagraphIndex;
  readonly #together: number[];

  constructor(index: ParagraphIndex, paragraphs: number) {
    this.#index = index;
    this.#together = Array.from({ length: paragraphs }, (_, own) => own);
  }

  show(text: ShownText): undefined {
    const [first, ...others] = this.#index.of(text);
    if (first === undefined) return;
    for (const other of others) this.#together[this.#rootOf(other)] = this.#rootOf(first);
  }

  fonts(): ReadonlyMap<string, PDFRef> {
    return new Map();
  }

  /** @param translated numbers of paragraphs */
  withOthers(translated: Iterable<number>): ReadonlySet<number> {
    const roots = new Set([...translated].map((paragraph) => this.#rootOf(paragraph)));
    return new Set([...this.#together.keys()].filter((paragraph) => roots.has(this.#rootOf(paragraph))));
  }

  #rootOf(paragraph: number): number {
    let root = paragraph;
    for (let next = this.#together[root]; next !== undefined && next !== root; next = this.#together[root]) {
      this.#together[root] = this.#together[next] ?? next;
      root = next;
    }
    return root;
  }
}

/** Takes the strings of paragraphs out, and writes each paragraph anew in the place, colour and order of its first. */
export class ParagraphWriter implements TextVisitor {
  readonly #index: ParagraphIndex;
  readonly #open: Map<number, TypesetText>;
  readonly #replaced: ReadonlySet<number>;
  readonly #faces: Faces;
  readonly #references: (name: string) => PDFRef;
  readonly #fonts = new Map<string, PDFRef>();

  /** @param texts what is written, by the number of its paragraph */
  constructor(
    index: ParagraphIndex,
    texts: ReadonlyMap<number, TypesetText>,
    faces: Faces,
    references: (name: string) => PDFRef,
  ) {
    this.#index = index;
    this.#open = new Map(texts);
    this.#replaced = new Set(texts.keys());
    this.#faces = faces;
    this.#references = references;
  }

  show(text: ShownText): string | undefined {
    const paragraphs = this.#index.of(text).filter((paragraph) => this.#replaced.has(paragraph));
    if (paragraphs.length === 0) return undefined;
    const fresh = paragraphs.map((paragraph) => {
      const typeset = this.#open.get(paragraph);
      this.#open.delete(paragraph);
      return typeset === undefined ? '' : this.#written(typeset, text);
    });
    const drawn = fresh.join('');
    // The graphics state, of which font and spacing are parts, is kept for the strings that follow.
    return drawn === '' ? text.skip : `${text.moves}ET q ${drawn}Q BT ${text.restore}`;
  }

  fonts(): ReadonlyMap<string, PDFRef> {
    return this.#fonts;
  }

  #written({ lines, size }: TypesetText, { ctm }: ShownText): string {
    const back = invert(ctm);
    if (back === undefined) return '';
    const parts = lines.map(({ text, x, y }) => {
      const place = multiply([1, 0, 0, 1, x, y], back).map(written).join(' ');
      const runs = this.#faces.runs(text).map(({ face, text: words }) => {
        this.#fonts.set(face.name, this.#references(face.name));
        const codes = [...words].map((character) => hexCode(face.use(character)));
        return `/${face.name} ${written(size)} Tf <${codes.join('')}> Tj`;
      });
      return `${place} Tm ${runs.join(' ')}`;
    });
    return `BT 0 Tc 0 Tw 100 Tz 0 Ts ${parts.join(' ')} ET `;
  }
}
