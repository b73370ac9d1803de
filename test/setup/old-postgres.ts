import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';

/** A message of PostgreSQL's protocol: its letter, its length, what it holds. */
function message(letter: string, ...parts: readonly (string | readonly number[])[]): Buffer {
  const body = Buffer.concat(
    parts.map((part) => (typeof part === 'string' ? Buffer.from(`${part}\0`) : Buffer.from(part))),
  );
  const head = Buffer.alloc(5);
  head.write(letter);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

const READY = message('Z', [73]);

/** The one row of one text column that every question is answered with. */
function answer(version: string): Buffer {
  return Buffer.concat([
    message('T', [0, 1], 'version', [0, 0, 0, 0, 0, 0, 0, 0, 0, 25, 255, 255, 255, 255, 255, 255, 0, 0]),
    message('D', [0, 1, 0, 0, 0, version.length], [...Buffer.from(version)]),
    message('C', 'SELECT 1'),
    READY,
  ]);
}

/** Lets everybody in, and answers whatever is asked with its version, as a PostgreSQL of that release would. */
export async function oldPostgres(version: string): Promise<{ url: string; close: () => void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.once('data', () => {
      socket.write(Buffer.concat([message('R', [0, 0, 0, 0]), READY]));
      socket.on('data', (asked) => asked[0] === 'Q'.charCodeAt(0) && socket.write(answer(version)));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    url: `postgres://kotobashi:x@127.0.0.1:${typeof address === 'object' ? address?.port : 0}/kotobashi`,
    close: () => {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}
