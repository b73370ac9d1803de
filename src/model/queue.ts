/** What waits in the queue. */
export interface Waiting<Item> {
  readonly item: Item;
  readonly caller: string;
  readonly priority: 'interactive' | 'background';
}

/** Callers in turn: each of them holds its own line, in order. */
class Turn<Item> {
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

  remove(wanted: (item: Item) => boolean): number {
    let removed = 0;
    for (const [caller, line] of this.#lines) {
      const kept = line.filter((item) => !wanted(item));
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
  readonly #interactive = new Turn<Item>();
  readonly #background = new Turn<Item>();
  #size = 0;

  constructor(readonly limit: number) {}

  get size(): number {
    return this.#size;
  }

  /** False, and nothing taken, when the items do not all fit. */
  push(caller: string, priority: 'interactive' | 'background', items: readonly Item[]): boolean {
    if (this.#size + items.length > this.limit) return false;
    const turn = priority === 'interactive' ? this.#interactive : this.#background;
    for (const item of items) turn.push(caller, item);
    this.#size += items.length;
    return true;
  }

  shift(): Item | undefined {
    const item = this.#interactive.shift() ?? this.#background.shift();
    if (item !== undefined) this.#size--;
    return item;
  }

  remove(wanted: (item: Item) => boolean): void {
    this.#size -= this.#interactive.remove(wanted) + this.#background.remove(wanted);
  }
}
