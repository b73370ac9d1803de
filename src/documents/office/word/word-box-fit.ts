import type { Archive } from '../../archive/archive.js';
import type { OnOverflow } from '../../document.js';
import { type Splice, Splices } from '../../splices.js';
import { childOf, descendants, elementsOf, textOf, walkXml, type XmlElement } from '../../xml/walk.js';
import { points } from '../length.js';
import { pageMarks } from '../page-marks.js';
import { type MeasuredParagraph, SHRINKING_STEPS, SMALLEST, stepFor, type TextRoom } from '../text-fit.js';
import { WordSizes } from './word-sizes.js';

interface WordBox {
  readonly shape: XmlElement;
  readonly content: XmlElement;
  readonly room: TextRoom;
}

/** Length units of Office in a point. */
const EMU = 12_700;
/** Points between a text and the edge of its box where nothing else is said. */
const INSET = { side: 7.2, top: 3.6 } as const;
const PART = /^word\/(?:document|header\d*|footer\d*)\.xml$/;
const MAIN = 'word/document.xml';
/** Boxes as Word writes them today, and as it did until 2007: a document often has each in both ways. */
const SHAPE = /^(?:wps:wsp|v:(?:shape|rect|roundrect|oval))$/;
/** Word knows no scale for the text of a box: the letters themselves become smaller, and lines with them. */
const STEPS = SHRINKING_STEPS.map(({ share }) => ({ share, closer: 0 }));

/** Text that has grown beyond its box becomes smaller; a box that grows with its text is left to Word. */
export function fitWordBoxes(changed: Map<string, string>, archive: Archive, onOverflow: OnOverflow): void {
  let sizes: WordSizes | undefined;
  for (const [name, fresh] of changed) {
    if (!PART.test(name) || !fresh.includes('<w:txbxContent')) continue;
    sizes ??= new WordSizes(archive.text('word/styles.xml') ?? '');
    const source = archive.text(name) ?? '';
    const before = boxesOf(source);
    const pages = pagesOf(source);
    const splices: Splice[] = [];
    for (const [at, box] of boxesOf(fresh).entries()) {
      const old = before[at];
      if (box === undefined || old === undefined || textOf(old.content) === textOf(box.content)) continue;
      const step = stepFor(measured(old, sizes), measured(box, sizes), box.room, STEPS);
      if (step === undefined) onOverflow(name === MAIN ? 1 + pages(old.shape.start) : 1);
      const { share } = step ?? SMALLEST;
      if (share < 1) splices.push(...smaller(box, sizes, share));
    }
    const edited = new Splices(fresh);
    for (const splice of splices.sort((one, other) => one.start - other.start)) edited.add(splice);
    if (edited.changed) changed.set(name, edited.toString());
  }
}

/** In order; undefined for those that say not how large they are, or grow with their text. */
function boxesOf(source: string): readonly (WordBox | undefined)[] {
  const boxes: (WordBox | undefined)[] = [];
  walkXml(source, {
    wants: (name) => SHAPE.test(name),
    element(shape) {
      const [content] = descendants(shape, 'w:txbxContent');
      if (content === undefined) return;
      const room = shape.name === 'wps:wsp' ? drawnRoom(shape) : vectorRoom(shape);
      boxes.push(room === undefined ? undefined : { shape, content, room });
    },
  });
  return boxes;
}

function drawnRoom(shape: XmlElement): TextRoom | undefined {
  const [extent] = descendants(shape, 'a:ext');
  const properties = childOf(shape, 'wps:bodyPr');
  if (properties === undefined || childOf(properties, 'a:spAutoFit') !== undefined) return undefined;
  const { wrap, vert = 'horz', ...own } = properties.attributes;
  if (wrap === 'none' || vert !== 'horz') return undefined;
  const inset = (side: string, usual: number) => Number(own[side] ?? usual * EMU) / EMU;
  const [width, height] = [Number(extent?.attributes.cx) / EMU, Number(extent?.attributes.cy) / EMU];
  if (!(width > 0 && height > 0)) return undefined;
  return {
    width: width - inset('lIns', INSET.side) - inset('rIns', INSET.side),
    height: height - inset('tIns', INSET.top) - inset('bIns', INSET.top),
  };
}

function vectorRoom(shape: XmlElement): TextRoom | undefined {
  const styleOf = ({ attributes: { style = '' } }: XmlElement, name: string) =>
    new RegExp(`(?:^|;)\\s*${name}:([^;]+)`).exec(style)?.[1];
  const [width, height] = ['width', 'height'].map((side) => points(styleOf(shape, side)));
  const [box] = descendants(shape, 'v:textbox');
  if (width === undefined || height === undefined || box === undefined) return undefined;
  if (styleOf(box, 'mso-fit-shape-to-text') === 't' || styleOf(box, 'layout-flow') !== undefined)
    return undefined;
  const [left, top, right, bottom] = (box.attributes.inset ?? '').split(',').map(points);
  return {
    width: width - (left ?? INSET.side) - (right ?? INSET.side),
    height: height - (top ?? INSET.top) - (bottom ?? INSET.top),
  };
}

function measured({ content }: WordBox, sizes: WordSizes): readonly MeasuredParagraph[] {
  return [...descendants(content, 'w:p')].map((paragraph) => {
    const runs = [...descendants(paragraph, 'w:r')];
    const most = runs.reduce((size, run) => Math.max(size, sizes.of(run, paragraph)), 0);
    return { lines: linesOf(runs), size: (most || sizes.of(paragraph, paragraph)) / 2 };
  });
}

function linesOf(runs: readonly XmlElement[]): readonly string[] {
  const lines = [''];
  for (const run of runs) {
    for (const child of elementsOf(run)) {
      if (child.name === 'w:br' || child.name === 'w:cr') lines.push('');
      else if (child.name === 'w:t') lines[lines.length - 1] += textOf(child);
    }
  }
  return lines;
}

/** Every run of a box in a share of its size. */
function smaller({ content }: WordBox, sizes: WordSizes, share: number): readonly Splice[] {
  return [...descendants(content, 'w:p')].flatMap((paragraph) =>
    [...descendants(paragraph, 'w:r')].map((run): Splice => {
      const size = `<w:sz w:val="${Math.max(2, Math.round(sizes.of(run, paragraph) * share))}"/>`;
      const properties = childOf(run, 'w:rPr');
      if (properties === undefined)
        return { start: run.contentStart, end: run.contentStart, text: `<w:rPr>${size}</w:rPr>` };
      const known = childOf(properties, 'w:sz');
      if (known !== undefined) return { start: known.start, end: known.end, text: size };
      // Behind it come only marks for languages and scripts.
      const at = childOf(properties, 'w:lang')?.start ?? properties.contentEnd;
      return properties.contentStart === properties.end
        ? { start: properties.start, end: properties.end, text: `<w:rPr>${size}</w:rPr>` }
        : { start: at, end: at, text: size };
    }),
  );
}

/** Pages as Word laid the document out last; without its marks, by the breaks that somebody set. */
function pagesOf(source: string): (place: number) => number {
  return pageMarks(
    source,
    source.includes('<w:lastRenderedPageBreak')
      ? /<w:lastRenderedPageBreak\b/g
      : /<w:br\b[^>]*\bw:type="page"/g,
  );
}
