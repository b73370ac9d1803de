import { PDFArray, PDFDict, PDFName, type PDFPage } from '@cantoo/pdf-lib';
import { type Extent, extentOfPoints } from './extent.js';
import { invert, type Matrix, multiply } from './matrix.js';
import { numbersIn } from './stream-content.js';

/** An area of a page that leads somewhere. */
export interface PageLink extends Extent {
  /** Areas with one number lead to the same place: a link that goes over several lines. */
  readonly number: number;
}

/** Links of one page; an index has some hundreds. */
const MOST_LINKS = 2000;

interface LinkAnnotation {
  readonly dictionary: PDFDict;
  readonly number: number;
}

function linkAnnotations(page: PDFPage): readonly LinkAnnotation[] {
  const annotations = page.node.Annots();
  if (!(annotations instanceof PDFArray)) return [];
  const links: LinkAnnotation[] = [];
  let target = '';
  let number = -1;
  for (let at = 0; at < Math.min(annotations.size(), MOST_LINKS); at += 1) {
    const dictionary = annotations.lookup(at);
    if (!(dictionary instanceof PDFDict)) continue;
    if (dictionary.lookup(PDFName.of('Subtype')) !== PDFName.of('Link')) continue;
    const next = String(dictionary.lookup(PDFName.of('A')) ?? dictionary.get(PDFName.of('Dest')));
    // Several areas of one target, one after the other, are the lines of one link.
    if (next !== target) number = at;
    target = next;
    links.push({ dictionary, number });
  }
  return links;
}

export function pageLinks(page: PDFPage, upright: Matrix): readonly PageLink[] {
  return linkAnnotations(page).map(({ dictionary, number }) => ({ ...areaOf(dictionary, upright), number }));
}

function areaOf(annotation: PDFDict, upright: Matrix): Extent {
  const [left = 0, bottom = 0, right = 0, top = 0] = numbersIn(annotation, 'Rect');
  return extentOfPoints([moved(left, bottom, upright), moved(right, top, upright)]);
}

/**
 * Lays links over the words that carry them now, one area for each line of words. Where there are fewer lines than
 * before, the areas that are left over become empty; where there are more, the last area reaches over the rest.
 *
 * @param isGone whether the words that an area lay over stand elsewhere now
 */
export function moveLinks(
  page: PDFPage,
  upright: Matrix,
  places: ReadonlyMap<number, readonly Extent[]>,
  isGone: (area: Extent) => boolean,
): void {
  const back = invert(upright);
  if (back === undefined) return;
  const used = new Map<number, number>();
  const links = linkAnnotations(page).filter(({ dictionary }) => isGone(areaOf(dictionary, upright)));
  for (const [at, { dictionary, number }] of links.entries()) {
    const all = places.get(number);
    if (all === undefined) continue;
    const from = used.get(number) ?? 0;
    const isLast = links[at + 1]?.number !== number;
    const own = isLast ? all.slice(from) : all.slice(from, from + 1);
    used.set(number, from + own.length);
    const areas = own.map(({ left, right, top, bottom }) =>
      extentOfPoints([moved(left, bottom, back), moved(right, top, back)]),
    );
    const corners = areas.flatMap((area): [number, number][] => [
      [area.left, area.bottom],
      [area.right, area.top],
    ]);
    const whole = areas.length === 0 ? [0, 0, 0, 0] : rectangle(extentOfPoints(corners));
    dictionary.set(PDFName.of('Rect'), page.doc.context.obj(whole));
    dictionary.delete(PDFName.of('QuadPoints'));
    if (areas.length > 1) {
      const quads = areas.flatMap(({ left, right, top, bottom }) => [
        left,
        top,
        right,
        top,
        left,
        bottom,
        right,
        bottom,
      ]);
      dictionary.set(PDFName.of('QuadPoints'), page.doc.context.obj(quads));
    }
  }
}

function rectangle({ left, bottom, right, top }: Extent): number[] {
  return [left, bottom, right, top];
}

function moved(x: number, y: number, matrix: Matrix): [number, number] {
  const [, , , , left, bottom] = multiply([1, 0, 0, 1, x, y], matrix);
  return [left, bottom];
}
