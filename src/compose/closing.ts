/** Things to close, in the reverse order of their making. Each is closed even when another fails to. */
export class Closing {
  readonly #steps: (() => Promise<void> | void)[] = [];

  add<Part>(part: Part, close: (part: Part) => Promise<void> | void): Part {
    this.#steps.push(() => close(part));
    return part;
  }

  /** The same for what has a `close` of its own. */
  own<Part extends { close(): Promise<void> | void }>(part: Part): Part {
    return this.add(part, (made) => made.close());
  }

  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (let step = this.#steps.pop(); step !== undefined; step = this.#steps.pop()) {
      try {
        await step();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, 'Not everything could be closed.');
  }
}
