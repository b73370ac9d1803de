import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';

export interface Received {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** A receiver of callbacks, as a customer would run one. */
export interface Receiver {
  readonly url: string;
  readonly received: readonly Received[];
  /** How it answers from now on. */
  answer: (request: Received, response: ServerResponse) => void;
  close(): Promise<void>;
}

export async function openReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    void read(request).then((body) => {
      const entry = { path: request.url ?? '', headers: request.headers, body };
      received.push(entry);
      receiver.answer(entry, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The receiver does not listen.');
  const receiver: Receiver = {
    url: `http://127.0.0.1:${address.port}/hook`,
    received,
    answer: (_, response) => response.end('ok'),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return receiver;
}

async function read(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString('utf8');
}
