import type { Sent } from '../faults/signed-client.js';

/** Every request that went through the load balancer, and every kill: tells failures that had to be from the others. */
export class Ledger {
  readonly #kills: { readonly node: string; readonly at: number }[] = [];
  readonly failures: Sent[] = [];
  requests = 0;

  readonly observe = (sent: Sent): void => {
    this.requests += 1;
    if (sent.status === 0 || sent.status >= 500) this.failures.push(sent);
  };

  killed(node: string): void {
    this.#kills.push({ node, at: performance.now() });
  }

  /** Failures of requests that were not with a process when it was killed. */
  get unexplained(): readonly Sent[] {
    return this.failures.filter(
      ({ node, began, ended }) =>
        !this.#kills.some((kill) => kill.node === node && kill.at >= began && kill.at <= ended),
    );
  }
}
