/** Something that stands on a line of a page. */
interface Placed {
  readonly x: number;
  readonly right: number;
  readonly y: number;
}

/** Points between the rows in which things are looked up. */
const ROW = 4;
/** Rows above and below in which something of the same line may stand. */
const NEAR = 3;
/** How many things before a place may still reach over it; more lie upon each other on no real page. */
const MOST_OVERLAPS = 64;
/** Things that are looked at for one place. */
const MOST_FOUND = 1000;

/** Finds what stands on a stretch of a line, by rows that are sorted from left to right. */
export class RowIndex<Item extends Placed> {
  readonly #rows = new Map<number, Item[]>();
  #sorted = true;

  add(item: Item): void {
    const row = Math.round(item.y / ROW);
    const known = this.#rows.get(row);
    if (known === undefined) this.#rows.set(row, [item]);
    else known.push(item);
    this.#sorted = false;
  }

  /** What touches the stretch, from left to right within each row. */
  find({ x, right, y }: Placed): readonly Item[] {
    if (!this.#sorted) for (const row of this.#rows.values()) row.sort((one, other) => one.x - other.x);
    this.#sorted = true;
    const found: Item[] = [];
    const middle = Math.round(y / ROW);
    for (let near = middle - NEAR; near <= middle + NEAR; near += 1) {
      const row = this.#rows.get(near) ?? [];
      for (let at = Math.max(0, firstFrom(row, x) - MOST_OVERLAPS); at < row.length; at += 1) {
        const item = row[at];
        if (item === undefined || item.x > right || found.length >= MOST_FOUND) break;
        if (item.right >= x) found.push(item);
      }
    }
    return found;
  }
}

/** Where in a sorted row the things begin that stand at a place or behind it. */
function firstFrom(row: readonly Placed[], x: number): number {
  let [low, high] = [0, row.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((row[middle]?.x ?? x) < x) low = middle + 1;
    else high = middle;
  }
  return low;
}
