import { createWriteStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { Failure } from '../../base/failure.js';
import { type InterchangeFormat, interchangeFormat } from '../../interchange/format.js';
import type { Pair } from '../../interchange/pair.js';
import { MAX_FILE_BYTES } from '../../interchange/read.js';
import { writePairs } from '../../interchange/write.js';
import type { AdminArgs } from '../admin.js';
import { word } from './arguments.js';

/** The table that the second word of a command names, and its format. */
export function tableFile(args: AdminArgs): { readonly path: string; readonly format: InterchangeFormat } {
  const path = word(args, 'The file', 1);
  return { path, format: interchangeFormat(args.flags.format, path) };
}

export async function readTable(path: string): Promise<Uint8Array> {
  try {
    const { size } = await stat(path);
    if (size <= MAX_FILE_BYTES) return await readFile(path);
  } catch (cause) {
    throw new Failure('argumentInvalid', { message: `The file ${path} cannot be read.`, cause });
  }
  throw new Failure('requestInvalid', {
    message: `The file ${path} is larger than ${MAX_FILE_BYTES / 1024 / 1024} MiB.`,
  });
}

/** Writes pairs to the file that the command names, and answers which. */
export async function writeTable(args: AdminArgs, pairs: AsyncIterable<Pair>): Promise<string> {
  const { path, format } = tableFile(args);
  await pipeline(writePairs(pairs, format), createWriteStream(path));
  return path;
}
