import type { Archive } from '../../archive/archive.js';
import type { OnOverflow } from '../../document.js';
import type { Splice } from '../../splices.js';
import { childOf, textOf, walkXml, type XmlElement } from '../../xml/walk.js';
import { points } from '../length.js';
import { pageMarks } from '../page-marks.js';
import { stepFor, type TextRoom } from '../text-fit.js';
import { measured, withStyles } from './odf-boxes.js';
import { type NamedStyle, OdfStyles } from './odf-styles.js';

/** A text on a slide: its frame or shape, and what holds the paragraphs. */
interface OdpBox {
  readonly shape: XmlElement;
  readonly body: XmlElement;
  readonly slide: number;
}

/** The style of a shape: from the slide itself, or from what its layout hands on. */
interface ShapeStyle extends NamedStyle {
  readonly attribute: 'draw:style-name' | 'presentation:style-name';
}

const CONTENT = 'content.xml';
/** Where no style says anything else, as LibreOffice has it. */
const USUAL_SIZE = 18;
/** What makes LibreOffice set the text of a shape as small as the shape asks for. */
const SHRINKS = {
  'draw:fit-to-size': 'shrink-to-fit',
  'style:shrink-to-fit': 'true',
  'draw:auto-grow-height': 'false',
} as const;

/**
 * Text that has grown beyond its frame becomes smaller: the frame gets a style that says so, and LibreOffice sets the text
 * when it opens the file.
 */
export function fitOdpFrames(changed: Map<string, string>, archive: Archive, onOverflow: OnOverflow): void {
  const [fresh, source] = [changed.get(CONTENT), archive.text(CONTENT)];
  if (fresh === undefined || source === undefined) return;
  const styles = new OdfStyles(archive.text('styles.xml') ?? '', fresh);
  const before = boxesOf(source);
  const splices: Splice[] = [];
  const made = new Map<string, string>();
  for (const [at, { shape, body, slide }] of boxesOf(fresh).entries()) {
    const old = before[at]?.body;
    const style = styleOf(shape);
    if (old === undefined || style === undefined || textOf(old) === textOf(body)) continue;
    const room = roomOf(shape, style, styles);
    if (room === undefined) continue;
    const usual = styles.size(style.family, style.name) ?? USUAL_SIZE;
    const step = stepFor(measured(old, usual, styles), measured(body, usual, styles), room);
    if (step === undefined) onOverflow(slide);
    if (step?.share === 1 || isShrinking(style, styles)) continue;
    const name = `${style.name}-fit`;
    made.set(name, styles.derived(style, name, { element: 'style:graphic-properties', values: SHRINKS }));
    const opener = fresh.slice(shape.start, shape.contentStart);
    const text = opener.replace(`${style.attribute}="${style.name}"`, `${style.attribute}="${name}"`);
    splices.push({ start: shape.start, end: shape.contentStart, text });
  }
  changed.set(CONTENT, withStyles(fresh, made.values(), splices));
}

/** Frames and shapes with text, slide by slide; notes are printed on pages of their own, which nobody designs. */
function boxesOf(source: string): readonly OdpBox[] {
  const boxes: OdpBox[] = [];
  // Slides are counted in the text between shapes: the walk names the elements around a shape, and not which one it is.
  const slides = pageMarks(source, /<draw:page[ >]/g);
  walkXml(source, {
    wants: (name) => name === 'draw:frame' || name === 'draw:custom-shape',
    element(shape, ancestors) {
      const slide = slides(shape.start);
      if (ancestors.includes('presentation:notes')) return;
      const body = shape.name === 'draw:frame' ? childOf(shape, 'draw:text-box') : shape;
      if (body !== undefined) boxes.push({ shape, body, slide });
    },
  });
  return boxes;
}

/** Undefined where it has none, or one whose name is not written as programs do. */
function styleOf({ attributes }: XmlElement): ShapeStyle | undefined {
  const presented = attributes['presentation:style-name'];
  const name = presented ?? attributes['draw:style-name'] ?? '';
  if (!/^[\w.-]+$/.test(name)) return undefined;
  return presented === undefined
    ? { attribute: 'draw:style-name', family: 'graphic', name }
    : { attribute: 'presentation:style-name', family: 'presentation', name };
}

/** Undefined where nothing says how large the shape is, or where it grows as wide as its text. */
function roomOf(
  { name: kind, attributes }: XmlElement,
  { family, name }: ShapeStyle,
  styles: OdfStyles,
): TextRoom | undefined {
  const [width, height] = [points(attributes['svg:width']), points(attributes['svg:height'])];
  if (width === undefined || height === undefined) return undefined;
  const value = (attribute: string) => styles.value(family, name, 'style:graphic-properties', attribute);
  if (value('draw:auto-grow-width') === 'true') return undefined;
  if (kind === 'draw:custom-shape' && value('fo:wrap-option') === 'no-wrap') return undefined;
  const padding = (side: string) => points(value(`fo:padding-${side}`) ?? value('fo:padding')) ?? 0;
  return {
    width: width - padding('left') - padding('right'),
    height: height - padding('top') - padding('bottom'),
  };
}

function isShrinking({ family, name }: ShapeStyle, styles: OdfStyles): boolean {
  return styles.value(family, name, 'style:graphic-properties', 'draw:fit-to-size') === 'shrink-to-fit';
}
