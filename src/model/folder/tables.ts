import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Manifest, ManifestPlace, ManifestTable } from './manifest.js';

/** A row of 8-bit numbers for every token, and a scale for every row. In shared memory: it is there once for all threads. */
export interface TokenTable {
  readonly width: number;
  readonly rows: Int8Array;
  readonly scales: Float32Array;
}

/** What is looked up outside the graphs of a model. Plain data: it goes to threads. */
export interface TokenTables {
  readonly embedding: TokenTable;
  /** What a row is multiplied with when it is an input. */
  readonly inputFactor: number;
  /** The output layer of the draft head. */
  readonly draftHead?: TokenTable;
}

/** Undefined when the model is not in our own layout. */
export async function readTables(folder: string, { tables }: Manifest): Promise<TokenTables | undefined> {
  if (tables === undefined) return undefined;
  const { embedding, inputFactor, draftHead } = tables;
  return {
    embedding: await readTable(folder, embedding),
    inputFactor,
    ...(draftHead === undefined ? {} : { draftHead: await readTable(folder, draftHead) }),
  };
}

export async function readTable(folder: string, { rows, scales }: ManifestTable): Promise<TokenTable> {
  const numbers = new Int8Array(await bytesOf(folder, rows));
  const factors = new Float32Array(await bytesOf(folder, scales));
  return { width: numbers.length / factors.length, rows: numbers, scales: factors };
}

async function bytesOf(
  folder: string,
  { file, offset, bytes: length }: ManifestPlace,
): Promise<SharedArrayBuffer> {
  const bytes = new Uint8Array(new SharedArrayBuffer(length));
  const handle = await open(join(folder, file));
  try {
    for (let done = 0; done < length; ) {
      const { bytesRead } = await handle.read(bytes, done, length - done, offset + done);
      if (bytesRead === 0) throw new Error(`${file} ends before byte ${offset + length}.`);
      done += bytesRead;
    }
  } finally {
    await handle.close();
  }
  return bytes.buffer;
}
