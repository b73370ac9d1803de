import { once } from 'node:events';
import { type MessagePort, parentPort, workerData } from 'node:worker_threads';
import { Failure } from '../base/failure.js';
import { giveWay } from '../threads/give-way.js';
import type { BadRow, PairRow } from './pair.js';
import type { ReadOrder, ReadReport } from './pair-reader.js';
import { readPairs } from './read.js';

/** Few enough that taking a batch over does not hold up the main thread. */
const BATCH_ROWS = 500;

const port = ownPort();

function ownPort(): MessagePort {
  if (parentPort === null) throw new Error('This file runs in a worker thread.');
  return parentPort;
}

function report(message: ReadReport): void {
  port.postMessage(message);
}

/** Hands rows over batch by batch; the next one is made when it is asked for. */
async function read({ bytes, options }: ReadOrder): Promise<void> {
  let rows: (PairRow | BadRow)[] = [];
  const hand = async (): Promise<void> => {
    const asked = once(port, 'message');
    report({ kind: 'rows', rows });
    rows = [];
    await asked;
  };
  for await (const row of readPairs(bytes, options)) {
    rows.push(row);
    if (rows.length >= BATCH_ROWS) await hand();
  }
  if (rows.length > 0) await hand();
  report({ kind: 'end' });
}

const order: ReadOrder = workerData;
giveWay();
try {
  await read(order);
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  report({ kind: 'failure', failure: error.kind, message: error.message, status: error.status });
} finally {
  port.close();
}
