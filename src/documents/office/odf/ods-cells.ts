import { CodeColumns } from '../../text/code-columns.js';
import { decodeAttribute } from '../../xml/attributes.js';

export interface OdsCell {
  readonly start: number;
  /** Its text is only how a number, a date or the result of a formula looks. */
  readonly computed: boolean;
  /** It stands in a column of codes, and is one. */
  readonly isCode: boolean;
}

const OPENER = /<table:(table|table-row|table-cell|covered-table-cell)(?=[\s/>])([^>]*)>/g;
/** Columns beyond any sheet are repetitions of nothing. */
const MOST_COLUMNS = 20_000;

/** The cells of a document in order; whoever asks for one by a place inside it asks in order too. */
export function odsCells(source: string): (at: number) => OdsCell | undefined {
  const columns = new CodeColumns();
  const found: { start: number; computed: boolean; name: string; text: string }[] = [];
  let table = 0;
  let column = 0;
  let textFrom = 0;
  const close = (at: number): void => {
    const last = found.at(-1);
    if (last === undefined || last.text !== '' || textFrom === 0) return;
    last.text = decodeAttribute(source.slice(textFrom, at).replace(/<[^>]*>/g, '')).trim();
    if (!last.computed) columns.add(last.name, last.text);
    textFrom = 0;
  };
  for (const match of source.matchAll(OPENER)) {
    const [tag, kind, attributes = ''] = match;
    close(match.index);
    if (kind === 'table') table += 1;
    else if (kind === 'table-row') column = 0;
    else {
      if (kind === 'table-cell') {
        const value = /office:value-type="([^"]*)"/.exec(attributes)?.[1];
        const computed = attributes.includes('table:formula=') || (value !== undefined && value !== 'string');
        found.push({ start: match.index, computed, name: `${table}:${column}`, text: '' });
        textFrom = tag.endsWith('/>') ? 0 : match.index + tag.length;
      }
      const repeated = Number(/table:number-columns-repeated="(\d{1,9})"/.exec(attributes)?.[1] ?? 1);
      column = Math.min(MOST_COLUMNS, column + repeated);
    }
  }
  close(source.length);
  const cells = found.map(({ start, computed, name, text }) => ({
    start,
    computed,
    isCode: columns.isCode(name, text),
  }));
  let at = 0;
  return (place) => {
    while ((cells[at + 1]?.start ?? Number.POSITIVE_INFINITY) < place) at += 1;
    while (at > 0 && (cells[at]?.start ?? 0) > place) at -= 1;
    return cells[at];
  };
}
