import type { FastifyReply, FastifyRequest } from 'fastify';
import { Failure } from '../../base/failure.js';
import { answerBrokenRequests } from '../answer/broken-requests.js';
import { hasBody } from '../body/unread-body.js';
import type { ApiInstance } from '../parts.js';

const RETRY_SECONDS = 1;
/** Requests of one address whose bodies are still under way; each holds a connection and what has arrived of it. */
const MOST_ARRIVING_PER_ADDRESS = 1_024;
/** Callers at their bound that are remembered by what they sign with, so that the next refusal costs little. */
const MOST_REMEMBERED = 1_000;
/** A JSON body is small: one that takes longer is sent slowly on purpose, or its sender is gone. */
const LONGEST_BODY_MS = 20_000;

/** Bounds what is worked on at once, in all and for each party; beyond it callers hear 503 instead of waiting in memory. */
export class Admission {
  readonly #most: number;
  readonly #mostPerParty: number;
  readonly #parties = new Map<string, number>();
  #inFlight = 0;

  constructor(most: number, mostPerParty: number) {
    this.#most = most;
    this.#mostPerParty = mostPerParty;
  }

  /** Whether nobody would be let in now. */
  get full(): boolean {
    return this.#inFlight >= this.#most;
  }

  /** Whether this party would not be let in now. */
  refuses(party: string): boolean {
    return this.full || this.#of(party) >= this.#mostPerParty;
  }

  /** What lets the place go again, once however often it is called; undefined where there is none. */
  enter(party: string): (() => void) | undefined {
    if (this.refuses(party)) return undefined;
    this.#inFlight += 1;
    this.#parties.set(party, this.#of(party) + 1);
    let isInside = true;
    return () => {
      if (!isInside) return;
      isInside = false;
      this.#inFlight -= 1;
      const left = (this.#parties.get(party) ?? 1) - 1;
      if (left === 0) this.#parties.delete(party);
      else this.#parties.set(party, left);
    };
  }

  #of(party: string): number {
    return this.#parties.get(party) ?? 0;
  }
}

/**
 * Puts an admission in front of routes. A request takes its place when its body has arrived: until then it costs a
 * connection and no work, and who never sends the rest must not keep others out.
 */
export function admitTo(app: ApiInstance, admission: Admission): void {
  // Refused by what they claim before anything is checked: a flood of requests that end in 503 must cost next to nothing.
  // It harms nobody, since the same request with a good signature would be refused as well.
  const atBound = new Map<string, string>();
  app.addHook('onRequest', (request, _reply, done) => {
    const claim = claimOf(request);
    const party = claim === undefined ? undefined : atBound.get(claim);
    if (claim === undefined || party === undefined) {
      done();
      return;
    }
    if (admission.refuses(party)) {
      done(busy());
      return;
    }
    atBound.delete(claim);
    done();
  });
  app.addHook('preValidation', (request, reply, done) => {
    const party = partyOf(request);
    const release = admission.enter(party);
    if (release === undefined) {
      const claim = claimOf(request);
      if (claim !== undefined && request.caller !== null && atBound.size < MOST_REMEMBERED) {
        atBound.set(claim, party);
      }
      done(busy());
      return;
    }
    // `close` comes exactly once, whether the answer was sent or the caller has gone.
    reply.raw.once('close', release);
    done();
  });
}

/** The organization once it is known, else the address. */
function partyOf({ caller, ip }: FastifyRequest): string {
  return caller === null ? `address ${ip}` : `organization ${caller.orgId}`;
}

/** Who the caller says he is, before it is known whether that is true. */
function claimOf({ headers }: FastifyRequest): string | undefined {
  return typeof headers.accesskey === 'string' ? headers.accesskey : headers.authorization;
}

function busy(): Failure {
  return new Failure('serviceBusy', { detail: { retryAfter: RETRY_SECONDS } });
}

/**
 * Bounds bodies that are still arriving, by number for each address and by time. Routes that take files have a larger
 * body limit of their own and the server's longer time.
 */
export function boundArrivals(app: ApiInstance, bodyLimit: number): void {
  const arriving = new Admission(Number.MAX_SAFE_INTEGER, MOST_ARRIVING_PER_ADDRESS);
  app.addHook('onRequest', (request, reply, done) => {
    if (!hasBody(request)) {
      done();
      return;
    }
    const release = arriving.enter(request.ip);
    if (release === undefined) {
      done(busy());
      return;
    }
    const takesFiles = (request.routeOptions.bodyLimit ?? bodyLimit) > bodyLimit;
    const limit = takesFiles ? undefined : setTimeout(() => cutOff(request, reply), LONGEST_BODY_MS);
    let arrived = false;
    const end = () => {
      if (arrived) return;
      arrived = true;
      clearTimeout(limit);
      release();
    };
    request.raw.once('end', end);
    reply.raw.once('close', end);
    done();
  });
}

function cutOff(request: FastifyRequest, reply: FastifyReply): void {
  if (reply.sent) return;
  const late = Object.assign(new Error('The body did not arrive in time.'), {
    code: 'ERR_HTTP_REQUEST_TIMEOUT',
  });
  answerBrokenRequests(late, request.raw.socket);
}
