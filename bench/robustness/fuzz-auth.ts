import { type CustomerKey, signedHeaders } from '../faults/signed-client.js';
import type { Random } from './random.js';

/** Headers of authentication, good ones and all kinds of bad ones. */
export class Auth {
  readonly #key: CustomerKey;
  readonly #adminToken: string;
  #nonce = 0;

  constructor(key: CustomerKey, adminToken: string) {
    this.#key = key;
    this.#adminToken = adminToken;
  }

  headers(random: Random, path: string): Readonly<Record<string, string>> {
    if (random.chance(0.8)) {
      return path.startsWith('/admin')
        ? { authorization: `Bearer ${this.#adminToken}` }
        : (this.#vendorHeaders(path) ?? this.#signed(path));
    }
    const signed = this.#signed(path);
    return random.pick<Readonly<Record<string, string>>>([
      {},
      { ...signed, signature: 'ff'.repeat(32) },
      { ...signed, nonce: '99999999999999999999' },
      { ...signed, nonce: '-1' },
      { ...signed, accessKey: 'nobody' },
      { authorization: 'Bearer' },
      { authorization: 'Bearer eyJhbGciOiJub25lIn0.e30.' },
      { authorization: `Bearer ${'x'.repeat(5_000)}` },
      { accessKey: this.#key.accessKey },
      { authorization: 'DeepL-Auth-Key :' },
      { 'x-goog-api-key': this.vendorKey.slice(1) },
      { 'ocp-apim-subscription-key': `${this.vendorKey}:nothing:${'x'.repeat(600)}` },
    ]);
  }

  /** The key as clients of the compatible interfaces send it. */
  get vendorKey(): string {
    return `${this.#key.accessKey}:${this.#key.secretKey}`;
  }

  #vendorHeaders(path: string): Readonly<Record<string, string>> | undefined {
    if (/^\/v[23]\//.test(path)) return { authorization: `DeepL-Auth-Key ${this.vendorKey}` };
    if (path.startsWith('/language/')) return { 'x-goog-api-key': this.vendorKey };
    if (path.startsWith('/translator/')) return { 'ocp-apim-subscription-key': this.vendorKey };
    return undefined;
  }

  #signed(path: string): Readonly<Record<string, string>> {
    this.#nonce = Math.max(Date.now(), this.#nonce + 1);
    const nonce = String(this.#nonce);
    return signedHeaders(this.#key, path, nonce);
  }
}
