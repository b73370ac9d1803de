import { hasText, isLanguage, type TakeUnit } from '../document.js';
import { escapeTags, unescapeTags } from '../inline.js';
import { Splices } from '../splices.js';
import { changeTags } from '../xml/attributes.js';
import { escapeText } from '../xml/escape.js';
import { textOf, walkXml } from '../xml/walk.js';

/**
 * Attributes that a reader sees or hears: what is said in the place of pictures, shapes and tables, and the entries of
 * drop-down lists in Word, today's and those of old forms.
 */
const SEEN: Readonly<Record<string, RegExp>> = {
  'wp:docPr': /^(?:descr|title)$/,
  'pic:cNvPr': /^(?:descr|title)$/,
  'p:cNvPr': /^(?:descr|title)$/,
  'xdr:cNvPr': /^(?:descr|title)$/,
  'a:cNvPr': /^(?:descr|title)$/,
  'v:shape': /^(?:alt|title)$/,
  'v:rect': /^(?:alt|title)$/,
  'w:tblCaption': /^w:val$/,
  'w:tblDescription': /^w:val$/,
  'w:listItem': /^w:displayText$/,
  'w:listEntry': /^w:val$/,
};
const SEEN_ELEMENTS: ReadonlySet<string> = new Set(Object.keys(SEEN));
/** Most parts have none, and need not be gone through tag by tag. */
const MAY_BE_SEEN = /\s(?:descr|title|alt|w:displayText)="|<w:(?:tblCaption|tblDescription|listEntry)\b/;

/** Texts in attributes: what is said of pictures and shapes, entries of lists. */
export function translateSeenAttributes(source: string, take: TakeUnit): string {
  if (!MAY_BE_SEEN.test(source)) return source;
  return changeTags(source, SEEN_ELEMENTS, (element, name, value) => {
    const translation =
      SEEN[element]?.test(name) === true && isLanguage(value) ? take(escapeTags(value)) : undefined;
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

/** Comments in workbooks that people answer; the older part beside them shows the same to older programs. */
export function translateThreadedComments(source: string, take: TakeUnit): string {
  return translateElements(source, take, new Set(['text']));
}

/** What is said of pictures and shapes in OpenDocument. */
export function translateDescriptions(source: string, take: TakeUnit): string {
  return translateElements(source, take, new Set(['svg:title', 'svg:desc']));
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
