export type Priority = 'interactive' | 'background';

/** Callers in turn: each of them holds its own line, in order. */
class Turn<Item> {
  /** In the order of the turns; a line is never empty. */
  readonly #lines = new Map<string, Item[]>();

  push(caller: string, item: Item): void {
    const line = this.#lines.get(caller);
    if (line === undefined) this.#lines.set(caller, [item]);
    else line.push(item);
  }

  /** The next caller's first item; the caller then goes to the end of the circle. */
  shift(): Item | undefined {
    const next = this.#lines.entries().next();
    if (next.done === true) return undefined;
    const [caller, line] = next.value;
    const item = line.shift();
    this.#lines.delete(caller);
    if (line.length > 0) this.#lines.set(caller, line);
    return item;
  }

  /** How many were removed. */
  remove(unwanted: (item: Item) => boolean): number {
    let removed = 0;
    for (const [caller, line] of this.#lines) {
      const kept = line.filter((item) => !unwanted(item));
      removed += line.length - kept.length;
      if (kept.length === 0) this.#lines.delete(caller);
      else this.#lines.set(caller, kept);
    }
    return removed;
  }
}

/**
 * A bounded queue that is fair by caller: interactive work first, and within a priority one item of each
 * caller in turn, so that ten thousand sentences of one do not keep another's single sentence waiting.
 */
export class FairQueue<Item> {
  readonly #turns: Readonly<Record<Priority, Turn<Item>>> = {
    interactive: new Turn(),
    background: new Turn(),
  };
  #size = 0;

  constructor(readonly limit: number) {}

  /** Items that still fit. Who comes back for the second leg of a journey is let in beyond that. */
  get room(): number {
    return Math.max(0, this.limit - this.#size);
  }

  push(caller: string, priority: Priority, item: Item): void {
    this.#turns[priority].push(caller, item);
    this.#size++;
  }

  shift(): Item | undefined {
    const item = this.#turns.interactive.shift() ?? this.#turns.background.shift();
    if (item !== undefined) this.#size--;
    return item;
  }

  remove(unwanted: (item: Item) => boolean): void {
    for (const turn of Object.values(this.#turns)) this.#size -= turn.remove(unwanted);
  }
}
