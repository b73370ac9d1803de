import type { Archive } from '../archive/archive.js';
import type { OnOverflow } from '../document.js';
import { type Splice, Splices } from '../splices.js';
import { childOf, descendants, elementsOf, textOf, walkXml, type XmlElement } from '../xml/walk.js';
import { points } from './length.js';
import { OdfStyles } from './odf-styles.js';
import { type MeasuredParagraph, stepFor, type TextRoom } from './text-fit.js';

/** A text on a slide: its frame or shape, and what holds the paragraphs. */
interface OdpBox {
  readonly shape: XmlElement;
  readonly body: XmlElement;
  readonly slide: number;
}

/** The style of a shape: from the slide itself, or from what its layout hands on. */
interface ShapeStyle {
  readonly attribute: 'draw:style-name' | 'presentation:style-name';
  readonly family: 'graphic' | 'presentation';
  readonly name: string;
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
  const styles = new OdfStyles([archive.text('styles.xml') ?? '', source]);
  const before = boxesOf(source);
  const splices: Splice[] = [];
  const made = new Map<string, string>();
  for (const [at, { shape, body, slide }] of boxesOf(fresh).entries()) {
    const old = before[at]?.body;
    const style = styleOf(shape);
    if (old === undefined || style === undefined || textOf(old) === textOf(body)) continue;
    const room = roomOf(shape, style, styles);
    if (room === undefined) continue;
    const measure = (own: XmlElement) => measured(own, style, styles);
    const step = stepFor(measure(old), measure(body), room);
    if (step === undefined) onOverflow(slide);
    if (step?.share === 1 || isShrinking(style, styles)) continue;
    const name = `${style.name}-fit`;
    made.set(name, shrinkingStyle(fresh, style, name));
    const opener = fresh.slice(shape.start, shape.contentStart);
    const text = opener.replace(`${style.attribute}="${style.name}"`, `${style.attribute}="${name}"`);
    splices.push({ start: shape.start, end: shape.contentStart, text });
  }
  const end = fresh.indexOf('</office:automatic-styles>');
  if (splices.length === 0 || end === -1) return;
  const edited = new Splices(fresh);
  edited.add({ start: end, end, text: [...made.values()].join('') });
  for (const splice of splices.sort((one, other) => one.start - other.start)) edited.add(splice);
  changed.set(CONTENT, edited.toString());
}

/** Frames and shapes with text, slide by slide; notes are printed on pages of their own, which nobody designs. */
function boxesOf(source: string): readonly OdpBox[] {
  const boxes: OdpBox[] = [];
  let slide = 0;
  let last = 0;
  walkXml(source, {
    wants: (name) => name === 'draw:frame' || name === 'draw:custom-shape',
    element(shape, ancestors) {
      // Slides are counted in the text between shapes: the walk names the elements around a shape, and not which one it is.
      slide += source.slice(last, shape.start).match(/<draw:page[ >]/g)?.length ?? 0;
      last = Math.max(last, shape.start);
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

function measured(
  body: XmlElement,
  { family, name }: ShapeStyle,
  styles: OdfStyles,
): readonly MeasuredParagraph[] {
  const usual = styles.size(family, name) ?? USUAL_SIZE;
  return paragraphsOf(body).map((paragraph) => {
    const own = styles.size('paragraph', paragraph.attributes['text:style-name']) ?? usual;
    const spans = [...descendants(paragraph, 'text:span')].flatMap(
      ({ attributes }) => styles.size('text', attributes['text:style-name']) ?? [],
    );
    return { lines: linesOf(paragraph), size: spans.length === 0 ? own : Math.max(...spans) };
  });
}

/** Those of lists too; not those of shapes inside. */
function paragraphsOf(element: XmlElement): readonly XmlElement[] {
  return elementsOf(element).flatMap((child) => {
    if (child.name === 'text:p' || child.name === 'text:h') return [child];
    return child.name.startsWith('text:') ? paragraphsOf(child) : [];
  });
}

function linesOf(paragraph: XmlElement): readonly string[] {
  const lines = [''];
  const read = (element: XmlElement): void => {
    for (const child of element.children) {
      if (child.kind === 'text') lines[lines.length - 1] += child.text;
      else if (child.name === 'text:line-break') lines.push('');
      else if (child.name === 'text:s') lines[lines.length - 1] += ' ';
      else read(child);
    }
  };
  read(paragraph);
  return lines;
}

function isShrinking({ family, name }: ShapeStyle, styles: OdfStyles): boolean {
  return styles.value(family, name, 'style:graphic-properties', 'draw:fit-to-size') === 'shrink-to-fit';
}

/** A style like that of a shape, but one that makes its text smaller: a copy of its own, or a child of a common one. */
function shrinkingStyle(source: string, { family, name }: ShapeStyle, fresh: string): string {
  const all = Object.entries(SHRINKS).map(([attribute, value]) => ` ${attribute}="${value}"`);
  let made = `<style:style style:name="${fresh}" style:family="${family}" style:parent-style-name="${name}"><style:graphic-properties${all.join('')}/></style:style>`;
  walkXml(source, {
    wants: (element) => element === 'style:style',
    element(style) {
      const { attributes } = style;
      if (attributes['style:name'] !== name || attributes['style:family'] !== family) return;
      const properties = childOf(style, 'style:graphic-properties');
      const opener = source
        .slice(style.start, style.contentStart)
        .replace(`style:name="${name}"`, `style:name="${fresh}"`)
        .replace(/\s*\/>$/, '>');
      const kept = properties === undefined ? '' : source.slice(properties.start, properties.contentStart);
      const old = kept.replace(
        /\s(?:draw:fit-to-size|style:shrink-to-fit|draw:auto-grow-height)="[^"]*"/g,
        '',
      );
      const shrunk =
        properties === undefined
          ? `<style:graphic-properties${all.join('')}/>`
          : old.replace(/^<style:graphic-properties/, `$&${all.join('')}`);
      const start = properties?.start ?? style.contentStart;
      const behind = properties === undefined ? style.contentStart : properties.contentStart;
      made = `${opener}${source.slice(style.contentStart, start)}${shrunk}${source.slice(behind, style.contentEnd)}</style:style>`;
    },
  });
  return made;
}
