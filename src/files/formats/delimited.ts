import { type FileFormat, isLanguage } from '../document.js';
import { escapeTags, unescapeTags } from '../inline.js';
import { cellsOf, delimiterOf } from '../text/cells.js';
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
      const file = decodeFile(bytes, from);
      const delimiter = delimiterIn(file.text);
      const spans: TextSpan[] = [];
      for (const { start, end, text, quoted } of cellsOf(file.text, delimiter)) {
        if (!isLanguage(text)) continue;
        spans.push({
          start,
          end,
          text: escapeTags(text),
          write: (translation) => cell(unescapeTags(translation), delimiter, quoted),
        });
      }
      return spanDocument(file, spans);
    },
  };
}

function cell(text: string, delimiter: string, quoted: boolean): string {
  const needed = text.includes(delimiter) || /["\r\n]/.test(text);
  return quoted || needed ? `"${text.replaceAll('"', '""')}"` : text;
}
