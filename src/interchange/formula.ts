/** How a cell begins that a spreadsheet would take for a formula; a mark already before it counts with it. */
const FORMULA = /^'*[=+\-@\t\r]/;

/**
 * Text that a spreadsheet shows as it is: one that begins like a formula gets an apostrophe before it, which spreadsheets
 * read as "this is text" and `undefused` takes away again.
 *
 * @example
 * defused('=1+1') // "'=1+1"
 */
export function defused(text: string): string {
  return FORMULA.test(text) ? `'${text}` : text;
}

/** The text that was defused. */
export function undefused(text: string): string {
  return text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text;
}
