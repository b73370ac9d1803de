import { Failure } from '../base/failure.js';

/** Table formats that are read and written, with the media type of a download. */
export const INTERCHANGE_FORMATS = {
  tsv: 'text/tab-separated-values; charset=utf-8',
  csv: 'text/csv; charset=utf-8',
  tmx: 'application/x-tmx+xml; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;

export type InterchangeFormat = keyof typeof INTERCHANGE_FORMATS;

export function isInterchangeFormat(text: string): text is InterchangeFormat {
  return Object.hasOwn(INTERCHANGE_FORMATS, text);
}

/**
 * The format by name or, without one, by the ending of the file name.
 *
 * @example
 * interchangeFormat(undefined, 'terms.CSV') // 'csv'
 */
export function interchangeFormat(name: string | undefined, fileName: string | undefined): InterchangeFormat {
  const wanted = (name ?? /\.([^.]+)$/.exec(fileName ?? '')?.[1] ?? '').toLowerCase();
  if (wanted === 'txt') return 'tsv';
  if (isInterchangeFormat(wanted)) return wanted;
  throw new Failure('argumentInvalid', {
    message: `The format "${wanted}" is not known: send a tsv, csv, tmx or xlsx file, or name the format.`,
  });
}
