import type { Archive } from '../../archive/archive.js';
import type { OnOverflow } from '../../document.js';
import { Splices } from '../../splices.js';
import { childOf, descendants, elementsOf, textOf, walkXml, type XmlElement } from '../../xml/walk.js';
import { type MeasuredParagraph, type Shrinking, SMALLEST, stepFor } from '../text-fit.js';
import { type SlideBox, SlideBoxes, slidesOf } from './slide-boxes.js';

/** Points between a text and the edge of its shape where nothing else is said. */
const INSET = { side: 7.2, top: 3.6 } as const;
/** Length units of Office in a point. */
const EMU = 12_700;
const SLIDE = /^ppt\/slides\/slide\d+\.xml$/;

/**
 * Text that has grown beyond its shape becomes smaller, as PowerPoint does it when somebody types: it does so only then,
 * and not when a file is opened.
 */
export function fitSlides(changed: Map<string, string>, archive: Archive, onOverflow: OnOverflow): void {
  const boxes = new SlideBoxes(archive);
  const numbers = new Map(slidesOf(archive).map((name, at) => [name, at + 1]));
  for (const [name, fresh] of changed) {
    if (!SLIDE.test(name)) continue;
    const before = shapesOf(archive.text(name) ?? '');
    const splices = new Splices(fresh);
    for (const [at, shape] of shapesOf(fresh).entries()) {
      const [body, old] = [shape, before[at]].map((own) => own && childOf(own, 'p:txBody'));
      const box = shape && boxes.of(name, shape);
      const properties = body && childOf(body, 'a:bodyPr');
      if (box === undefined || body === undefined || old === undefined || properties === undefined) continue;
      if (textOf(body) === textOf(old) || !isFilled(properties)) continue;
      const step = stepIn(old, body, properties, box);
      if (step === undefined) onOverflow(numbers.get(name) ?? Number(/\d+/.exec(name)));
      const text = withFit(fresh, properties, step ?? SMALLEST);
      if (step?.share !== 1) splices.add({ start: properties.start, end: properties.end, text });
    }
    if (splices.changed) changed.set(name, splices.toString());
  }
}

/** Shapes with text, in order; those of groups are measured by a scale of their own and are left alone. */
function shapesOf(source: string): readonly (XmlElement | undefined)[] {
  const shapes: (XmlElement | undefined)[] = [];
  walkXml(source, {
    wants: (name) => name === 'p:sp',
    element(shape, ancestors) {
      shapes.push(ancestors.includes('p:grpSp') ? undefined : shape);
    },
  });
  return shapes;
}

/** Lines end at the edge of the shape, and stand upright in it. */
function isFilled({ attributes: { wrap, vert = 'horz' } }: XmlElement): boolean {
  return wrap !== 'none' && vert === 'horz';
}

function stepIn(
  old: XmlElement,
  fresh: XmlElement,
  properties: XmlElement,
  box: SlideBox,
): Shrinking | undefined {
  const inset = (side: string, usual: number) => Number(properties.attributes[side] ?? usual * EMU) / EMU;
  const width = box.width - inset('lIns', INSET.side) - inset('rIns', INSET.side);
  const height = box.height - inset('tIns', INSET.top) - inset('bIns', INSET.top);
  const known = Number(childOf(properties, 'a:normAutofit')?.attributes.fontScale ?? 100_000) / 100_000;
  const [before, after] = [old, fresh].map((body) => measured(body, box, known));
  return stepFor(before ?? [], after ?? [], { width, height });
}

/** @param known the share of its size that a text is shown in already */
function measured(body: XmlElement, { sizeOf }: SlideBox, known: number): readonly MeasuredParagraph[] {
  return elementsOf(body)
    .filter(({ name }) => name === 'a:p')
    .map((paragraph) => {
      const level = Number(childOf(paragraph, 'a:pPr')?.attributes.lvl ?? 0) || 0;
      const sizes = [...descendants(paragraph, 'a:rPr')].map(({ attributes }) => Number(attributes.sz) / 100);
      const size = sizes.reduce((most, own) => (own > most ? own : most), 0) || sizeOf(level);
      return { lines: linesOf(paragraph), size: size * known };
    });
}

/** The text of a paragraph, cut where somebody began a new line. */
function linesOf(paragraph: XmlElement): readonly string[] {
  const lines = [''];
  for (const child of elementsOf(paragraph)) {
    if (child.name === 'a:br') lines.push('');
    else if (child.name === 'a:r' || child.name === 'a:fld') lines[lines.length - 1] += textOf(child);
  }
  return lines;
}

/** The properties of a text body that becomes smaller. */
function withFit(source: string, properties: XmlElement, { share, closer }: Shrinking): string {
  const fitted = childOf(properties, 'a:normAutofit')?.attributes;
  const scale = Math.round(Number(fitted?.fontScale ?? 100_000) * share);
  const reduction = Math.max(Number(fitted?.lnSpcReduction ?? 0), closer * 100_000);
  const fit = `<a:normAutofit fontScale="${scale}" lnSpcReduction="${reduction}"/>`;
  const opener = source.slice(properties.start, properties.contentStart).replace(/\s*\/>$/, '>');
  const children = elementsOf(properties);
  const known = children.find(({ name }) => /^a:(?:no|norm|sp)Auto[fF]it$/.test(name));
  // Only a warp stands before it (ECMA-376, part 1, 21.1.2.1.1).
  const start = children.find(({ name }) => name === 'a:prstTxWarp')?.end ?? properties.contentStart;
  const before = source.slice(properties.contentStart, known?.start ?? start);
  const after = source.slice(known?.end ?? start, properties.contentEnd);
  return `${opener}${before}${fit}${after}</a:bodyPr>`;
}
