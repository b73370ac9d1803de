const MINUTE_MS = 60_000;

/**
 * Keeps requests within what a contract allows a minute. The first half goes out at once, so that ordinary typing never
 * waits; then they come evenly, so that nobody runs into the limit and its minute of silence.
 */
export class Pace {
  readonly #sent: number[] = [];

  /** @param perMinute null is unlimited */
  async turn(perMinute: number | null, signal: AbortSignal): Promise<void> {
    const wait = perMinute === null ? 0 : this.#waitMs(perMinute);
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait));
    signal.throwIfAborted();
    this.#sent.push(Date.now());
  }

  #waitMs(perMinute: number): number {
    const now = Date.now();
    while ((this.#sent[0] ?? now) < now - MINUTE_MS) this.#sent.shift();
    if (this.#sent.length < perMinute / 2) return 0;
    const last = this.#sent.at(-1) ?? 0;
    const oldest = this.#sent[0] ?? now;
    // One below the limit is left for the other pages.
    const full = this.#sent.length >= perMinute - 1 ? oldest + MINUTE_MS - now : 0;
    return Math.max(full, last + MINUTE_MS / perMinute - now, 0);
  }
}
