import { once } from 'node:events';
import type { MessagePort } from 'node:worker_threads';
import type { BadRow, PairRow } from './pair.js';
import { type ReadOptions, readPairs } from './read.js';

export interface ReadOrder {
  readonly bytes: Uint8Array;
  readonly options: ReadOptions;
  /** Takes batches of rows; each is asked for by a message. */
  readonly port: MessagePort;
}

/** Few enough that taking a batch over does not hold up the main thread. */
const BATCH_ROWS = 500;

/** Hands the rows of a file over batch by batch; the next one is made when it is asked for. */
export async function run({ bytes, options, port }: ReadOrder): Promise<void> {
  let rows: (PairRow | BadRow)[] = [];
  const hand = async (): Promise<void> => {
    const asked = once(port, 'message');
    port.postMessage(rows);
    rows = [];
    await asked;
  };
  try {
    for await (const row of readPairs(bytes, options)) {
      rows.push(row);
      if (rows.length >= BATCH_ROWS) await hand();
    }
    if (rows.length > 0) await hand();
  } finally {
    port.close();
  }
}
