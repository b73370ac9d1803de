import {
  PDFArray,
  PDFDict,
  type PDFDocument,
  PDFHexString,
  PDFName,
  PDFNumber,
  type PDFObject,
  PDFString,
} from '@cantoo/pdf-lib';
import { isLanguage } from '../../document.js';
import { type FieldPen, writeFieldValue } from './field-appearance.js';

/** A text of the document that stands beside its pages: in the outline, a form, a comment, the properties. */
export interface DocumentString {
  readonly text: string;
  write(text: string, pen: FieldPen): void;
}

/** Entries of an outline, fields and annotations; larger documents have some thousands. */
const MOST_ENTRIES = 20_000;
/** Bits of the flags of a field (PDF 1.7, 12.7.4.3). */
const MULTILINE = 1 << 12;
const SECRET = 1 << 13;
/** Comments that are drawn as text on the page have an appearance, which stays; only notes that open are translated. */
const NOTES = /^\/(?:Text|Highlight|Underline|StrikeOut|Squiggly|Caret)$/;

/** Always in the same order; nothing is changed before `write`. */
export function documentStrings(document: PDFDocument): readonly DocumentString[] {
  return [...properties(document), ...outline(document), ...fields(document), ...notes(document)].filter(
    ({ text }) => isLanguage(text),
  );
}

function stringAt(dictionary: PDFDict, key: string): readonly DocumentString[] {
  const text = textIn(dictionary, key);
  if (text === undefined) return [];
  return [{ text, write: (fresh) => dictionary.set(PDFName.of(key), PDFHexString.fromText(fresh)) }];
}

function textIn(dictionary: PDFDict, key: string): string | undefined {
  const value = dictionary.lookup(PDFName.of(key));
  return value instanceof PDFString || value instanceof PDFHexString ? value.decodeText() : undefined;
}

function dictionaryOf(value: PDFObject | undefined): PDFDict | undefined {
  return value instanceof PDFDict ? value : undefined;
}

function properties({ context }: PDFDocument): readonly DocumentString[] {
  const info = dictionaryOf(context.lookup(context.trailerInfo.Info));
  return info === undefined ? [] : ['Title', 'Subject'].flatMap((key) => stringAt(info, key));
}

/** The titles of the outline, each entry once however they are chained. */
function outline({ catalog }: PDFDocument): readonly DocumentString[] {
  const root = dictionaryOf(catalog.lookup(PDFName.of('Outlines')));
  const seen = new Set<PDFDict>();
  const open = [root?.lookup(PDFName.of('First'))];
  const found: DocumentString[] = [];
  while (open.length > 0 && seen.size < MOST_ENTRIES) {
    const entry = dictionaryOf(open.pop());
    if (entry === undefined || seen.has(entry)) continue;
    seen.add(entry);
    found.push(...stringAt(entry, 'Title'));
    open.push(entry.lookup(PDFName.of('Next')), entry.lookup(PDFName.of('First')));
  }
  return found;
}

/** Names and values of fields; what a program reads from them (choices, passwords, codes) stays. */
function fields({ catalog }: PDFDocument): readonly DocumentString[] {
  const form = dictionaryOf(catalog.lookup(PDFName.of('AcroForm')));
  const seen = new Set<PDFDict>();
  const found: DocumentString[] = [];
  const open = childrenOf(form, 'Fields').map((field) => ({ field, type: '', flags: 0, appearance: '' }));
  open.reverse();
  const common = form === undefined ? '' : (textIn(form, 'DA') ?? '');
  for (let next = open.pop(); next !== undefined && seen.size < MOST_ENTRIES; next = open.pop()) {
    const { field } = next;
    if (seen.has(field)) continue;
    seen.add(field);
    const type = field.lookup(PDFName.of('FT'))?.toString() ?? next.type;
    const ownFlags = field.lookup(PDFName.of('Ff'));
    const flags = ownFlags instanceof PDFNumber ? ownFlags.asNumber() : next.flags;
    const appearance = textIn(field, 'DA') ?? next.appearance;
    found.push(...stringAt(field, 'TU'));
    const children = childrenOf(field, 'Kids');
    const value = type === '/Tx' && (flags & SECRET) === 0 ? textIn(field, 'V') : undefined;
    if (value !== undefined) {
      const widgets = [field, ...children].filter((widget) => widget.has(PDFName.of('Rect')));
      const style = { instructions: appearance || common, multiline: (flags & MULTILINE) !== 0 };
      found.push({ text: value, write: (fresh, pen) => writeFieldValue(field, widgets, fresh, style, pen) });
    }
    open.push(...children.map((child) => ({ field: child, type, flags, appearance })).reverse());
  }
  return found;
}

function notes(document: PDFDocument): readonly DocumentString[] {
  let left = MOST_ENTRIES;
  return document.getPages().flatMap(({ node }) => {
    const annotations = childrenOf(node, 'Annots').slice(0, left);
    left -= annotations.length;
    return annotations
      .filter((note) => NOTES.test(String(note.lookup(PDFName.of('Subtype')))))
      .flatMap((note) => stringAt(note, 'Contents'));
  });
}

function childrenOf(dictionary: PDFDict | undefined, key: string): PDFDict[] {
  const children = dictionary?.lookup(PDFName.of(key));
  if (!(children instanceof PDFArray)) return [];
  return Array.from({ length: Math.min(children.size(), MOST_ENTRIES) }, (_, at) =>
    dictionaryOf(children.lookup(at)),
  ).flatMap((child) => child ?? []);
}
