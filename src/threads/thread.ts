import { parentPort, workerData } from 'node:worker_threads';
import { isFailure } from '../base/failure.js';
import { giveWay } from './give-way.js';
import type { FromThread, ThreadOptions, ToThread } from './messages.js';
import { systemThreadId } from './processor-time.js';
import type { TaskContext, TaskFunction } from './task.js';

/** A thread of the pool: runs one task after the other. */
const port = parentPort;
if (port === null) throw new Error('This file runs in a thread.');
const tell = (message: FromThread) => port.postMessage(message);
let abort = new AbortController();
const { background }: ThreadOptions = workerData;
if (background) giveWay();
tell({ kind: 'started', systemThreadId: systemThreadId() ?? null });

port.on('message', (message: ToThread) => {
  if (message.kind === 'abort') abort.abort(new Error('The caller gave up.'));
  else void run(message.module, message.input);
});

async function run(module: string, input: unknown): Promise<void> {
  abort = new AbortController();
  const context: TaskContext = {
    signal: abort.signal,
    progress: (done) => tell({ kind: 'progress', done }),
  };
  try {
    const task: { readonly run: TaskFunction<unknown, never> } = await import(module);
    tell({ kind: 'done', output: await task.run(input, context) });
  } catch (error) {
    tell(answerOf(error));
  }
}

function answerOf(error: unknown): FromThread {
  if (!isFailure(error)) {
    return { kind: 'error', error: error instanceof Error ? error : new Error(String(error)) };
  }
  const { kind, message, status, detail } = error;
  return { kind: 'failure', name: kind, options: { message, status, detail } };
}
