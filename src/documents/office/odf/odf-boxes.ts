import { type Splice, Splices } from '../../splices.js';
import { descendants, elementsOf, type XmlElement } from '../../xml/walk.js';
import type { MeasuredParagraph } from '../text-fit.js';
import type { OdfStyles } from './odf-styles.js';

/** The paragraphs of a box as they are set, in points. */
export function measured(body: XmlElement, usual: number, styles: OdfStyles): readonly MeasuredParagraph[] {
  return paragraphsOf(body).map((paragraph) => {
    const own = styles.size('paragraph', paragraph.attributes['text:style-name']) ?? usual;
    const spans = [...descendants(paragraph, 'text:span')].flatMap(
      ({ attributes }) => styles.size('text', attributes['text:style-name']) ?? [],
    );
    return { lines: linesOf(paragraph), size: spans.length === 0 ? own : Math.max(...spans) };
  });
}

/** Those of lists too; not those of shapes inside. */
export function paragraphsOf(element: XmlElement): readonly XmlElement[] {
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

/** A part with further styles of its own and the elements that name them; as it was where it has no place for styles. */
export function withStyles(source: string, styles: Iterable<string>, splices: readonly Splice[]): string {
  const end = source.indexOf('</office:automatic-styles>');
  if (splices.length === 0 || end === -1) return source;
  const edited = new Splices(source);
  edited.add({ start: end, end, text: [...styles].join('') });
  for (const splice of splices.toSorted((one, other) => one.start - other.start)) edited.add(splice);
  return edited.toString();
}
