import type { Lang } from '../../base/lang.js';
import type { TakeUnit } from '../document.js';
import { translateInline } from '../inline.js';
import { Splices } from '../splices.js';
import { descendants, elementsOf, walkXml, type XmlElement } from '../xml/walk.js';
import { DrawingParagraph, isProperties } from './drawing-paragraph.js';
import { drawingFonts } from './fonts.js';
import { translateSeenAttributes } from './seen-texts.js';

/** Text of slides, charts, diagrams and shapes. */
export function translateDrawing(source: string, take: TakeUnit, to: Lang): string {
  return translateParagraphs(source, take, to, () => false);
}

/**
 * Text of a master or a layout that slides show: a logo, a claim, "Confidential". What stands in a placeholder is shown
 * only where somebody edits an empty slide, and says in the reader's language what to click; unless an author wrote it.
 */
export function translateMaster(source: string, take: TakeUnit, to: Lang): string {
  const prompts: XmlElement[] = [];
  walkXml(source, {
    wants: (name) => name === 'p:sp',
    element(shape) {
      const [placeholder] = descendants(shape, 'p:ph');
      if (placeholder !== undefined && !/^(?:1|true)$/.test(placeholder.attributes.hasCustomPrompt ?? ''))
        prompts.push(shape);
    },
  });
  let at = 0;
  return translateParagraphs(source, take, to, ({ start }) => {
    while ((prompts[at]?.end ?? Number.POSITIVE_INFINITY) <= start) at += 1;
    return (prompts[at]?.start ?? Number.POSITIVE_INFINITY) <= start;
  });
}

/** @param stays whether a paragraph is no text for a reader; asked in their order */
function translateParagraphs(
  source: string,
  take: TakeUnit,
  to: Lang,
  stays: (paragraph: XmlElement) => boolean,
): string {
  const splices = new Splices(source);
  walkXml(source, {
    wants: (name) => name === 'a:p',
    element(element) {
      if (stays(element)) return;
      const paragraph = new DrawingParagraph(element, source);
      const tokens = translateInline(paragraph.tokens, take);
      if (tokens === undefined) return;
      const [first, last] = [elementsOf(element).find(isProperties), elementsOf(element).at(-1)];
      const before = first?.name === 'a:pPr' ? source.slice(first.start, first.end) : '';
      const after = last?.name === 'a:endParaRPr' ? source.slice(last.start, last.end) : '';
      splices.add({
        start: element.contentStart,
        end: element.contentEnd,
        text: before + paragraph.serialize(tokens, to) + after,
      });
    },
  });
  const text = splices.changed ? drawingFonts(splices.toString(), to) : source;
  return translateSeenAttributes(text, take);
}
