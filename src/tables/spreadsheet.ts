import { Readable } from 'node:stream';
import { createInflateRaw } from 'node:zlib';
import { type AsyncFlateStreamHandler, Unzip, type UnzipDecoder } from 'fflate';
import { readSheet } from 'read-excel-file/node';
import { Failure } from '../failure.js';
import type { CellRow } from './pair.js';

/** All parts of a workbook together when unpacked; the file itself is bounded by the caller. */
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;
const CHUNK_BYTES = 1024 * 1024;

/** The rows of the first sheet. Numbers come as they are written, dates as `YYYY-MM-DD`. */
export async function readSpreadsheet(bytes: Uint8Array): Promise<readonly CellRow[]> {
  await refuseBombs(bytes);
  let sheet: readonly (readonly unknown[])[];
  try {
    sheet = await readSheet(Buffer.from(bytes), { parseNumber: (digits) => digits, trim: false });
  } catch (cause) {
    throw notAWorkbook(cause);
  }
  return sheet
    .map((row, index): CellRow => ({ kind: 'cells', line: index + 1, cells: row.map(cellText) }))
    .filter((row) => row.cells.some((cell) => cell.trim() !== ''));
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return String(value);
}

/**
 * A few kilobytes can unpack to gigabytes, and the sizes written in an archive can lie: everything is unpacked once
 * outside the main thread, counted and thrown away, before the real reader sees the file. Entries are found as that
 * reader finds them, by the headers in front of them.
 */
async function refuseBombs(bytes: Uint8Array): Promise<void> {
  let total = 0;
  for (const packed of packedEntries(bytes)) {
    const unpacked = Readable.from(packed).pipe(createInflateRaw({ chunkSize: CHUNK_BYTES }));
    try {
      for await (const chunk of unpacked) {
        total += chunk.length;
        if (total > MAX_UNPACKED_BYTES) break;
      }
    } catch (cause) {
      throw notAWorkbook(cause);
    } finally {
      unpacked.destroy();
    }
    if (total > MAX_UNPACKED_BYTES) {
      throw new Failure(40202, {
        status: 413,
        message: 'The workbook is too large when unpacked. Split it, or send it as TSV.',
      });
    }
  }
}

/** Hands deflated data through as it is, so that fflate finds the entries and zlib unpacks them. */
class StillPacked implements UnzipDecoder {
  static readonly compression = 8;
  ondata: AsyncFlateStreamHandler = () => undefined;

  push(data: Uint8Array, final: boolean): void {
    this.ondata(null, new Uint8Array(data), final);
  }
}

function packedEntries(bytes: Uint8Array): readonly (readonly Uint8Array[])[] {
  const entries: Uint8Array[][] = [];
  const unzip = new Unzip((entry) => {
    const pieces: Uint8Array[] = [];
    // An entry that is only stored cannot grow.
    if (entry.compression === StillPacked.compression) entries.push(pieces);
    entry.ondata = (_, chunk) => {
      if (chunk?.length) pieces.push(chunk);
    };
    entry.start();
  });
  unzip.register(StillPacked);
  try {
    unzip.push(bytes, true);
  } catch (cause) {
    throw notAWorkbook(cause);
  }
  return entries;
}

function notAWorkbook(cause: unknown): Failure {
  return new Failure(40202, {
    message: 'The file is not a readable XLSX workbook. Save it again as .xlsx, or send it as TSV or CSV.',
    cause,
  });
}
