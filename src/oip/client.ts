import type { OipGrpc } from './grpc.js';
import { OipHttp } from './http.js';
import type { OipClient } from './tensor.js';

/** Schemes of addresses: HTTP, and gRPC without and with TLS. */
export const OIP_SCHEMES = ['http:', 'https:', 'grpc:', 'grpcs:'] as const;

/** A client for addresses of one scheme. */
export function openOipClient(addresses: readonly string[], secret: string | undefined): OipClient {
  if (!addresses.some((address) => address.startsWith('grpc'))) return new OipHttp(secret);
  return new LazyGrpc(secret);
}

/** gRPC is a large library: it is loaded when the first call needs it. */
class LazyGrpc implements OipClient {
  readonly #secret: string | undefined;
  #opened: Promise<OipGrpc> | undefined;

  constructor(secret: string | undefined) {
    this.#secret = secret;
  }

  async infer(...args: Parameters<OipClient['infer']>): ReturnType<OipClient['infer']> {
    this.#opened ??= import('./grpc.js').then(({ OipGrpc: Grpc }) => new Grpc(this.#secret));
    return await (await this.#opened).infer(...args);
  }

  async close(): Promise<void> {
    await (await this.#opened)?.close();
  }
}
