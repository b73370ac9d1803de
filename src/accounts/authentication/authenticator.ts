import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../../base/failure.js';
import type { Caller } from '../caller.js';
import type { KeyCache, KeyRecord } from '../key-cache.js';
import { sameSecret } from '../secrets/constant-time.js';
import { checkNonce } from './nonce.js';
import { EMPTY_SHA256, verifySignature, verifySignatureV2 } from './signature.js';
import type { FailureThrottle } from './throttle.js';
import { claimedKey, currentSecrets, issueToken, verifyToken } from './tokens.js';

/** The parts of a request that say who sent it. */
export interface Credentials {
  readonly accessKey: string | undefined;
  readonly nonce: string | undefined;
  readonly signature: string | undefined;
  /** `x-signature-v2`, and with it `x-content-sha256`. */
  readonly signatureV2: string | undefined;
  readonly contentSha256: string | undefined;
  readonly authorization: string | undefined;
  readonly method: string;
  /** Path and query as they came over the wire. */
  readonly target: string;
  /** Where the request comes from. */
  readonly address: string;
}

/** Who is calling, and what is still to be checked when the body is there. */
export interface Authenticated {
  readonly caller: Caller;
  /** Of a signed request. */
  readonly signed?: {
    readonly signature: Buffer;
    /** What the body has to be, when the signature covers it. */
    readonly bodySha256?: string;
  };
}

/**
 * Refusals are never sent earlier than this after the request: whether the key was in memory, in the database or
 * nowhere cannot be told from the time.
 */
const REFUSAL_FLOOR_MS = 15;
const V2_REQUIRED =
  'This access key takes only requests with x-signature-v2, which covers method, path, body and nonce: see the guide to signatures.';

/** Finds out who is calling, by a signature in the headers or by a bearer token. */
export class Authenticator {
  readonly #keyCache: KeyCache;
  readonly #throttle: FailureThrottle;
  readonly #nonceWindowMs: number;
  /** Verified against when a key is unknown, so that the answer takes as long as for a wrong signature. */
  readonly #decoy = randomBytes(48).toString('hex');

  constructor(keyCache: KeyCache, throttle: FailureThrottle, options: { readonly nonceWindowMs: number }) {
    this.#keyCache = keyCache;
    this.#throttle = throttle;
    this.#nonceWindowMs = options.nonceWindowMs;
  }

  authenticate(credentials: Credentials): Promise<Authenticated> {
    const { authorization, signature, signatureV2, address } = credentials;
    return withFloor(() =>
      authorization !== undefined && signature === undefined && signatureV2 === undefined
        ? this.#byToken(authorization, address)
        : this.#bySignature(credentials),
    );
  }

