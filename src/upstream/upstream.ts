import { setTimeout as pause } from 'node:timers/promises';
import { CircuitBreaker } from './circuit-breaker.js';
import { RetryBudget } from './retry-budget.js';
import { UpstreamError } from './upstream-error.js';
import type { Observe } from './upstream-event.js';

export interface UpstreamSettings {
  /** In metrics. */
  readonly name: string;
  readonly addresses: readonly string[];
  /** For one attempt, from its start to the end of the answer. */
  readonly timeoutMs: number;
}

/** One attempt at one address; rejects with `UpstreamError`, or with the signal's reason. */
export type Attempt<Answer> = (address: string, signal: AbortSignal) => Promise<Answer>;

interface Target {
  readonly address: string;
  readonly breaker: CircuitBreaker;
  inFlight: number;
}

/** Further attempts after one that failed in passing. */
const RETRIES = 2;
/** Repeated attempts that all calls together may add: what is down is not called more often than what works. */
const RETRY_SHARE = 0.2;
/** Failures in a row after which an address is left alone: for as long as an attempt may take, within limits. */
const BREAKER_FAILURES = 5;
const LONGEST_BREAKER_PAUSE_MS = 10_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 2_000;

/**
 * One service at one or several addresses. A call goes to the address with the least to do, and is tried again elsewhere, or
 * later, when it fails in passing. Whoever calls decides what an attempt is, so every protocol has the same manners.
 */
export class Upstream {
  readonly name: string;
  readonly #timeoutMs: number;
  readonly #observe: Observe;
  readonly #targets: readonly Target[];
  readonly #budget: RetryBudget;
  #turn = 0;

  constructor({ name, addresses, timeoutMs }: UpstreamSettings, observe: Observe) {
    this.name = name;
    this.#timeoutMs = timeoutMs;
    this.#observe = observe;
    this.#budget = new RetryBudget(RETRY_SHARE);
    const breakerPauseMs = Math.min(timeoutMs, LONGEST_BREAKER_PAUSE_MS);
    this.#targets = addresses.map((address) => ({
      address,
      inFlight: 0,
      breaker: new CircuitBreaker(BREAKER_FAILURES, breakerPauseMs, (isOpen) =>
        observe({ kind: 'circuit', upstream: name, address, isOpen }),
      ),
    }));
  }

  /** Rejects with `UpstreamError`, or with the reason of an aborted signal. */
  async call<Answer>(attempt: Attempt<Answer>, signal?: AbortSignal): Promise<Answer> {
    this.#budget.deposit();
    for (let tries = 0; ; tries++) {
      signal?.throwIfAborted();
      try {
        return await this.#run(attempt, this.#choose(), signal);
      } catch (error) {
        signal?.throwIfAborted();
        const again = error instanceof UpstreamError && error.isPassing && tries < RETRIES;
        if (!again || !this.#budget.withdraw()) throw error;
        this.#observe({ kind: 'retry', upstream: this.name });
        await pause(backoffMs(tries), undefined, signal === undefined ? {} : { signal });
      }
    }
  }

  #choose(): Target {
    const turn = this.#turn++ % this.#targets.length;
    const inTurn = [...this.#targets.slice(turn), ...this.#targets.slice(0, turn)];
    const target = least(inTurn.filter(({ breaker }) => breaker.admits));
    if (target === undefined) {
      throw new UpstreamError('open', `${this.name}: every address failed too often and is left alone.`);
    }
    return target;
  }

  async #run<Answer>(
    attempt: Attempt<Answer>,
    target: Target,
    signal: AbortSignal | undefined,
  ): Promise<Answer> {
    const limit = AbortSignal.timeout(this.#timeoutMs);
    const began = performance.now();
    target.inFlight += 1;
    target.breaker.enter();
    const noted = (outcome: Extract<Parameters<Observe>[0], { kind: 'attempt' }>['outcome']) =>
      this.#observe({ kind: 'attempt', upstream: this.name, outcome, ms: performance.now() - began });
    try {
      const answer = await attempt(
        target.address,
        signal === undefined ? limit : AbortSignal.any([signal, limit]),
      );
      target.breaker.succeeded();
      noted('ok');
      return answer;
    } catch (error) {
      if (signal?.aborted === true) {
        target.breaker.left();
        noted('superfluous');
        throw error;
      }
      const known = limit.aborted
        ? new UpstreamError('timeout', `${target.address}: no answer within ${this.#timeoutMs} ms.`)
        : error;
      if (!(known instanceof UpstreamError)) target.breaker.left();
      else if (known.isPassing) target.breaker.failed();
      else target.breaker.succeeded();
      noted(known instanceof UpstreamError ? known.fault : 'malformed');
      throw known;
    } finally {
      target.inFlight -= 1;
    }
  }
}

function least(targets: readonly Target[]): Target | undefined {
  const [first, ...others] = targets;
  if (first === undefined) return undefined;
  return others.reduce((best, target) => (target.inFlight < best.inFlight ? target : best), first);
}

/** Exponential with full jitter: those who failed together do not come back together. */
function backoffMs(tries: number): number {
  return Math.random() * Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** tries);
}
