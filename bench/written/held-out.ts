import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseLine, type WrittenLine } from './checker.js';

/** One line and one document in so many is never trained on; `trainer/nmt/written.py` has the same rule. */
const ONE_IN = 25;

export function isHeldOut({ document, en }: WrittenLine): boolean {
  const digest = createHash('sha256')
    .update(document === '-' ? en : document)
    .digest();
  return digest.readUInt32BE(0) % ONE_IN === 0;
}

/** How much text there is, and how much of it is held out. */
export async function countWritten(folder: string): Promise<{ lines: number; heldOut: number }> {
  const count = { lines: 0, heldOut: 0 };
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.tsv')) continue;
    for (const raw of (await readFile(join(folder, name), 'utf8')).split('\n')) {
      const line = parseLine(raw);
      if (line === undefined) continue;
      count.lines++;
      if (isHeldOut(line)) count.heldOut++;
    }
  }
  return count;
}
