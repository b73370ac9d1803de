import { inflateSync } from 'node:zlib';
import {
  decodePDFRawStream,
  PDFArray,
  type PDFDict,
  PDFName,
  PDFNumber,
  type PDFRawStream,
} from '@cantoo/pdf-lib';
import { FileRefused } from '../../file-problems.js';

/** Bytes that the instructions of one page or form may unpack to; those of a map of a city take 20 MB. */
const LONGEST_CONTENT = 64 * 1024 ** 2;

/** The instructions of a page or a form, one character per byte. */
export function contentOf(stream: PDFRawStream): string {
  try {
    return Buffer.from(decoded(stream)).toString('latin1');
  } catch (cause) {
    throw new FileRefused('broken', { cause });
  }
}

function decoded(stream: PDFRawStream): Uint8Array {
  const filter = stream.dict.lookup(PDFName.of('Filter'));
  const only = filter instanceof PDFArray && filter.size() === 1 ? filter.lookup(0) : filter;
  const plain = stream.dict.lookup(PDFName.of('DecodeParms')) === undefined;
  if (only !== PDFName.of('FlateDecode') || !plain) return decodePDFRawStream(stream).decode();
  return inflateSync(stream.contents, { maxOutputLength: LONGEST_CONTENT, finishFlush: 2 });
}

export function numbersIn(dictionary: PDFDict, key: string): readonly number[] {
  const value = dictionary.lookup(PDFName.of(key));
  if (!(value instanceof PDFArray)) return [];
  return value.asArray().flatMap((item) => (item instanceof PDFNumber ? [item.asNumber()] : []));
}
