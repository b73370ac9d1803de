import type { PdfParagraph, TextLine } from './paragraphs.js';
import type { TextBox } from './typeset.js';

interface Extent {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** From the baseline up and down, in font sizes. */
const ASCENT = 0.9;
const DESCENT = 0.25;
/** Between the baselines of a text that had only one line. */
const USUAL_PITCH = 1.25;
/** Points by which two places may differ and look the same. */
const SAME_PLACE = 3;
/** Paragraphs of one page whose neighbours are looked for; a page of more is a drawing, and each keeps to its own place. */
const MOST_NEIGHBOURS = 3000;

/**
 * The room of each paragraph of a page. A translation is often longer than its source: a single line may reach to the next
 * text on its right, or to the margin, and a paragraph down to the next one below it.
 */
export function textBoxes(paragraphs: readonly PdfParagraph[], pageWidth: number): readonly TextBox[] {
  const extents = paragraphs.map(({ lines }) => extentOf(lines));
  const page = extents.reduce(around, {
    left: pageWidth,
    right: 0,
    top: 0,
    bottom: Number.POSITIVE_INFINITY,
  });
  const seen = extents.length > MOST_NEIGHBOURS ? [] : extents;
  return paragraphs.map((paragraph, index) => {
    const own = extents[index] ?? page;
    return boxOf(paragraph, own, page, seen, pageWidth);
  });
}

function extentOf(lines: readonly TextLine[]): Extent {
  return lines
    .map(({ x, right, y, size }) => ({ left: x, right, top: y + size * ASCENT, bottom: y - size * DESCENT }))
    .reduce(around);
}

function around(one: Extent, other: Extent): Extent {
  return {
    left: Math.min(one.left, other.left),
    right: Math.max(one.right, other.right),
    top: Math.max(one.top, other.top),
    bottom: Math.min(one.bottom, other.bottom),
  };
}

function boxOf(
  { lines, size }: PdfParagraph,
  own: Extent,
  page: Extent,
  others: readonly Extent[],
  pageWidth: number,
): TextBox {
  const beside = others.filter((other) => other !== own && other.top > own.bottom && other.bottom < own.top);
  const free = {
    left: beside.reduce(
      (most, other) => (other.right <= own.left + 1 ? Math.max(most, other.right + size / 2) : most),
      page.left,
    ),
    right: beside.reduce(
      (least, other) => (other.left >= own.right - 1 ? Math.min(least, other.left - size / 2) : least),
      page.right,
    ),
  };
  const align = alignmentOf(lines, own, page, pageWidth);
  const place = sides(align, own, free, lines.length);
  const below = others.reduce(
    (highest, other) =>
      other !== own && other.top <= own.bottom + size * DESCENT && overlaps(other, place)
        ? Math.max(highest, other.top + size * DESCENT)
        : highest,
    page.bottom + size * DESCENT,
  );
  const [first, last] = [lines[0]?.y ?? 0, lines.at(-1)?.y ?? 0];
  return {
    ...place,
    indent: align === 'left' ? Math.max(0, (lines[0]?.x ?? place.left) - place.left) : 0,
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
  lines: number,
): Pick<Extent, 'left' | 'right'> {
  if (align === 'right') return { left: Math.min(own.left, free.left), right: own.right };
  if (align === 'center') {
    const middle = (own.left + own.right) / 2;
    const half = Math.max(own.right - middle, Math.min(middle - free.left, free.right - middle));
    return { left: middle - half, right: middle + half };
  }
  return { left: own.left, right: lines > 1 ? own.right : Math.max(own.right, free.right) };
}

function alignmentOf(
  lines: readonly TextLine[],
  own: Extent,
  page: Extent,
  pageWidth: number,
): TextBox['align'] {
  const near = (one: number, other: number) => Math.abs(one - other) < SAME_PLACE;
  const indented = own.left > page.left + SAME_PLACE * 4;
  if (lines.length === 1) {
    if (indented && near((own.left + own.right) / 2, pageWidth / 2)) return 'center';
    return near(own.right, page.right) && own.left > pageWidth * 0.55 ? 'right' : 'left';
  }
  const ragged = lines.some(({ x }) => !near(x, own.left));
  const middles = lines.every(({ x, right }) => near((x + right) / 2, (own.left + own.right) / 2));
  if (ragged && middles) return 'center';
  return ragged &&
    lines.slice(1).some(({ x }) => !near(x, own.left)) &&
    lines.every(({ right }) => near(right, own.right))
    ? 'right'
    : 'left';
}