  async #bySignature(credentials: Credentials): Promise<Authenticated> {
    const { accessKey, nonce, signatureV2, method, target, address } = credentials;
    const signature = signatureV2 ?? credentials.signature;
    if (accessKey === undefined || nonce === undefined || signature === undefined) {
      throw new Failure('signatureInvalid', {
        message: 'Send the headers accessKey, nonce and signature, or Authorization: Bearer with a token.',
      });
    }
    const record = await this.#keyCache.find(accessKey);
    const now = Date.now();
    const bodySha256 = (credentials.contentSha256 ?? EMPTY_SHA256).toLowerCase();
    const fits = this.#secretsOf(record, now).some((secret) =>
      signatureV2 === undefined
        ? verifySignature(secret, { nonce, target, signature })
        : verifySignatureV2(secret, { nonce, target, signature, method, bodySha256 }),
    );
    if (record === undefined || !fits) return await this.#refuse(record, address, accessKey);
    if (!record.enabled) throw new Failure('accessKeyDisabled');
    if (record.requiresV2 && signatureV2 === undefined) {
      throw new Failure('signatureInvalid', { message: V2_REQUIRED });
    }
    checkNonce(record.caller.profile, nonce, now, this.#nonceWindowMs);
    return {
      caller: record.caller,
      signed: {
        signature: Buffer.from(signature, 'hex'),
        ...(signatureV2 !== undefined && { bodySha256 }),
      },
    };
  }

  async #byToken(authorization: string, address: string): Promise<Authenticated> {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const accessKey = token === undefined ? undefined : claimedKey(token);
    if (token === undefined || accessKey === undefined) {
      await this.#throttle.count(address, '');
      throw new Failure('signatureInvalid', {
        message: 'Authorization must be "Bearer" and a token from POST /api/v1/token.',
      });
    }
    const record = await this.#keyCache.find(accessKey);
    const verdict = await verifyToken(token, this.#secretsOf(record, Date.now()));
    if (record === undefined || verdict === 'wrong') {
      return await this.#refuse(record, address, accessKey, 'The token is not valid: get a new one.');
    }
    if (verdict === 'expired') {
      // Clients take this for the sign to get a new one; slowed down, they would stop.
      throw new Failure('signatureInvalid', { message: 'The token has expired: get a new one.' });
    }
    if (!record.enabled) throw new Failure('accessKeyDisabled');
    if (record.requiresV2) throw new Failure('signatureInvalid', { message: V2_REQUIRED });
    return { caller: record.caller };
  }

  /** Answers the token endpoint: the secret itself is the proof. */
  issue(accessKey: string, secretKey: string, seconds: number, address: string): Promise<string> {
    return withFloor(() => this.#issue(accessKey, secretKey, seconds, address));
  }

  async #issue(accessKey: string, secretKey: string, seconds: number, address: string): Promise<string> {
    await this.#bySecret(accessKey, secretKey, address);
    return issueToken(accessKey, secretKey, seconds);
  }

  /** Who has this key and its secret; for interfaces whose clients send one string and sign nothing. */
  bySecret(accessKey: string, secretKey: string, address: string): Promise<Caller> {
    return withFloor(() => this.#bySecret(accessKey, secretKey, address));
  }

  async #bySecret(accessKey: string, secretKey: string, address: string): Promise<Caller> {
    const record = await this.#keyCache.find(accessKey);
    const given = Buffer.from(secretKey);
    const fits = this.#secretsOf(record, Date.now()).some((secret) => sameSecret(given, Buffer.from(secret)));
    if (record === undefined || !fits) return await this.#refuse(record, address, accessKey);
    if (!record.enabled) throw new Failure('accessKeyDisabled');
    if (record.requiresV2) throw new Failure('signatureInvalid', { message: V2_REQUIRED });
    return record.caller;
  }

  /** A token for a caller who proved by other means that the key is his. */
  async issueFor(accessKey: string, seconds: number): Promise<string> {
    const record = await this.#keyCache.find(accessKey);
    const [secret] = this.#secretsOf(record, Date.now());
    if (record === undefined || secret === undefined) throw new Failure('accessKeyInvalid');
    if (!record.enabled) throw new Failure('accessKeyDisabled');
    if (record.requiresV2) throw new Failure('signatureInvalid', { message: V2_REQUIRED });
    return issueToken(accessKey, secret, seconds);
  }

  /** Counts the failure first: who sends too many hears only that. */
  async #refuse(
    record: KeyRecord | undefined,
    address: string,
    accessKey: string,
    message?: string,
  ): Promise<never> {
    await this.#throttle.count(address, accessKey);
    if (record === undefined) throw new Failure('accessKeyInvalid');
    throw new Failure('signatureInvalid', message === undefined ? {} : { message });
  }

  #secretsOf(record: KeyRecord | undefined, nowMs: number): readonly string[] {
    return record === undefined ? [this.#decoy] : currentSecrets(record, nowMs);
  }
}

async function withFloor<T>(attempt: () => Promise<T>): Promise<T> {
  const begun = performance.now();
  try {
    return await attempt();
  } catch (error) {
    await sleep(Math.max(0, REFUSAL_FLOOR_MS - (performance.now() - begun)));
    throw error;
  }
}
