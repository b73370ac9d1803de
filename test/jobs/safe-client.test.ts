import type { LookupFunction } from 'node:net';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { SafeClient, type SafeClientOptions } from '#src/callbacks/safe-client.js';
import { openReceiver, type Receiver } from './receiver.js';

/** Of nobody we know; nothing here ever connects to it. */
const PUBLIC = '93.184.215.14';
let receiver: Receiver;
const clients: SafeClient[] = [];
beforeAll(async () => {
  receiver = await openReceiver();
});
afterEach(async () => {
  receiver.answer = (_, response) => response.end('ok');
  for (const client of clients.splice(0)) await client.close();
});
afterAll(() => receiver.close());

function client(options: Partial<SafeClientOptions> = {}): SafeClient {
  const made = new SafeClient({
    allowPrivate: false,
    perHost: 2,
    connectLimitMs: 500,
    answerLimitMs: 700,
    ...options,
  });
  clients.push(made);
  return made;
}

function post(from: SafeClient, url: string): Promise<number> {
  return from.post(url, { 'content-type': 'application/json' }, '{}', new AbortController().signal);
}

/** A name service that gives these answers, one after the other; the last one for ever. */
function nameService(...answers: readonly (readonly string[])[]): LookupFunction {
  let asked = 0;
  return (_, options, callback) => {
    const addresses = answers[Math.min(asked++, answers.length - 1)] ?? [];
    const found = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
    const [first] = found;
    if (options.all === true) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  };
}

describe('a private address', () => {
  it.each([
    'http://127.0.0.1:PORT/',
    'http://localhost:PORT/',
    'http://[::1]:PORT/',
    'http://[::ffff:127.0.0.1]:PORT/',
    'http://[::ffff:7f00:1]:PORT/',
    'http://0.0.0.0:PORT/',
    'http://[::]:PORT/',
    'http://2130706433:PORT/',
    'http://0x7f.1:PORT/',
    'http://10.1.2.3/',
    'http://172.31.0.1/',
    'http://192.168.0.1/',
    'http://100.64.0.1/',
    'http://169.254.169.254/latest/meta-data/',
    'http://[fd00:ec2::254]/',
    'http://[fe80::1]/',
    'http://[64:ff9b::7f00:1]/',
    'http://[64:ff9b:1::a00:1]/',
    'http://[2002:a00:1::1]/',
    'http://[2001:0:a00:1::1]/',
    'http://[::a00:1]/',
    'http://[fec0::1]/',
  ])('%s is not connected to', async (pattern) => {
    const before = receiver.received.length;
    const port = new URL(receiver.url).port;
    await expect(post(client(), pattern.replace('PORT', port))).rejects.toThrow('private');
    expect(receiver.received).toHaveLength(before);
  });

  it('is found out behind a name, also as one of many addresses', async () => {
    for (const addresses of [['127.0.0.1'], [PUBLIC, '10.0.0.1'], ['::ffff:192.168.1.1']]) {
      const lookup = nameService(addresses);
      await expect(post(client({ lookup }), 'http://receiver.example/')).rejects.toThrow('private');
    }
  });

  it('is refused when the name led elsewhere a moment ago', async () => {
    const { port } = new URL(receiver.url);
    const before = receiver.received.length;
    const lookup = nameService([PUBLIC], ['127.0.0.1']);
    const checked = await new Promise((resolve) => {
      lookup('rebinding.example', { all: true }, (_, found) => resolve(found));
    });
    expect(checked).toEqual([{ address: PUBLIC, family: 4 }]);
    await expect(post(client({ lookup }), `http://rebinding.example:${port}/`)).rejects.toThrow('private');
    expect(receiver.received).toHaveLength(before);
  });

  it('is reached when the operator allows it', async () => {
    expect(await post(client({ allowPrivate: true }), receiver.url)).toBe(200);
  });
});

describe('a hostile receiver', () => {
  it('that never answers is left after the limit', async () => {
    receiver.answer = () => undefined;
    await expect(post(client({ allowPrivate: true }), receiver.url)).rejects.toThrow();
  });

  it('that sends an endless body is left with the status it gave', async () => {
    let sent = 0;
    receiver.answer = (_, response) => {
      response.writeHead(200);
      const pour = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
        if (!response.destroyed) response.once('drain', pour);
      };
      pour();
    };
    expect(await post(client({ allowPrivate: true }), receiver.url)).toBe(200);
    expect(sent).toBeLessThan(50_000_000);
  });

  it('that redirects is not followed', async () => {
    const before = receiver.received.length;
    receiver.answer = (_, response) => response.writeHead(307, { location: '/elsewhere' }).end();
    expect(await post(client({ allowPrivate: true }), receiver.url)).toBe(307);
    expect(receiver.received).toHaveLength(before + 1);
  });

  it('that sends an endless head or no HTTP at all is left', async () => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.write('HTTP/1.1 200 OK\r\n');
      const pour = setInterval(() => socket.write(`x-${Math.random()}: ${'a'.repeat(2000)}\r\n`), 2);
      socket.on('close', () => clearInterval(pour));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    if (address === null || typeof address === 'string') throw new Error('no port');
    await expect(post(client({ allowPrivate: true }), `http://127.0.0.1:${address.port}/`)).rejects.toThrow();
    await new Promise((resolve) => server.close(resolve));
  });
});
