/** Parts the time of one call into waiting for the model and everything else. */
export class PipelineClock {
  readonly #started = performance.now();
  #inFlight = 0;
  #since = 0;
  #modelMs = 0;

  async inModel<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#inFlight === 0) this.#since = performance.now();
    this.#inFlight += 1;
    try {
      return await work();
    } finally {
      this.#inFlight -= 1;
      if (this.#inFlight === 0) this.#modelMs += performance.now() - this.#since;
    }
  }

  get totalMs(): number {
    return performance.now() - this.#started;
  }

  get outsideMs(): number {
    return this.totalMs - this.#modelMs;
  }
}
