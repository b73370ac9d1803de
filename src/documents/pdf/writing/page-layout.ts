import { around, type Extent } from '../content/extent.js';
import type { PageWalls } from '../reading/page-walls.js';
import type { PdfParagraph } from '../reading/paragraphs.js';
import type { TextLine } from '../reading/text-lines.js';
import type { TextBox } from './typeset.js';

/** From the baseline up and down, in font sizes. */
const ASCENT = 0.9;
const DESCENT = 0.25;
/** Between the baselines of a text that had only one line. */
const USUAL_PITCH = 1.25;
/** Points by which two places may differ and look the same. */
const SAME_PLACE = 3;
/** Points between a text and a rule beside it. */
const PADDING = 2;
/** Paragraphs of one page whose neighbours are looked for; a page of more is a drawing, and each keeps to its own place. */
const MOST_NEIGHBOURS = 3000;

/** What text may not be set over, beside other text. */
export interface PageFurniture {
  readonly width: number;
  readonly walls: PageWalls;
  readonly pictures: readonly Extent[];
}

/**
 * The room of each paragraph of a page. A translation is often longer than its source: a single line may reach to the next
 * text, picture or rule on its right, or to the margin, and a paragraph down to the next of them below it.
 */
export function textBoxes(paragraphs: readonly PdfParagraph[], furniture: PageFurniture): readonly TextBox[] {
  const { width: pageWidth, walls, pictures } = furniture;
  const extents = paragraphs.map(({ lines }) => extentOf(lines));
  const page = extents.reduce(around, {
    left: pageWidth,
    right: 0,
    top: 0,
    bottom: Number.POSITIVE_INFINITY,
  });
  const seen = extents.length + pictures.length > MOST_NEIGHBOURS ? [] : [...extents, ...pictures];
  return paragraphs.map((paragraph, index) => {
    const own = extents[index] ?? page;
    return boxOf(paragraph, own, page, seen, walls.roomAround(own), pageWidth);
  });
}

function extentOf(lines: readonly TextLine[]): Extent {
  return lines
    .map(({ x, right, y, size }) => ({ left: x, right, top: y + size * ASCENT, bottom: y - size * DESCENT }))
    .reduce(around);
}

function boxOf(
  { lines, size }: PdfParagraph,
  own: Extent,
  page: Extent,
  others: readonly Extent[],
  walls: Extent,
  pageWidth: number,
): TextBox {
  const beside = others.filter((other) => other !== own && other.top > own.bottom && other.bottom < own.top);
  const cell = walls.right - walls.left < pageWidth ? walls : undefined;
  const edge = cell === undefined ? Math.min(page.right, walls.right - PADDING) : cell.right - PADDING;
  const free = {
    left: beside.reduce(
      (most, other) => (other.right <= own.left + 1 ? Math.max(most, other.right + size / 2) : most),
      Math.max(page.left, walls.left + PADDING),
    ),
    right: beside.reduce(
      (least, other) => (other.left >= own.right - 1 ? Math.min(least, other.left - size / 2) : least),
      edge,
    ),
  };
  const align = alignmentOf(lines, own, page, cell, pageWidth);
  const place = sides(align, own, free, lines.length > 1 && cell === undefined);
  const below = others.reduce(
    (highest, other) =>
      other !== own && other.top <= own.bottom + size * DESCENT && overlaps(other, place)
        ? Math.max(highest, other.top + size * DESCENT)
        : highest,
    Math.max(page.bottom, walls.bottom) + size * DESCENT,
  );
  const [first, last] = [lines[0]?.y ?? 0, lines.at(-1)?.y ?? 0];
  // All lines but the first say where a paragraph begins: the first is indented, or hangs out with its number.
  const left =
    align === 'left' && lines.length > 1 ? Math.min(...lines.slice(1, 20).map(({ x }) => x)) : place.left;
  return {
    ...place,
    left,
    indent: align === 'left' ? (lines[0]?.x ?? left) - left : 0,
    firstBaseline: first,
    lastBaseline: Math.min(last, below),
    size,
    pitch: lines.length > 1 ? (first - last) / (lines.length - 1) : size * USUAL_PITCH,
    align,
  };
}

function overlaps(one: Pick<Extent, 'left' | 'right'>, other: Pick<Extent, 'left' | 'right'>): boolean {
  return one.left < other.right && one.right > other.left;
}

/** How far to the left and to the right the text may reach. */
function sides(
  align: TextBox['align'],
  own: Extent,
  free: Pick<Extent, 'left' | 'right'>,
  keepsWidth: boolean,
): Pick<Extent, 'left' | 'right'> {
  if (align === 'right') return { left: Math.min(own.left, free.left), right: own.right };
  if (align === 'center') {
    const middle = (own.left + own.right) / 2;
    const half = Math.max(own.right - middle, Math.min(middle - free.left, free.right - middle));
    return { left: middle - half, right: middle + half };
  }
  return { left: own.left, right: keepsWidth ? own.right : Math.max(own.right, free.right) };
}

function alignmentOf(
  lines: readonly TextLine[],
  own: Extent,
  page: Extent,
  cell: Extent | undefined,
  pageWidth: number,
): TextBox['align'] {
  const near = (one: number, other: number) => Math.abs(one - other) < SAME_PLACE;
  if (cell !== undefined && lines.length === 1) {
    const [before, behind] = [own.left - cell.left, cell.right - own.right];
    if (before > SAME_PLACE * 4 && near(before, behind)) return 'center';
    if (behind < SAME_PLACE * 3 && before > behind * 2 + SAME_PLACE) return 'right';
    return 'left';
  }
  const indented = own.left > page.left + SAME_PLACE * 4;
  if (lines.length === 1) {
    if (indented && near((own.left + own.right) / 2, pageWidth / 2)) return 'center';
    return near(own.right, page.right) && own.left > pageWidth * 0.55 ? 'right' : 'left';
  }
  const ragged = lines.some(({ x }) => !near(x, own.left));
  const middles = lines.every(({ x, right }) => near((x + right) / 2, (own.left + own.right) / 2));
  if (ragged && middles) return 'center';
  return ragged &&
    lines.slice(1).some(({ x }) => !near(x, lines[1]?.x ?? x)) &&
    lines.every(({ right }) => near(right, own.right))
    ? 'right'
    : 'left';
}
