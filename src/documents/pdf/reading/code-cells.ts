import { CodeColumns } from '../../text/code-columns.js';
import { around } from '../content/extent.js';
import type { PdfParagraph } from './paragraphs.js';
import type { ReadPage } from './read-page.js';

/** The cells between rules that stand in a column of codes (VARCHAR, US): data, which stays. */
export function codeCells({ paragraphs, walls, width }: ReadPage): ReadonlySet<PdfParagraph> {
  const columns = new CodeColumns();
  const cells = paragraphs.flatMap((paragraph) => {
    const place = paragraph.lines
      .map(({ x, right, y, size }) => ({ left: x, right, top: y + size, bottom: y }))
      .reduce(around);
    const { left, right } = walls.roomAround(place);
    return right - left < width ? [{ paragraph, column: `${Math.round(left)} ${Math.round(right)}` }] : [];
  });
  for (const { paragraph, column } of cells) columns.add(column, paragraph.text);
  return new Set(
    cells.flatMap(({ paragraph, column }) => (columns.isCode(column, paragraph.text) ? [paragraph] : [])),
  );
}
