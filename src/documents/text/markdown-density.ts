/** Deeper than this nobody quotes or lists. */
const MOST_CONTAINERS = 40;
/** Marks in one paragraph; a badge or a link has about eight. */
const MOST_MARKS = 1_000;
const CONTAINERS = /^(?:[ \t]|>|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]))*/;
const CONTAINER = />|[-*+]|\d{1,9}[.)]/g;
/** An item that stands deeper than `MOST_CONTAINERS` lists of four columns each. */
const INDENTED_ITEM = /^(?: {160}|\t{40})[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/;
const MARKS = /[[\]()<>*_~`!"]/g;
/** A line that begins something of its own: an item, a heading, a row of a table. */
const BEGINS = /^[ \t>]*(?:[-*+#|]|\d{1,9}[.)])/;

/**
 * Whether a text has more marks in one place than Markdown that people write. Parsers of Markdown look back from each
 * mark to those before it, so that such a text would take the square of its length.
 */
export function isTooDense(text: string): boolean {
  let marks = 0;
  for (const line of text.split(/\r\n|\r|\n/)) {
    const containers = CONTAINERS.exec(line)?.[0] ?? '';
    if (countOf(containers, CONTAINER) > MOST_CONTAINERS) return true;
    // Lists inside of lists are written by blanks alone; where there are none yet, so much indented is code.
    if (INDENTED_ITEM.test(line)) return true;
    if (line.trim() === '' || BEGINS.test(line)) marks = 0;
    marks += countOf(line, MARKS);
    if (marks > MOST_MARKS) return true;
  }
  return false;
}

function countOf(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0;
}
