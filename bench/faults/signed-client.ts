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
  #nonce = 0;

  constructor(baseUrl: string, key: CustomerKey) {
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  /** Body of a translation from English to Japanese. */
  order(text: readonly string[]) {
    return { fieldId: '1', text, sourceLang: 'en', targetLang: 'ja', contractId: this.#key.contractId };
  }

  /** Rejects when there was no answer. */
  async call(method: string, path: string, body?: object): Promise<Answer> {
    this.#nonce = Math.max(Date.now(), this.#nonce + 1);
    const nonce = String(this.#nonce);
    const response = await fetch(`${this.#baseUrl}${path}`, {
      method,
      headers: {
        ...signedHeaders(this.#key, path, nonce),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(30_000),
    });
    const answer: { data: Record<string, unknown> | null } = JSON.parse(await response.text());
    return { status: response.status, data: answer.data ?? {} };
  }
}
