import { connect, createServer, type Server, type Socket } from 'node:net';

/** The network between the service and its database, with a switch. */
export class NetworkProxy {
  readonly #server: Server;
  readonly #targetPort: number;
  readonly #sockets = new Set<Socket>();
  #open = true;

  private constructor(targetPort: number) {
    this.#targetPort = targetPort;
    this.#server = createServer((inner) => this.#join(inner));
  }

  static async open(targetPort: number): Promise<NetworkProxy> {
    const proxy = new NetworkProxy(targetPort);
    await new Promise<void>((resolve) => proxy.#server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('The proxy does not listen.');
    return address.port;
  }

  #join(inner: Socket): void {
    if (!this.#open) {
      inner.destroy();
      return;
    }
    const outer = connect(this.#targetPort, '127.0.0.1');
    for (const [one, other] of [
      [inner, outer],
      [outer, inner],
    ] as const) {
      this.#sockets.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        this.#sockets.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }

  /** Every connection breaks, and none can be made. */
  cut(): void {
    this.#open = false;
    for (const socket of this.#sockets) socket.destroy();
  }

  /** Nothing arrives any more, and nobody is told: the cable is out. */
  silence(): void {
    for (const socket of this.#sockets) socket.pause();
  }

  restore(): void {
    this.#open = true;
    for (const socket of this.#sockets) socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
