import type { Archive } from '../../archive/archive.js';
import { CodeColumns } from '../../text/code-columns.js';
import { textOf, walkXml } from '../../xml/walk.js';

const CELL = /<c\s([^>]*[^/])>(?:<f[^>]*\/>)?<v>(\d{1,9})<\/v>/g;

/** Shared strings that stand in columns of codes: these are data, wherever else they stand. */
export function codeTexts(archive: Archive, strings: string, sheets: RegExp): ReadonlySet<string> {
  const texts: string[] = [];
  walkXml(strings, {
    wants: (name) => name === 'si',
    element: (string) => {
      texts.push(textOf(string));
    },
  });
  const codes = new Set<string>();
  if (!texts.some((text) => /^[A-Z]/.test(text))) return codes;
  for (const name of archive.names.filter((part) => sheets.test(part))) {
    const cells = [...cellsOf(archive.text(name) ?? '')];
    const columns = new CodeColumns();
    for (const { column, string } of cells) columns.add(column, texts[string] ?? '');
    for (const { column, string } of cells) {
      const text = texts[string] ?? '';
      if (columns.isCode(column, text)) codes.add(text);
    }
  }
  return codes;
}

function* cellsOf(sheet: string): Generator<{ readonly column: string; readonly string: number }> {
  for (const [, attributes = '', value] of sheet.matchAll(CELL)) {
    if (!/\bt="s"/.test(attributes)) continue;
    const column = /\br="([A-Z]{1,3})\d/.exec(attributes)?.[1];
    if (column !== undefined) yield { column, string: Number(value) };
  }
}
