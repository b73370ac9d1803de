import { BroadcastChannel, isMainThread } from 'node:worker_threads';

/**
 * Loaded into every thread of a service under test (`NODE_OPTIONS=--import`): on SIGUSR2 all its threads end, as
 * they do when one runs out of memory.
 */
const channel = new BroadcastChannel('faults');
channel.unref();
if (isMainThread) process.on('SIGUSR2', () => channel.postMessage('end'));
else channel.onmessage = () => process.exit(1);
