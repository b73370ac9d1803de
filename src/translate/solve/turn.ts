import { setImmediate as yieldToEventLoop } from 'node:timers/promises';

/** Longer at a stretch, others would notice. */
const LONGEST_MS = 10;

/** Work of many small steps on the main thread: between two of them others get their turn when it has taken long. */
export class Turn {
  #begun = performance.now();

  async yieldWhenLong(): Promise<void> {
    if (performance.now() - this.#begun < LONGEST_MS) return;
    await yieldToEventLoop();
    this.#begun = performance.now();
  }
}
