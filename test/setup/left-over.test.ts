import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { Worker } from 'node:worker_threads';
import { expect, it, vi } from 'vitest';
import { kept, leftOver } from './left-over.js';

it('names what is left open: a server, a child, a thread and a listener', async () => {
  const before = kept();
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const child = spawn(process.execPath, ['-e', 'process.stdin.resume()'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  const thread = new Worker('setInterval(() => undefined, 60_000)', { eval: true });
  await once(thread, 'online');
  const listener = () => undefined;
  process.on('SIGTERM', listener);
  const open = ['TCPServerWrap', 'ProcessWrap', 'thread', 'listener of SIGTERM'];
  expect(leftOver(before, kept())).toEqual(expect.arrayContaining(open.map((kind) => `1 × ${kind}`)));

  server.close();
  child.stdin.end();
  await Promise.all([once(child, 'exit'), thread.terminate()]);
  process.off('SIGTERM', listener);
  // Waiting has timers of its own.
  const isClosed = () => leftOver(before, kept()).every((kind) => kind.endsWith('Timeout'));
  await vi.waitUntil(isClosed, { timeout: 50_000 });
});
