import { createServer, request as forward } from 'node:http';

export interface Disturbance {
  readonly status: number;
  readonly retryAfter?: string;
}

/** Stands between client and service and answers some requests itself. */
export interface FaultyProxy {
  readonly url: string;
  /** Targets in the order in which they came. */
  readonly seen: readonly string[];
  /** Answers of the next requests; `cut` closes the connection after the service has answered, `half` within the answer. */
  readonly next: (Disturbance | 'cut' | 'half')[];
  /** Bodies of the answers that were cut off. */
  readonly lost: readonly string[];
  close(): Promise<void>;
}

export async function openProxy(service: string): Promise<FaultyProxy> {
  const seen: string[] = [];
  const next: (Disturbance | 'cut' | 'half')[] = [];
  const lost: string[] = [];
  const { port } = new URL(service);
  const server = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`);
    const disturbance = next.shift();
    if (typeof disturbance === 'object') {
      request.resume();
      const headers = disturbance.retryAfter === undefined ? {} : { 'retry-after': disturbance.retryAfter };
      response.writeHead(disturbance.status, headers).end();
      return;
    }
    const { method, url: path, headers } = request;
    const onward = forward({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
      if (disturbance === 'cut') {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.once('end', () => {
          lost.push(Buffer.concat(parts).toString());
          response.destroy();
        });
        return;
      }
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      if (disturbance === 'half') {
        answer.once('data', (part: Buffer) => response.write(part, () => response.destroy()));
        return;
      }
      answer.pipe(response);
    });
    onward.on('error', () => response.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy does not listen.');
  return {
    url: `http://127.0.0.1:${address.port}`,
    seen,
    next,
    lost,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
