import type { Lang } from '../../base/lang.js';
import type { TakeUnit } from '../document.js';
import { translateInline } from '../inline.js';
import { Splices } from '../splices.js';
import { elementsOf, walkXml } from '../xml/walk.js';
import { DrawingParagraph, isProperties } from './drawing-paragraph.js';
import { drawingFonts } from './fonts.js';
import { translateAlternatives } from './seen-texts.js';

/** Text of slides, charts, diagrams and shapes. */
export function translateDrawing(source: string, take: TakeUnit, to: Lang): string {
  const splices = new Splices(source);
  walkXml(source, {
    wants: (name) => name === 'a:p',
    element(element) {
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
  return translateAlternatives(text, take);
}
