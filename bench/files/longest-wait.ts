import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** Asks again and again, and keeps the longest time that an answer took. */
const PROBE = `
const { parentPort, workerData } = require('node:worker_threads');
let longest = 0;
let over = false;
parentPort.once('message', () => { over = true; });
(async () => {
  while (!over) {
    const started = performance.now();
    await fetch(workerData).then((response) => response.text());
    longest = Math.max(longest, performance.now() - started);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  parentPort.postMessage(Math.round(longest));
})();`;

/** Begins to ask an address in a thread of its own; what this one does meanwhile does not count. Answers how to end it. */
export function longestWait(url: string): () => Promise<number> {
  const worker = new Worker(PROBE, { eval: true, workerData: url });
  return async () => {
    worker.postMessage('over');
    const [longest] = await once(worker, 'message');
    return Number(longest);
  };
}
