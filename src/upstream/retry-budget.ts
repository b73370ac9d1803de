/** Calls that may be repeated before the first ones have paid in. */
const MOST_SAVED = 10;

/**
 * Repeated attempts may add a share of the calls and no more (as in Finagle and gRPC): when everything fails, retries must not
 * double the load on something that is already down.
 */
export class RetryBudget {
  #saved = MOST_SAVED;
  readonly #share: number;

  /** @param share repeated attempts per call, 0 to 1 */
  constructor(share: number) {
    this.#share = share;
  }

  /** A call was made. */
  deposit(): void {
    this.#saved = Math.min(MOST_SAVED, this.#saved + this.#share);
  }

  /** Whether an attempt may be repeated; it is then paid for. */
  withdraw(): boolean {
    if (this.#share === 0 || this.#saved < 1) return false;
    this.#saved -= 1;
    return true;
  }
}
