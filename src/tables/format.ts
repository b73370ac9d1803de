import { Failure } from '../failure.js';

/** Table formats that are read and written, with the media type of a download. */
export const TABLE_FORMATS = {
  tsv: 'text/tab-separated-values; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  tmx: 'application/x-tmx+xml; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type TableFormat = keyof typeof TABLE_FORMATS;

export function isTableFormat(text: string): text is TableFormat {
  return Object.hasOwn(TABLE_FORMATS, text);
}

/**
 * The format by name or, without one, by the ending of the file name.
 *
 * @example
 * tableFormat(undefined, 'terms.CSV') // 'csv'
 */
export function tableFormat(name: string | undefined, fileName: string | undefined): TableFormat {
  const wanted = (name ?? /\.([^.]+)$/.exec(fileName ?? '')?.[1] ?? '').toLowerCase();
  if (wanted === 'txt') return 'tsv';
  if (isTableFormat(wanted)) return wanted;
  throw new Failure(40201, {
    message: `The format "${wanted}" is not known: send a tsv, csv, tmx or xlsx file, or name the format.`,
  });
}
