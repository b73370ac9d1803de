import type { Archive } from '../archive/archive.js';
import { Splices } from '../splices.js';
import { escapeText } from '../xml/escape.js';
import { childOf, elementsOf, textOf, walkXml, type XmlElement } from '../xml/walk.js';
import { changeParts } from './package.js';

const STRINGS = 'xl/sharedStrings.xml';
const LITERAL = /"((?:[^"]|"")*)"/g;

/**
 * Formulas compare cells with texts of their own (`COUNTIF(A:A,"机")`), and show what stands in other cells. Where a text in
 * a formula, or the result that is stored beside it, equals a cell that was translated, it follows that cell. Other
 * texts in formulas stay: nobody can tell words from codes there.
 */
export function followCells(changed: Map<string, string>, archive: Archive, sheets: RegExp): void {
  const [before, after] = [stringsOf(archive.text(STRINGS)), stringsOf(changed.get(STRINGS))];
  const translated = new Map(
    before.flatMap((text, index) => {
      const fresh = after[index];
      return fresh === undefined || fresh === text ? [] : [[text, fresh]];
    }),
  );
  if (translated.size === 0) return;
  changeParts(changed, archive, sheets, (source) => {
    if (!/<f[\s>]/.test(source)) return source;
    const splices = new Splices(source);
    const replace = (element: XmlElement | undefined, fresh: (text: string) => string): void => {
      if (element === undefined) return;
      const [old, text] = [textOf(element), fresh(textOf(element))];
      if (old === text) return;
      splices.add({ start: element.contentStart, end: element.contentEnd, text: escapeText(text) });
    };
    walkXml(source, {
      wants: (name) => name === 'c',
      element(cell) {
        const formula = childOf(cell, 'f');
        if (formula === undefined) return;
        replace(formula, (text) =>
          text.replace(LITERAL, (whole, raw: string) => literal(whole, raw, translated)),
        );
        if (cell.attributes.t === 'str') {
          replace(childOf(cell, 'v'), (text) => translated.get(text) ?? text);
        }
      },
    });
    return splices.toString();
  });
}

function literal(whole: string, raw: string, translated: ReadonlyMap<string, string>): string {
  const fresh = translated.get(raw.replaceAll('""', '"'));
  return fresh === undefined ? whole : `"${fresh.replaceAll('"', '""')}"`;
}

/** Texts of the cells in order; readings of characters are no part of them. */
function stringsOf(source: string | undefined): string[] {
  const strings: string[] = [];
  if (source === undefined) return strings;
  walkXml(source, {
    wants: (name) => name === 'si',
    element(string) {
      const parts = elementsOf(string).filter(({ name }) => name === 't' || name === 'r');
      strings.push(parts.map((one) => textOf(one.name === 'r' ? (childOf(one, 't') ?? one) : one)).join(''));
    },
  });
  return strings;
}
