import { defused } from '../../interchange/formula.js';
import { type FileFormat, isLanguage } from '../document.js';
import { escapeTags, unescapeTags } from '../inline.js';
import { cellsOf, delimiterOf } from '../text/cells.js';
import { CodeColumns } from '../text/code-columns.js';
import { decodeFile } from '../text/encoding.js';
import { spanDocument, type TextSpan } from '../text/spans.js';

export const CSV = delimited('csv', 'text/csv; charset=utf-8', delimiterOf);
export const TSV = delimited('tsv', 'text/tab-separated-values; charset=utf-8', () => '\t');

function delimited(id: string, mediaType: string, delimiterIn: (text: string) => string): FileFormat {
  return {
    id,
    extensions: id === 'tsv' ? ['tsv', 'tab'] : ['csv'],
    mediaType,
    open(bytes, { from }) {
      const file = decodeFile(bytes, { from, marked: true });
      const delimiter = delimiterIn(file.text);
      const spans: TextSpan[] = [];
      const cells = [...cellsOf(file.text, delimiter)];
      const columns = new CodeColumns();
      for (const { column, text } of cells) columns.add(String(column), text);
      for (const { start, end, text, quoted, column } of cells) {
        if (columns.isCode(String(column), text)) continue;
        // A formula, which a spreadsheet computes when it opens the file.
        if (!isLanguage(text) || text.startsWith('=')) continue;
        spans.push({
          start,
          end,
          text: escapeTags(text),
          write: (translation) => cell(asText(unescapeTags(translation), text), delimiter, quoted),
        });
      }
      return spanDocument(file, spans);
    },
  };
}

/** A dash or a plus and a blank, as the items of a list have them. */
const ITEM = /^[-+]\s/;

/**
 * What a translation begins with must not become a formula. Items of lists stay items where they were such, and behind an
 * apostrophe everything is text already.
 */
function asText(translation: string, source: string): string {
  const isHarmless = translation.startsWith("'") || (ITEM.test(translation) && ITEM.test(source));
  return isHarmless ? translation : defused(translation);
}

function cell(text: string, delimiter: string, quoted: boolean): string {
  const needed = text.includes(delimiter) || /["\r\n]/.test(text);
  return quoted || needed ? `"${text.replaceAll('"', '""')}"` : text;
}
