import { hasText, isLanguage, type TakeUnit } from '../document.js';
import { escapeTags, unescapeTags } from '../inline.js';
import { Splices } from '../splices.js';
import { changeTags } from '../xml/attributes.js';
import { escapeText } from '../xml/escape.js';
import { textOf, walkXml } from '../xml/walk.js';

/** Elements that name a picture or a shape; `descr` and `title` are read aloud in its place. */
const NAMED: ReadonlySet<string> = new Set(['wp:docPr', 'pic:cNvPr', 'p:cNvPr', 'xdr:cNvPr', 'a:cNvPr']);

/** What is said of pictures and shapes. */
export function translateAlternatives(source: string, take: TakeUnit): string {
  if (!/\s(?:descr|title)="/.test(source)) return source;
  return changeTags(source, NAMED, (_, name, value) => {
    const translation =
      /^(?:descr|title)$/.test(name) && isLanguage(value) ? take(escapeTags(value)) : undefined;
    return translation === undefined ? undefined : unescapeTags(translation);
  });
}

/** Title, subject, description and keywords of a document, as programs and searches show them. */
const PROPERTIES: ReadonlySet<string> = new Set([
  'dc:title',
  'dc:subject',
  'dc:description',
  'cp:keywords',
  'cp:category',
  'meta:keyword',
]);

export function translateProperties(source: string, take: TakeUnit): string {
  return translateElements(source, take, PROPERTIES);
}

/** Comments on slides, in the part that older programs read. */
export function translateSlideComments(source: string, take: TakeUnit): string {
  return translateElements(source, take, new Set(['p:text']));
}

/** The whole text of some elements. */
function translateElements(source: string, take: TakeUnit, names: ReadonlySet<string>): string {
  const splices = new Splices(source);
  walkXml(source, {
    wants: (name) => names.has(name),
    element(element) {
      const text = textOf(element);
      const translation = hasText(text) && isLanguage(text) ? take(escapeTags(text)) : undefined;
      if (translation === undefined) return;
      const fresh = escapeText(unescapeTags(translation));
      splices.add({ start: element.contentStart, end: element.contentEnd, text: fresh });
    },
  });
  return splices.toString();
}
