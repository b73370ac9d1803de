import { Archive } from '../archive/archive.js';
import { type FileFormat, isLanguage, type TakeUnit } from '../document.js';
import { escapeTags, unescapeTags } from '../inline.js';
import { translateDrawing } from '../office/drawing.js';
import { codeTexts } from '../office/excel/sheet-codes.js';
import { followCells } from '../office/excel/sheet-formulas.js';
import { translateHeader } from '../office/excel/sheet-header.js';
import { translateSheetString } from '../office/excel/sheet-string.js';
import { translateValidation } from '../office/excel/sheet-validation.js';
import { sheetFonts, themeFonts } from '../office/fonts.js';
import { changeParts, type PartTranslator, packageDocument } from '../office/package.js';
import { translateProperties, translateThreadedComments } from '../office/seen-texts.js';
import { Splices } from '../splices.js';
import { decodeAttribute } from '../xml/attributes.js';
import { escapeAttribute, escapeText } from '../xml/escape.js';
import { textOf, walkXml } from '../xml/walk.js';

const DRAWING_PART = /^xl\/(?:drawings\/drawing\d+|charts\/chart\d*|diagrams\/(?:data|drawing)\d*)\.xml$/;
const STRINGS = 'xl/sharedStrings.xml';
const SHEET_PART = /^xl\/worksheets\/sheet\d+\.xml$/;

export const XLSX: FileFormat = {
  id: 'xlsx',
  extensions: ['xlsx', 'xlsm', 'xltx'],
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  open(bytes, { to }) {
    const archive = Archive.open(bytes);
    const codes = codeTexts(archive, archive.text(STRINGS) ?? '', SHEET_PART);
    return packageDocument(archive, {
      main: 'xl/workbook.xml',
      ignoresCase: true,
      translatorOf(name): PartTranslator | undefined {
        if (name === 'docProps/core.xml') return translateProperties;
        if (name === STRINGS) return (source, take) => translateStrings(source, take, 'si', codes);
        if (/^xl\/comments\d*\.xml$/.test(name)) {
          return (source, take) => translateStrings(source, take, 'text');
        }
        if (/^xl\/threadedComments\/threadedComment\d+\.xml$/.test(name)) return translateThreadedComments;
        if (SHEET_PART.test(name)) return translateSheet;
        if (/^xl\/tables\/table\d+\.xml$/.test(name))
          return (source, take) => translateTable(source, take, codes);
        if (DRAWING_PART.test(name)) return (source, take) => translateDrawing(source, take, to);
        return undefined;
      },
      finish(changed, opened, texts) {
        renameColumns(changed, opened);
        followCells(changed, opened, texts);
        changeParts(changed, opened, /^xl\/styles\.xml$/, (text) => sheetFonts(text, to));
        changeParts(changed, opened, /^xl\/theme\/theme\d*\.xml$/, (text) => themeFonts(text, to));
      },
    });
  },
};

const NONE: ReadonlySet<string> = new Set();

/** @param kept texts that are no language, whatever they look like */
function translateStrings(
  source: string,
  take: TakeUnit,
  wanted: string,
  kept: ReadonlySet<string> = NONE,
): string {
  const splices = new Splices(source);
  walkXml(source, {
    wants: (name) => name === wanted,
    element(element) {
      if (kept.size > 0 && kept.has(textOf(element))) return;
      const text = translateSheetString(element, source, take);
      if (text !== undefined) splices.add({ start: element.contentStart, end: element.contentEnd, text });
    },
  });
  return splices.toString();
}

const HEADER = /^(?:odd|even|first)(?:Header|Footer)$/;

/** What a sheet holds itself: strings of cells that are not shared, rules for input, headers and footers of its pages. */
function translateSheet(source: string, take: TakeUnit): string {
  const splices = new Splices(source);
  walkXml(source, {
    wants: (name) => name === 'is' || name === 'dataValidation' || HEADER.test(name),
    element(element) {
      const { contentStart, contentEnd } = element;
      if (element.name === 'is') {
        const text = translateSheetString(element, source, take);
        if (text !== undefined) splices.add({ start: contentStart, end: contentEnd, text });
      } else if (element.name === 'dataValidation') {
        const text = translateValidation(element, source, take);
        if (text !== undefined) splices.add({ start: element.start, end: element.end, text });
      } else {
        const text = translateHeader(textOf(element), take);
        if (text !== undefined) splices.add({ start: contentStart, end: contentEnd, text: escapeText(text) });
      }
    },
  });
  return splices.toString();
}

const COLUMN = /(<tableColumn\b[^>]*?\sname=")([^"]*)"/g;

/** The names of a table's columns equal its header cells: both are offered, and equal texts are translated alike. */
function translateTable(source: string, take: TakeUnit, kept: ReadonlySet<string>): string {
  const used = new Set<string>();
  return source.replace(COLUMN, (whole, before: string, raw: string) => {
    const name = decodeAttribute(raw);
    const translation = isLanguage(name) && !kept.has(name) ? take(escapeTags(name)) : undefined;
    if (translation === undefined) {
      used.add(name.toLowerCase());
      return whole;
    }
    let fresh = unescapeTags(translation).trim();
    // Excel asks for different names, whatever their case, and numbers the later ones.
    for (let number = 2; used.has(fresh.toLowerCase()); number += 1) {
      fresh = `${unescapeTags(translation).trim()}${number}`;
    }
    used.add(fresh.toLowerCase());
    return `${before}${escapeAttribute(fresh)}"`;
  });
}

/** Formulas name columns as `Table[Column]`: they follow the new names. */
function renameColumns(changed: Map<string, string>, archive: Archive): void {
  const renamed = new Map<string, string>();
  for (const [name, text] of changed) {
    if (!name.startsWith('xl/tables/')) continue;
    const before = [...(archive.text(name) ?? '').matchAll(COLUMN)].map((match) =>
      decodeAttribute(match[2] ?? ''),
    );
    const after = [...text.matchAll(COLUMN)].map((match) => decodeAttribute(match[2] ?? ''));
    for (const [index, old] of before.entries()) {
      const fresh = after[index];
      if (fresh !== undefined && fresh !== old) renamed.set(old, fresh);
    }
  }
  if (renamed.size === 0) return;
  const inFormula = (formula: string): string =>
    formula.replace(/\[([@#]?)([^[\]]{1,255})\]/g, (whole, mark: string, name: string) => {
      const fresh = renamed.get(name.replace(/'([[\]#'])/g, '$1'));
      return fresh === undefined ? whole : `[${mark}${fresh.replace(/[[\]#']/g, "'$&")}]`;
    });
  const change = (source: string): string => {
    if (!source.includes('[')) return source;
    const splices = new Splices(source);
    walkXml(source, {
      wants: (name) => name === 'f' || name === 'calculatedColumnFormula' || name === 'definedName',
      element(element) {
        const formula = textOf(element);
        const fresh = inFormula(formula);
        if (fresh !== formula) {
          splices.add({ start: element.contentStart, end: element.contentEnd, text: escapeText(fresh) });
        }
      },
    });
    return splices.toString();
  };
  changeParts(changed, archive, SHEET_PART, change);
  changeParts(changed, archive, /^xl\/(?:workbook|tables\/table\d+)\.xml$/, change);
}
