import { createHmac } from 'node:crypto';

export interface CustomerKey {
  readonly accessKey: string;
  readonly secretKey: string;
  readonly contractId: string;
}

export interface Answer {
  readonly status: number;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A request as its sender saw it; moments are those of `performance.now()`. */
export interface Sent {
  readonly began: number;
  readonly ended: number;
  /** 0: there was no answer. */
  readonly status: number;
  /** The node that answered or should have, where the load balancer says so. */
  readonly node: string;
}

/** A request without an answer by then has none; the service itself takes no longer. */
const LONGEST_MS = 120_000;

export interface CallOptions {
  /** Another address than that of the client: one node of several. */
  readonly baseUrl?: string;
  /** One that was used before. */
  readonly nonce?: string;
}

export function signedHeaders(
  { accessKey, secretKey }: Pick<CustomerKey, 'accessKey' | 'secretKey'>,
  path: string,
  nonce: string,
): Readonly<Record<string, string>> {
  const signature = createHmac('sha256', secretKey).update(`${nonce}${path}`).digest('hex');
  return { accessKey, nonce, signature };
}

/** Signs requests as a customer's program does. */
export class SignedClient {
  readonly #baseUrl: string;
  readonly #key: CustomerKey;
  readonly #observe: (sent: Sent) => void;
  #nonce = 0;

  constructor(baseUrl: string, key: CustomerKey, observe: (sent: Sent) => void = () => undefined) {
    this.#baseUrl = baseUrl;
    this.#key = key;
    this.#observe = observe;
  }

  /** One that was not used yet. */
  nextNonce(): string {
    this.#nonce = Math.max(Date.now(), this.#nonce + 1);
    return String(this.#nonce);
  }

  /** Body of a translation from English to Japanese. */
  order(text: readonly string[]) {
    return { fieldId: '1', text, sourceLang: 'en', targetLang: 'ja', contractId: this.#key.contractId };
  }

  /** Rejects when there was no answer. */
  async call(method: string, path: string, body?: object, options: CallOptions = {}): Promise<Answer> {
    const { baseUrl = this.#baseUrl, nonce = this.nextNonce() } = options;
    const began = performance.now();
    let status = 0;
    let node = '';
    try {
      const response = await fetch(`${baseUrl}${path}`, {
        method,
        headers: {
          ...signedHeaders(this.#key, path, nonce),
          ...(body && { 'content-type': 'application/json' }),
        },
        ...(body && { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(LONGEST_MS),
      });
      node = response.headers.get('x-node') ?? '';
      const answer: { data?: Record<string, unknown> | null } = JSON.parse(await response.text());
      status = response.status;
      return { status, data: answer.data ?? {} };
    } finally {
      // Only what took the common way: a node that is asked by itself may be down.
      if (baseUrl === this.#baseUrl) this.#observe({ began, ended: performance.now(), status, node });
    }
  }
}
