import type { ModelPort } from '#src/model/model-port.js';

/** Measures for how long a model has work: the time in which at least one call is under way. */
export class ModelClock {
  readonly model: ModelPort;
  #busyMs = 0;
  #calls = 0;
  #since = 0;

  constructor(model: ModelPort) {
    this.model = new Proxy(model, {
      get: (target, name) => {
        const value: unknown = Reflect.get(target, name, target);
        if (typeof value !== 'function') return value;
        if (name !== 'translate') return value.bind(target);
        return (...args: unknown[]) => this.#timed(() => Reflect.apply(value, target, args));
      },
    });
  }

  get busyMs(): number {
    return this.#busyMs;
  }

  reset(): void {
    this.#busyMs = 0;
  }

  async #timed<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#calls === 0) this.#since = performance.now();
    this.#calls += 1;
    try {
      return await work();
    } finally {
      this.#calls -= 1;
      if (this.#calls === 0) this.#busyMs += performance.now() - this.#since;
    }
  }
}
