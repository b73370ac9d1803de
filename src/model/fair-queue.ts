export type Priority = 'interactive' | 'background';

/** Callers in turn: each of them holds its own line, in order. */
class Turn<Item> {
  /** In the order of the turns; a line is never empty. */
  readonly #lines = new Map<string, Item[]>();

  push(fairnessKey: string, item: Item): void {
    const line = this.#lines.get(fairnessKey);
    if (line === undefined) this.#lines.set(fairnessKey, [item]);
    else line.push(item);
  }

  /** The first item of the next caller who may have a turn; the caller then goes to the end of the circle. */
  shift(mayHave: (fairnessKey: string) => boolean): Item | undefined {
    for (const [fairnessKey, line] of this.#lines) {
      if (!mayHave(fairnessKey)) continue;
      const item = line.shift();
      this.#lines.delete(fairnessKey);
      if (line.length > 0) this.#lines.set(fairnessKey, line);
      return item;
    }
    return undefined;
  }

  /** How many were removed. */
  remove(unwanted: (item: Item) => boolean): number {
    let removed = 0;
    for (const [fairnessKey, line] of this.#lines) {
      const kept = line.filter((item) => !unwanted(item));
      removed += line.length - kept.length;
      if (kept.length === 0) this.#lines.delete(fairnessKey);
      else this.#lines.set(fairnessKey, kept);
    }
    return removed;
  }
}

export const INTERACTIVE_IN_A_ROW = 7;

/**
 * A bounded queue that is fair by caller: interactive work first, and within a priority one item of each
 * caller in turn, so that ten thousand sentences of one do not keep another's single sentence waiting. Background work
 * that waits gets every eighth place all the same: it is never starved, and so never begins anew for ever.
 */
export class FairQueue<Item> {
  readonly #turns: Readonly<Record<Priority, Turn<Item>>> = {
    interactive: new Turn(),
    background: new Turn(),
  };
  #size = 0;
  /** Interactive items taken since the last background one. */
  #sinceBackground = 0;

  constructor(readonly limit: number) {}

  get size(): number {
    return this.#size;
  }

  /** Items that still fit. The second hop of a pivot is let in beyond that. */
  get room(): number {
    return Math.max(0, this.limit - this.#size);
  }

  push(fairnessKey: string, priority: Priority, item: Item): void {
    this.#turns[priority].push(fairnessKey, item);
    this.#size++;
  }

  /** @param mayHave whether a fairnessKey may have a turn now; the others are passed over and keep their places */
  shift(mayHave: (fairnessKey: string) => boolean = () => true): Item | undefined {
    const { interactive, background } = this.#turns;
    const due = this.#sinceBackground >= INTERACTIVE_IN_A_ROW ? background.shift(mayHave) : undefined;
    const first = due ?? interactive.shift(mayHave);
    const item = first ?? background.shift(mayHave);
    this.#sinceBackground = first === undefined || due !== undefined ? 0 : this.#sinceBackground + 1;
    if (item !== undefined) this.#size--;
    return item;
  }

  remove(unwanted: (item: Item) => boolean): void {
    for (const turn of Object.values(this.#turns)) this.#size -= turn.remove(unwanted);
  }
}
