import type { Sent } from '../faults/signed-client.js';

/** Every request that went through the load balancer, and every kill: tells failures that had to be from the others. */
export class Ledger {
  readonly #kills: { readonly node: string; readonly at: number; back: number }[] = [];
  readonly failures: Sent[] = [];
  requests = 0;

  readonly observe = (sent: Sent): void => {
    this.requests += 1;
    if (sent.status === 0 || sent.status >= 500) this.failures.push(sent);
  };

  /** Call what it gives when the process is back: one that dies still takes connections for a moment. */
  killed(node: string): () => void {
    const kill = { node, at: performance.now(), back: Number.POSITIVE_INFINITY };
    this.#kills.push(kill);
    return () => {
      kill.back = performance.now();
    };
  }

  /** Failures of requests that were not with a process that had been killed. */
  get unexplained(): readonly Sent[] {
    return this.failures.filter(
      ({ node, began, ended }) =>
        !this.#kills.some((kill) => kill.node === node && kill.at <= ended && kill.back >= began),
    );
  }
}
