import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp({ bodyLimit: 100_000 });
  acme = await app.tenant();
});
afterAll(() => app.close());

/** Far more than the buffers of both ends hold. */
const BODY_BYTES = 60_000_000;
const PIECE = Buffer.alloc(1_000_000, 'x');
let lastNonce = 0;

function signed(path: string): readonly string[] {
  lastNonce = Math.max(Date.now(), lastNonce + 1);
  const { accessKey, secretKey } = acme.key;
  const signature = createHmac('sha256', secretKey).update(`${lastNonce}${path}`).digest('hex');
  return [`accessKey: ${accessKey}`, `nonce: ${lastNonce}`, `signature: ${signature}`];
}

async function open(): Promise<Socket> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(socket, 'connect');
  // Whoever writes hears of it, too.
  socket.on('error', () => undefined);
  return socket;
}

/** Writes; fails as a client does whose pipe is broken. */
function write(socket: Socket, bytes: string | Buffer): Promise<void> {
  return new Promise((resolve, reject) =>
    socket.write(bytes, (error) => (error == null ? resolve() : reject(error))),
  );
}

/** Sends a whole request and does not look for an answer before the last byte is written. */
async function sendAll(socket: Socket, head: readonly string[], isChunked: boolean): Promise<void> {
  const length = isChunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${BODY_BYTES}`;
  await write(socket, [...head, length, '', ''].join('\r\n'));
  for (let sent = 0; sent < BODY_BYTES; sent += PIECE.length) {
    if (isChunked) await write(socket, `${PIECE.length.toString(16)}\r\n`);
    await write(socket, PIECE);
    if (isChunked) await write(socket, '\r\n');
  }
  if (isChunked) await write(socket, '0\r\n\r\n');
}

/** What has come when the service has closed the connection. */
async function readToEnd(socket: Socket): Promise<string> {
  let received = '';
  for await (const chunk of socket) received += String(chunk);
  return received;
}

const WAYS = [
  { isSigned: true, isChunked: false, status: 413 },
  { isSigned: true, isChunked: true, status: 413 },
  { isSigned: false, isChunked: false, status: 401 },
  { isSigned: false, isChunked: true, status: 401 },
] as const;

function headOf(path: string, isSigned: boolean, type = 'application/json'): readonly string[] {
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', `Content-Type: ${type}`];
  return isSigned ? [...head, ...signed(path)] : head;
}

describe('a client that writes all of a large body before it reads', () => {
  it.each(WAYS)(
    'and asks for the connection to be closed reads why it was refused: %j',
    async ({ isSigned, isChunked, status }) => {
      const socket = await open();
      const head = [...headOf('/api/v1/dictionary', isSigned), 'Connection: close'];
      await sendAll(socket, head, isChunked);
      const received = await readToEnd(socket);
      expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
      expect(received).toContain('"status":"failure"');
    },
  );

  it.each(WAYS)('reads why it was refused, and asks on: %j', async ({ isSigned, isChunked, status }) => {
    const socket = await open();
    await sendAll(socket, headOf('/api/v1/dictionary', isSigned), isChunked);
    await write(socket, 'GET /livez HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
    const received = await readToEnd(socket);
    expect(received).toMatch(new RegExp(`^HTTP/1\\.1 ${status} .*HTTP/1\\.1 200 OK`, 's'));
  });

  it('of a form that is broken reads so', async () => {
    const socket = await open();
    const head = headOf('/api/v1/training/train', true, 'multipart/form-data; boundary=edge');
    await sendAll(socket, [...head, 'Connection: close'], false);
    expect(await readToEnd(socket)).toMatch(/^HTTP\/1\.1 4\d\d .*"status":"failure"/s);
  });
});

it('a body that never ends is cut off', async () => {
  const socket = await open();
  await write(
    socket,
    [...headOf('/api/v1/dictionary', false), 'Transfer-Encoding: chunked', '', ''].join('\r\n'),
  );
  const endless = async () => {
    for (;;) {
      await write(socket, `${PIECE.length.toString(16)}\r\n`);
      await write(socket, PIECE);
      await write(socket, '\r\n');
    }
  };
  await expect(endless()).rejects.toThrow(/EPIPE|ECONNRESET|write after end|destroyed/);
  socket.destroy();
});
