/** A stretch of a text and what replaces it. */
export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Replacements in one text, added in the order in which the replaced stretches end. A later one that covers earlier
 * ones takes their place; it may ask for its own content with `render`, in which they are done.
 */
export class Splices {
  readonly #source: string;
  readonly #splices: Splice[] = [];

  constructor(source: string) {
    this.#source = source;
  }

  add(splice: Splice): void {
    while ((this.#splices.at(-1)?.start ?? -1) >= splice.start) this.#splices.pop();
    this.#splices.push(splice);
  }

  /** The source from `start` to `end` with the replacements inside done. */
  render(start: number, end: number): string {
    let from = this.#splices.length;
    while (from > 0 && (this.#splices[from - 1]?.end ?? 0) > start) from -= 1;
    let out = '';
    let at = start;
    for (const splice of this.#splices.slice(from)) {
      if (splice.start < start || splice.end > end) continue;
      out += this.#source.slice(at, splice.start) + splice.text;
      at = splice.end;
    }
    return out + this.#source.slice(at, end);
  }

  get size(): number {
    return this.#splices.length;
  }

  get changed(): boolean {
    return this.size > 0;
  }

  toString(): string {
    return this.render(0, this.#source.length);
  }
}
