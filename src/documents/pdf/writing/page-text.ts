import type { PDFRef } from '@cantoo/pdf-lib';
import { written } from '../content/content-stream.js';
import { around, type Extent, holds } from '../content/extent.js';
import { BLACK, namesResource } from '../content/fill-colour.js';
import { invert, type Matrix } from '../content/matrix.js';
import type { PaintedPath } from '../content/painted-path.js';
import type { PageVisitor } from '../content/rewrite-page.js';
import type { ShownText } from '../content/text-state.js';
import { ruleKey, type TextMark } from '../reading/text-marks.js';
import { hexCode } from './embed-face.js';
import type { Faces } from './faces.js';
import type { ParagraphIndex } from './paragraph-index.js';
import type { PlacedRun } from './placed-runs.js';

/** Lines under and through words, from the baseline, and how thick they are; in font sizes. */
const UNDERLINE = -0.13;
const STRIKE = 0.28;
const THICKNESS = 0.06;

/** How far italic letters lean to the right, to their height: twelve degrees, as in most italic fonts. */
const LEAN = 0.21;

/** Points that letters may reach over the edge of what is seen. */
const CLIP_SLACK = 1;

export interface PageTexts {
  /** From the coordinates of the page to the upright page. */
  readonly upright: Matrix;
  readonly index: ParagraphIndex;
  /** What is written, by the number of its paragraph. */
  readonly texts: ReadonlyMap<number, readonly PlacedRun[]>;
  /** Lines under and through words, by the rules that draw them. */
  readonly marks: ReadonlyMap<string, TextMark>;
}

/** Takes the strings of paragraphs out, and writes each paragraph anew in the place and order of its first. */
export class ParagraphWriter implements PageVisitor {
  readonly #page: PageTexts;
  readonly #open: Map<number, readonly PlacedRun[]>;
  readonly #faces: Faces;
  readonly #references: (name: string) => PDFRef;
  readonly #fonts = new Map<string, PDFRef>();
  readonly #unclipped: string[] = [];

  constructor(page: PageTexts, faces: Faces, references: (name: string) => PDFRef) {
    this.#page = page;
    this.#open = new Map(page.texts);
    this.#faces = faces;
    this.#references = references;
  }

  show(text: ShownText, scope: number): string | undefined {
    const { index, texts } = this.#page;
    const paragraphs = index.of(text).filter((paragraph) => texts.has(paragraph));
    if (paragraphs.length === 0) return undefined;
    const fresh = paragraphs.map((paragraph) => {
      const runs = this.#open.get(paragraph);
      this.#open.delete(paragraph);
      if (runs === undefined) return '';
      if (text.clip === undefined || holds(text.clip, extentOf(runs), CLIP_SLACK)) {
        return this.#written(runs, text, scope);
      }
      // Drawings cut off what is around their text; a longer one is written on the page itself, after everything else.
      const { upright } = this.#page;
      const colour = scope === 0 && !namesResource(text.colour) ? text.colour : BLACK;
      this.#unclipped.push(this.#written(runs, { ctm: upright, colour }, 0));
      return '';
    });
    const drawn = fresh.join('');
    // The graphics state, of which font and spacing are parts, is kept for the strings that follow.
    return drawn === '' ? text.skip : `${text.moves}ET ${drawn} BT ${text.restore}`;
  }

  /** Lines under and through words that are written anew are drawn with them. */
  paint({ lines, areas, plain }: PaintedPath): boolean {
    const { index, texts, marks } = this.#page;
    const rules = [...lines, ...areas];
    return (
      plain &&
      rules.length > 0 &&
      rules.every((rule) => {
        const mark = marks.get(ruleKey(rule));
        return mark !== undefined && index.at(mark).some((paragraph) => texts.has(paragraph));
      })
    );
  }

  fonts(): ReadonlyMap<string, PDFRef> {
    return this.#fonts;
  }

  /** What has to be written behind the content of the page, which leaves its state as it was. */
  get unclipped(): string {
    return this.#unclipped.join(' ');
  }

  #written(
    runs: readonly PlacedRun[],
    { ctm, colour }: Pick<ShownText, 'ctm' | 'colour'>,
    scope: number,
  ): string {
    const back = invert(ctm);
    if (back === undefined) return '';
    const colourOf = ({ style }: PlacedRun): string =>
      style.colour === '' || (style.scope ?? scope) !== scope ? colour.source : style.colour;
    let current = '';
    const colouring = (run: PlacedRun): string => {
      const next = colourOf(run);
      if (next === current) return '';
      current = next;
      return `${next} `;
    };
    const words = runs.map((run, at) => {
      const isPlaced = run.isFirst || run.style.italic || runs[at - 1]?.style.italic === true;
      const lean = run.style.italic ? LEAN : 0;
      const place = isPlaced ? `1 0 ${lean} 1 ${written(run.x)} ${written(run.y)} Tm ` : '';
      const parts = this.#faces.runs([run]).map(({ face, text }) => {
        this.#fonts.set(face.name, this.#references(face.name));
        const codes = [...text].map((character) => hexCode(face.use(character)));
        return `/${face.name} ${written(run.size)} Tf <${codes.join('')}> Tj `;
      });
      return `${place}${colouring(run)}${parts.join('')}`;
    });
    const lines = runs.flatMap((run) => {
      const heights = [...(run.style.underlined ? [UNDERLINE] : []), ...(run.style.struck ? [STRIKE] : [])];
      return heights.map((height) => {
        const [x, y] = [run.x, run.y + height * run.size];
        const area = [x, y, run.right - x, run.size * THICKNESS].map(written).join(' ');
        return `${colouring(run)}${area} re f `;
      });
    });
    const matrix = back.map((value) => Number(value.toFixed(8))).join(' ');
    // Whatever state the string was drawn in, even without ink: its translation is seen.
    return `q ${matrix} cm BT 0 Tc 0 Tw ${written((runs[0]?.stretch ?? 1) * 100)} Tz 0 Ts 0 Tr ${words.join('')}ET ${lines.join('')}Q`;
  }
}

function extentOf(runs: readonly PlacedRun[]): Extent {
  return runs
    .map(({ x, right, y, size }) => ({ left: x, right, top: y + size * 0.8, bottom: y - size * 0.2 }))
    .reduce(around);
}
