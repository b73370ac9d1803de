/**
 * Keeps calls away from an address that fails (Nygard, Release It!). After so many failures in a row the circuit opens and
 * nothing is let through; after a pause one call may try, and its outcome closes the circuit or opens it again.
 */
export class CircuitBreaker {
  #failures = 0;
  #openUntil = 0;
  /** A call is trying whether the address is back. */
  #isTrying = false;

  readonly #limit: number;
  readonly #pauseMs: number;
  readonly #changed: (isOpen: boolean) => void;

  constructor(limit: number, pauseMs: number, changed: (isOpen: boolean) => void) {
    this.#limit = limit;
    this.#pauseMs = pauseMs;
    this.#changed = changed;
  }

  get isOpen(): boolean {
    return this.#failures >= this.#limit;
  }

  /** Whether a call may be made now. */
  get admits(): boolean {
    return !this.isOpen || (!this.#isTrying && performance.now() >= this.#openUntil);
  }

  /** A call begins. */
  enter(): void {
    if (this.isOpen) this.#isTrying = true;
  }

  succeeded(): void {
    const wasOpen = this.isOpen;
    this.#failures = 0;
    this.#isTrying = false;
    if (wasOpen) this.#changed(false);
  }

  failed(): void {
    const wasOpen = this.isOpen;
    this.#failures += 1;
    this.#isTrying = false;
    if (!this.isOpen) return;
    this.#openUntil = performance.now() + this.#pauseMs;
    if (!wasOpen) this.#changed(true);
  }

  /** A call ended and says nothing about the address: somebody gave it up. */
  left(): void {
    this.#isTrying = false;
  }
}
