import type { Archive } from '../../archive/archive.js';
import type { OnOverflow } from '../../document.js';
import type { Splice } from '../../splices.js';
import { childOf, descendants, textOf, walkXml, type XmlElement } from '../../xml/walk.js';
import { points } from '../length.js';
import { pageMarks } from '../page-marks.js';
import { SHRINKING_STEPS, SMALLEST, stepFor } from '../text-fit.js';
import { measured, paragraphsOf, withStyles } from './odf-boxes.js';
import { type NamedStyle, OdfStyles } from './odf-styles.js';

const CONTENT = 'content.xml';
/** Where no style says anything else, as LibreOffice has it. */
const USUAL_SIZE = 12;
/** A text document knows no scale for the text of a frame: the letters themselves become smaller, and lines with them. */
const STEPS = SHRINKING_STEPS.map(({ share }) => ({ share, closer: 0 }));

interface OdtFrame {
  readonly frame: XmlElement;
  readonly box: XmlElement;
  /** The page that it is bound to; otherwise as LibreOffice laid the document out last. */
  readonly page: number;
}

/** Text that has grown beyond its frame becomes smaller; a frame that grows with its text is left to LibreOffice. */
export function fitOdtFrames(changed: Map<string, string>, archive: Archive, onOverflow: OnOverflow): void {
  const [fresh, source] = [changed.get(CONTENT), archive.text(CONTENT)];
  if (fresh === undefined || source === undefined || !fresh.includes('<draw:text-box')) return;
  const styles = new OdfStyles(archive.text('styles.xml') ?? '', fresh);
  const before = framesOf(source);
  const splices: Splice[] = [];
  const made = new Map<string, string>();
  for (const [at, { frame, box }] of framesOf(fresh).entries()) {
    const old = before[at];
    const [width, height] = [points(frame.attributes['svg:width']), points(frame.attributes['svg:height'])];
    if (old === undefined || width === undefined || height === undefined) continue;
    if (box.attributes['fo:min-height'] !== undefined || textOf(old.box) === textOf(box)) continue;
    const graphic = frame.attributes['draw:style-name'];
    const padding = (side: string) =>
      points(styles.value('graphic', graphic, 'style:graphic-properties', `fo:padding-${side}`)) ??
      points(styles.value('graphic', graphic, 'style:graphic-properties', 'fo:padding')) ??
      0;
    const room = {
      width: width - padding('left') - padding('right'),
      height: height - padding('top') - padding('bottom'),
    };
    const measure = (own: XmlElement) => measured(own, USUAL_SIZE, styles);
    const step = stepFor(measure(old.box), measure(box), room, STEPS);
    if (step === undefined) onOverflow(old.page);
    const { share } = step ?? SMALLEST;
    if (share === 1) continue;
    for (const paragraph of paragraphsOf(box))
      splices.push(...smaller(paragraph, share, fresh, styles, made));
  }
  changed.set(CONTENT, withStyles(fresh, made.values(), splices));
}

/** Frames with text, in order. */
function framesOf(source: string): readonly OdtFrame[] {
  const frames: OdtFrame[] = [];
  const breaks = pageMarks(source, /<text:soft-page-break\b/g);
  walkXml(source, {
    wants: (name) => name === 'draw:frame',
    element(frame) {
      const box = childOf(frame, 'draw:text-box');
      const page = Number(frame.attributes['text:anchor-page-number']) || 1 + breaks(frame.start);
      if (box !== undefined) frames.push({ frame, box, page });
    },
  });
  return frames;
}

/** A paragraph, and the words in it that name a size of their own, in a share of their sizes. */
function smaller(
  paragraph: XmlElement,
  share: number,
  source: string,
  styles: OdfStyles,
  made: Map<string, string>,
): readonly Splice[] {
  const sized = [...descendants(paragraph, 'text:span')].filter(
    ({ attributes }) => styles.size('text', attributes['text:style-name']) !== undefined,
  );
  return [paragraph, ...sized].flatMap((element): readonly Splice[] => {
    const family: NamedStyle['family'] = element === paragraph ? 'paragraph' : 'text';
    const name = element.attributes['text:style-name'] ?? 'Standard';
    if (!/^[\w.-]+$/.test(name)) return [];
    const fitted = `${name}-fit${Math.round(share * 1000)}`;
    const size = `${((styles.size(family, name) ?? USUAL_SIZE) * share).toFixed(1)}pt`;
    const values = { 'fo:font-size': size, 'style:font-size-asian': size, 'style:font-size-complex': size };
    const key = `${family} ${fitted}`;
    if (!made.has(key))
      made.set(key, styles.derived({ family, name }, fitted, { element: 'style:text-properties', values }));
    const opener = source.slice(element.start, element.contentStart);
    const text = opener.includes('text:style-name="')
      ? opener.replace(/text:style-name="[^"]*"/, `text:style-name="${fitted}"`)
      : opener.replace(`<${element.name}`, `<${element.name} text:style-name="${fitted}"`);
    return [{ start: element.start, end: element.contentStart, text }];
  });
}
