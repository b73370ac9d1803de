/** A binary heap: the item with the smallest key is first. */
export class Heap<Item> {
  readonly #items: Item[] = [];
  readonly #key: (item: Item) => number;

  constructor(key: (item: Item) => number) {
    this.#key = key;
  }

  get length(): number {
    return this.#items.length;
  }

  get first(): Item | undefined {
    return this.#items[0];
  }

  push(item: Item): void {
    const key = this.#key(item);
    let at = this.#items.length;
    this.#items.push(item);
    while (at > 0) {
      const above = (at - 1) >> 1;
      const parent = this.#items[above];
      if (parent === undefined || this.#key(parent) <= key) break;
      this.#items[at] = parent;
      at = above;
    }
    this.#items[at] = item;
  }

  /** Takes the first away. */
  pop(): void {
    const last = this.#items.pop();
    if (last === undefined || this.#items.length === 0) return;
    let at = 0;
    for (;;) {
      const left = 2 * at + 1;
      const [one, other] = [this.#items[left], this.#items[left + 1]];
      const isRight = one !== undefined && other !== undefined && this.#key(other) < this.#key(one);
      const below = isRight ? other : one;
      if (below === undefined || this.#key(below) >= this.#key(last)) break;
      this.#items[at] = below;
      at = isRight ? left + 1 : left;
    }
    this.#items[at] = last;
  }
}
