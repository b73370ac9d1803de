import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector, request } from 'undici';
import { isPrivateAddress } from '../accounts/callback-address.js';

export interface SafeClientOptions {
  /** Lets an operator whose receivers stand in the same network reach them. */
  readonly allowPrivate: boolean;
  /** How names become addresses. Default: as the system does it. */
  readonly lookup?: LookupFunction;
  /** Connections per receiver; further requests to it wait their turn. */
  readonly perHost: number;
  /** Default 5000. */
  readonly connectLimitMs?: number;
  /** From the start of the request to the end of the answer's head. Default 15000. */
  readonly answerLimitMs?: number;
}

const CONNECT_LIMIT_MS = 5_000;
const ANSWER_LIMIT_MS = 15_000;
/** The body of the answer means nothing to us; it is read only so that the connection can be used again. */
const BODY_LIMIT_BYTES = 65_536;
const BODY_LIMIT_MS = 2_000;
const LARGEST_HEAD_BYTES = 16_384;
const IDLE_CONNECTION_MS = 4_000;
/** Receivers with open connections at a time. */
const MOST_RECEIVERS = 1_000;

/** The name leads to an address that callbacks must not reach. */
class ForbiddenAddress extends Error {
  override readonly name = 'ForbiddenAddress';
  constructor() {
    super('The address is private, and this service does not call private addresses.');
  }
}

/**
 * Posts to addresses that strangers chose. The check stands inside the connecting itself: the very addresses that the
 * name resolved to are looked at, and one of those is connected to, so a name that leads elsewhere a moment later gains
 * nothing. Redirects are not followed. Every phase has a time limit, head and body have size limits.
 */
export class SafeClient {
  readonly #agent: Agent;
  readonly #answerLimitMs: number;

  constructor(options: SafeClientOptions) {
    this.#answerLimitMs = options.answerLimitMs ?? ANSWER_LIMIT_MS;
    this.#agent = new Agent({
      connect: guardedConnector(options),
      connections: options.perHost,
      pipelining: 1,
      allowH2: false,
      maxOrigins: MOST_RECEIVERS,
      maxHeaderSize: LARGEST_HEAD_BYTES,
      headersTimeout: this.#answerLimitMs,
      bodyTimeout: BODY_LIMIT_MS,
      keepAliveTimeout: IDLE_CONNECTION_MS,
      keepAliveMaxTimeout: IDLE_CONNECTION_MS,
    });
  }

  /** Resolves to the status of the answer. Rejects when there is none: refused, broken, too slow, forbidden. */
  async post(
    url: string,
    headers: Readonly<Record<string, string>>,
    body: string,
    signal: AbortSignal,
  ): Promise<number> {
    const limit = AbortSignal.timeout(this.#answerLimitMs);
    const answer = await request(url, {
      dispatcher: this.#agent,
      method: 'POST',
      headers,
      body,
      signal: AbortSignal.any([signal, limit]),
    });
    // The status is the whole answer; a body that is endless or never comes changes nothing about it.
    await answer.body
      .dump({ limit: BODY_LIMIT_BYTES, signal: AbortSignal.timeout(BODY_LIMIT_MS) })
      .catch(() => answer.body.destroy());
    return answer.statusCode;
  }

  async close(): Promise<void> {
    await this.#agent.destroy();
  }
}

function guardedConnector(options: SafeClientOptions): buildConnector.connector {
  const lookup = options.lookup ?? systemLookup;
  const connect = buildConnector({
    timeout: options.connectLimitMs ?? CONNECT_LIMIT_MS,
    allowH2: false,
    lookup: options.allowPrivate ? lookup : guardedLookup(lookup),
  });
  return (target, callback) => {
    // A literal address is connected to without a look-up.
    const host = target.hostname.replace(/^\[|\]$/g, '');
    if (!options.allowPrivate && isIP(host) !== 0 && isPrivateAddress(host)) {
      callback(new ForbiddenAddress(), null);
      return;
    }
    connect(target, callback);
  };
}

/** One private address among many is enough to refuse: which of them is taken is not ours to choose. */
function guardedLookup(lookup: LookupFunction): LookupFunction {
  return (hostname, options, callback) => {
    lookup(hostname, options, (error, address, family) => {
      if (error === null) {
        const found = typeof address === 'string' ? [address] : address.map((one) => one.address);
        if (found.length === 0 || found.some(isPrivateAddress)) {
          callback(new ForbiddenAddress(), address, family);
          return;
        }
      }
      callback(error, address, family);
    });
  };
}
