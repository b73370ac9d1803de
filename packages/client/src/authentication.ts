import { Hmac, sha256 } from './hmac.js';

/** The keys of one access key. The secret never leaves the process when requests are signed. */
export interface Keys {
  readonly accessKey: string;
  readonly secretKey: string;
}

/** What a signature covers. */
export interface SignedCall {
  readonly method: string;
  /** The path with its query, as it is sent. */
  readonly target: string;
  readonly body?: string | Uint8Array<ArrayBuffer>;
}

/** Gives each request its headers. */
export interface Authentication {
  headers(call: SignedCall): Promise<Readonly<Record<string, string>>>;
  /** The service refused the headers. True when another attempt with fresh ones makes sense. */
  refused(): boolean;
}

/** Signs method, path, hash of the body and time of every request, so that its headers serve for no other. */
export class RequestSigner implements Authentication {
  readonly #accessKey: string;
  readonly #hmac: Hmac;
  readonly #nonces = new Nonces();

  constructor({ accessKey, secretKey }: Keys) {
    this.#accessKey = accessKey;
    this.#hmac = new Hmac(secretKey);
  }

  async headers({ method, target, body = '' }: SignedCall): Promise<Readonly<Record<string, string>>> {
    const nonce = this.#nonces.next();
    const content = await sha256(body);
    const signature = await this.#hmac.sign([method, target, content, nonce].join('\n'));
    return {
      accessKey: this.#accessKey,
      nonce,
      'x-content-sha256': content,
      'x-signature-v2': signature,
    };
  }

  refused(): boolean {
    return false;
  }
}

/**
 * The current time in milliseconds, never the same twice: two requests of one millisecond get neighbouring
 * numbers, so that parallel changes are not taken for a replay.
 */
export class Nonces {
  #last = 0;

  next(): string {
    this.#last = Math.max(Date.now(), this.#last + 1);
    return String(this.#last);
  }
}

/** A token that somebody else obtained, for pages that must never hold a secret. */
export class FixedToken implements Authentication {
  readonly #token: string;

  constructor(token: string) {
    this.#token = token;
  }

  headers(): Promise<Readonly<Record<string, string>>> {
    return Promise.resolve({ authorization: `Bearer ${this.#token}` });
  }

  refused(): boolean {
    return false;
  }
}

/** Share of a token's life after which it is renewed. */
const RENEW_AFTER = 0.8;

/** Exchanges the keys for tokens and renews them before they end; parallel requests share one exchange. */
export class RenewedToken implements Authentication {
  readonly #obtain: () => Promise<string>;
  readonly #lifetimeMs: number;
  #token: Promise<string> | undefined;
  #renewAt = 0;

  constructor(obtain: () => Promise<string>, lifetimeSeconds: number) {
    this.#obtain = obtain;
    this.#lifetimeMs = lifetimeSeconds * 1000;
  }

  async headers(): Promise<Readonly<Record<string, string>>> {
    if (this.#token === undefined || Date.now() >= this.#renewAt) {
      const token = this.#obtain();
      this.#token = token;
      this.#renewAt = Date.now() + RENEW_AFTER * this.#lifetimeMs;
      token.catch(() => {
        if (this.#token === token) this.#token = undefined;
      });
    }
    return { authorization: `Bearer ${await this.#token}` };
  }

  refused(): boolean {
    this.#token = undefined;
    return true;
  }
}
