import { type FileFormat, hasText } from '../document.js';
import { escapeTags, unescapeTags } from '../inline.js';
import { decodeFile } from '../text/encoding.js';
import { spanDocument, type TextSpan } from '../text/spans.js';

/** Paragraphs longer than this are cut at a line break: a file without blank lines is not one paragraph. */
const LONGEST_PARAGRAPH = 20_000;

/** Plain text; a paragraph is what stands between blank lines. */
export const TXT: FileFormat = {
  id: 'txt',
  extensions: ['txt', 'text'],
  mediaType: 'text/plain; charset=utf-8',
  open(bytes, { from }) {
    const file = decodeFile(bytes, { from, marked: true });
    return spanDocument(file, paragraphsOf(file.text));
  },
};

function paragraphsOf(text: string): TextSpan[] {
  const spans: TextSpan[] = [];
  const close = (start: number, end: number): void => {
    const words = text.slice(start, end);
    if (hasText(words)) spans.push({ start, end, text: escapeTags(words), write: unescapeTags });
  };
  let from = 0;
  let to = 0;
  for (const match of text.matchAll(/[^\r\n]*(?:\r\n|\r|\n|$)/g)) {
    const line = match[0].replace(/[\r\n]+$/, '');
    const end = match.index + line.length;
    if (line.trim() === '' || end - from > LONGEST_PARAGRAPH) {
      if (to > from) close(from, to);
      from = match.index;
      to = from;
    }
    if (line.trim() !== '') {
      if (to === from) from = match.index;
      to = end;
    }
  }
  if (to > from) close(from, to);
  return spans;
}
