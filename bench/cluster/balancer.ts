import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import {
  Agent,
  createServer,
  type IncomingMessage,
  request,
  type Server,
  type ServerResponse,
} from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../faults/stage.js';

/** A server behind the load balancer. */
export interface Backend {
  readonly name: string;
  readonly port: number;
}

/** Spreads requests over the servers that say they are ready, and says in `x-node` which of them had the request. */
export interface Balancer {
  readonly url: string;
  /** Resolves when it sends requests to this server, which is ready, or has had the time to see it. */
  sees(name: string): Promise<void>;
  close(): Promise<void>;
}

export type BalancerKind = 'haproxy' | 'own';

/** How often `/readyz` is asked; a server that says no once gets no new requests. */
const CHECK_MS = 250;
/** As long as HAProxy, which does not tell, may need to see a server that is ready again. */
const NOTICE_MS = 600;

export function hasHaproxy(): boolean {
  return spawnSync('haproxy', ['-v']).status === 0;
}

export function openBalancer(
  kind: BalancerKind,
  backends: readonly Backend[],
  folder: string,
): Promise<Balancer> {
  return kind === 'haproxy' ? openHaproxy(backends, folder) : OwnBalancer.open(backends);
}

async function openHaproxy(backends: readonly Backend[], folder: string): Promise<Balancer> {
  const port = await freePort();
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(
    file,
    `defaults
  mode http
  timeout connect 2s
  timeout client 60s
  timeout server 60s
  # A server that is busy is not down: only an answer of 503 or a refused connection says so at once.
  timeout check 10s
  # Only connections that could not be made are tried again, elsewhere: a request that was sent is never sent twice.
  retries 3
  option redispatch 1
frontend in
  bind 127.0.0.1:${port}
  default_backend servers
backend servers
  balance roundrobin
  option httpchk GET /readyz
  default-server check inter ${CHECK_MS}ms fall 1 rise 1
  http-after-response set-header x-node %s
${backends.map(({ name, port }) => `  server ${name} 127.0.0.1:${port}`).join('\n')}
`,
  );
  const child = spawn('haproxy', ['-q', '-db', '-f', file], { stdio: 'inherit' });
  const ended = once(child, 'exit');
  for (;;) {
    if (child.exitCode !== null) throw new Error('HAProxy did not start.');
    const isUp = await fetch(`http://127.0.0.1:${port}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isUp) break;
    await sleep(20);
  }
  return {
    url: `http://127.0.0.1:${port}`,
    sees: async () => await sleep(NOTICE_MS),
    close: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** The same rules in a few lines, for machines without HAProxy: in turn, over connections that are kept. */
class OwnBalancer implements Balancer {
  readonly #server: Server;
  readonly #backends: readonly (Backend & { readonly agent: Agent })[];
  readonly #ready = new Set<string>();
  #turn = 0;
  #closed = false;

  private constructor(backends: readonly Backend[]) {
    this.#backends = backends.map((backend) => ({ ...backend, agent: new Agent({ keepAlive: true }) }));
    this.#server = createServer((incoming, outgoing) => void this.#serve(incoming, outgoing));
  }

  static async open(backends: readonly Backend[]): Promise<OwnBalancer> {
    const balancer = new OwnBalancer(backends);
    balancer.#server.listen(0, '127.0.0.1');
    await once(balancer.#server, 'listening');
    for (const backend of backends) void balancer.#watch(backend);
    return balancer;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The balancer does not listen.');
    return `http://127.0.0.1:${address.port}`;
  }

  async sees(name: string): Promise<void> {
    while (!this.#ready.has(name)) await sleep(CHECK_MS / 5);
  }

  async #watch({ name, port }: Backend): Promise<void> {
    while (!this.#closed) {
      const isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
        ({ ok }) => ok,
        () => false,
      );
      if (isReady) this.#ready.add(name);
      else this.#ready.delete(name);
      await sleep(CHECK_MS);
    }
  }

  async #serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of incoming) parts.push(part);
    const body = Buffer.concat(parts);
    const ready = this.#backends.filter(({ name }) => this.#ready.has(name));
    for (let tried = 0; tried < ready.length; tried += 1) {
      this.#turn += 1;
      const backend = ready[this.#turn % ready.length];
      if (backend === undefined) break;
      const answer = await forward(backend, incoming, body);
      if (answer === 'refused') continue;
      outgoing.setHeader('x-node', backend.name);
      if (answer === 'broken') outgoing.writeHead(502).end('{}');
      else {
        const { connection: _, ...headers } = answer.headers;
        outgoing.writeHead(answer.statusCode ?? 502, headers);
        answer.on('error', () => outgoing.destroy());
        answer.pipe(outgoing);
      }
      return;
    }
    outgoing.writeHead(503).end('{}');
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#server.closeAllConnections();
    this.#server.close();
    for (const { agent } of this.#backends) agent.destroy();
  }
}

/** `refused`: nothing was sent, so that another may have it. */
function forward(
  { port, agent }: Backend & { readonly agent: Agent },
  { method, url, headers }: IncomingMessage,
  body: Buffer,
): Promise<IncomingMessage | 'refused' | 'broken'> {
  return new Promise((resolve) => {
    const outgoing = request({ host: '127.0.0.1', port, agent, method, path: url, headers });
    outgoing.once('response', resolve);
    outgoing.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'refused' : 'broken'),
    );
    outgoing.end(body);
  });
}
