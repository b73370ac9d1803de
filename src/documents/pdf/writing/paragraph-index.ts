import type { PDFRef } from '@cantoo/pdf-lib';
import type { PageVisitor } from '../content/rewrite-page.js';
import { type ShownText, seenRight } from '../content/text-state.js';
import type { PdfParagraph } from '../reading/paragraphs.js';
import { RowIndex } from '../reading/row-index.js';

interface IndexedLine {
  readonly x: number;
  readonly right: number;
  readonly y: number;
  readonly size: number;
  readonly paragraph: number;
}

/** A stretch of a line on the upright page. */
type Place = Pick<ShownText, 'x' | 'right' | 'y'>;

/** Finds the paragraphs of a page that a string belongs to. */
export class ParagraphIndex {
  readonly #lines = new RowIndex<IndexedLine>();

  constructor(paragraphs: readonly PdfParagraph[]) {
    for (const [paragraph, { lines }] of paragraphs.entries()) {
      for (const { x, right, y, size } of lines) this.#lines.add({ x, right, y, size, paragraph });
    }
  }

  /** A string may reach over several cells of a row. What is turned or invisible belongs to none. */
  of(text: ShownText): readonly number[] {
    return text.level && !text.invisible ? this.at({ ...text, right: seenRight(text.right, text) }) : [];
  }

  at({ x, right, y }: Place): readonly number[] {
    return this.#lines
      .find({ x, right: Math.max(right, x), y })
      .filter((line) => {
        const slack = line.size * 0.25;
        const touches = x < line.right - slack && Math.max(right, x + slack) > line.x + slack;
        const begins = Math.abs(x - line.x) < slack;
        return Math.abs(line.y - y) < line.size * 0.5 && (touches || begins);
      })
      .map(({ paragraph }) => paragraph);
  }
}

/**
 * Which paragraphs have to be written anew: those that are translated, and those that share a string with one, because a
 * string goes or stays as a whole. First all strings of the page are heard, then it is known.
 */
export class SharedStrings implements PageVisitor {
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

  /**
   * Those that are translated with all that share strings with them, as far as all of them can be written.
   * @param translated numbers of paragraphs
   */
  withOthers(translated: Iterable<number>, canWrite: (paragraph: number) => boolean): ReadonlySet<number> {
    const roots = new Set([...translated].map((paragraph) => this.#rootOf(paragraph)));
    const all = [...this.#together.keys()].filter((paragraph) => roots.has(this.#rootOf(paragraph)));
    const barred = new Set(all.filter((paragraph) => !canWrite(paragraph)).map((own) => this.#rootOf(own)));
    return new Set(all.filter((paragraph) => !barred.has(this.#rootOf(paragraph))));
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
