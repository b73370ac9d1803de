import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure } from '../failure.js';
import type { Caller } from './caller.js';
import { sameSecret } from './constant-time.js';
import type { KeyRecord, Keyring } from './keyring.js';
import { checkNonce } from './nonce.js';
import type { Replays } from './replays.js';
import { plainTarget, verifySignature } from './signature.js';
import type { TokenThrottle } from './throttle.js';
import { claimedKey, currentSecrets, issueToken, verifyToken } from './tokens.js';

/** The parts of a request that say who sent it. */
export interface Credentials {
  readonly accessKey: string | undefined;
  readonly nonce: string | undefined;
  readonly signature: string | undefined;
  readonly authorization: string | undefined;
  readonly method: string;
  /** Path and query as they came over the wire. */
  readonly target: string;
}

export interface AuthenticatorOptions {
  readonly nonceWindowMs: number;
  readonly replayCheck: boolean;
}

/**
 * Refusals are never sent earlier than this after the request: whether the key was in memory, in the database or
 * nowhere cannot be told from the time.
 */
const REFUSAL_FLOOR_MS = 15;

const READS = new Set(['GET', 'HEAD', 'OPTIONS']);
/** Requests that may repeat a nonce although they are not reads: they change nothing that belongs to the caller. */
const REPEATABLE = /^\/api\/v1\/(?:translate(?:\/async)?|token)\/?(?:\?|$)/;

/** Finds out who is calling, by the three headers or by a bearer token. */
export class Authenticator {
  readonly #keyring: Keyring;
  readonly #replays: Replays;
  readonly #throttle: TokenThrottle;
  readonly #options: AuthenticatorOptions;
  /** Verified against when a key is unknown, so that the answer takes as long as for a wrong signature. */
  readonly #decoy = randomBytes(48).toString('hex');

  constructor(keyring: Keyring, replays: Replays, throttle: TokenThrottle, options: AuthenticatorOptions) {
    this.#keyring = keyring;
    this.#replays = replays;
    this.#throttle = throttle;
    this.#options = options;
  }

  authenticate(credentials: Credentials): Promise<Caller> {
    const { authorization } = credentials;
    return withFloor(() =>
      authorization !== undefined && credentials.signature === undefined
        ? this.#byToken(authorization)
        : this.#bySignature(credentials),
    );
  }

  async #bySignature(credentials: Credentials): Promise<Caller> {
    const { accessKey, nonce, signature, method, target } = credentials;
    if (accessKey === undefined || nonce === undefined || signature === undefined) {
      throw new Failure(40006, {
        message: 'Send the headers accessKey, nonce and signature, or Authorization: Bearer with a token.',
      });
    }
    const record = await this.#keyring.find(accessKey);
    const now = Date.now();
    const fits = this.#secretsOf(record, now).some((secret) =>
      verifySignature(secret, { nonce, target, signature }),
    );
    if (record === undefined) throw new Failure(40002);
    if (!fits) throw new Failure(40006);
    if (!record.enabled) throw new Failure(40003);
    checkNonce(record.caller.profile, nonce, now, this.#options.nonceWindowMs);
    if (
      this.#options.replayCheck &&
      record.caller.profile === 'standard' &&
      !READS.has(method) &&
      !REPEATABLE.test(target)
    ) {
      await this.#replays.check(record.caller, nonce, method, plainTarget(target));
    }
    return record.caller;
  }

  async #byToken(authorization: string): Promise<Caller> {
    const token = /^Bearer +(\S+)$/i.exec(authorization)?.[1];
    const accessKey = token === undefined ? undefined : claimedKey(token);
    if (token === undefined || accessKey === undefined) {
      throw new Failure(40006, {
        message: 'Authorization must be "Bearer" and a token from POST /api/v1/token.',
      });
    }
    const record = await this.#keyring.find(accessKey);
    const fits = await verifyToken(token, this.#secretsOf(record, Date.now()));
    if (record === undefined) throw new Failure(40002);
    if (!fits) throw new Failure(40006, { message: 'The token is not valid or has expired: get a new one.' });
    if (!record.enabled) throw new Failure(40003);
    return record.caller;
  }

  /** Answers the token endpoint: the secret itself is the proof. */
  issue(accessKey: string, secretKey: string, seconds: number, address: string): Promise<string> {
    return withFloor(() => this.#issue(accessKey, secretKey, seconds, address));
  }

  async #issue(accessKey: string, secretKey: string, seconds: number, address: string): Promise<string> {
    const wait = await this.#throttle.waitSeconds(address, accessKey);
    if (wait > 0) {
      throw new Failure(40103, {
        message: 'Too many failed token requests. Wait before sending again.',
        detail: { retryAfter: wait },
      });
    }
    const record = await this.#keyring.find(accessKey);
    const given = Buffer.from(secretKey);
    const fits = this.#secretsOf(record, Date.now()).some((secret) => sameSecret(given, Buffer.from(secret)));
    if (record === undefined || !fits) {
      await this.#throttle.failed(address, accessKey);
      throw new Failure(record === undefined ? 40002 : 40006);
    }
    if (!record.enabled) throw new Failure(40003);
    return issueToken(accessKey, secretKey, seconds);
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
    await pause(Math.max(0, REFUSAL_FLOOR_MS - (performance.now() - begun)));
    throw error;
  }
}
