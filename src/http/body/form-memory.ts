/**
 * Bounds how many bytes of forms are in memory at once, over all requests. A form waits on disk until those before it
 * have been stored; in the order in which they came, so that a large one is not passed by small ones for ever.
 */
export class FormMemory {
  readonly #most: number;
  readonly #waiting: { readonly bytes: number; readonly start: () => void }[] = [];
  #used = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Waits for room and gives what lets it go again. */
  async enter(bytes: number): Promise<() => void> {
    // One that is larger than all the room is let in alone.
    const taken = Math.min(bytes, this.#most);
    if (this.#waiting.length > 0 || this.#used + taken > this.#most) {
      await new Promise<void>((start) => this.#waiting.push({ bytes: taken, start }));
    } else this.#used += taken;
    return () => {
      this.#used -= taken;
      this.#next();
    };
  }

  /** Room is taken for those who are let in, before anybody else can take it. */
  #next(): void {
    for (let [first] = this.#waiting; first !== undefined; [first] = this.#waiting) {
      if (this.#used + first.bytes > this.#most) return;
      this.#waiting.shift();
      this.#used += first.bytes;
      first.start();
    }
  }
}
