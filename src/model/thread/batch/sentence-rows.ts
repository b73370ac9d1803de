import { Tensor } from 'onnxruntime-node';
import type { TokenTable } from '../../folder/tables.js';
import { writeColumns, writeScales } from './embedding.js';

/**
 * Added to the score of a column that is there for the other sentences only. No score makes up for it, and yet its
 * exponential is an ordinary number: adding subnormal numbers takes many times as long.
 */
const EXCLUDED = -60;
/** Columns are added by so many, so that a sentence with a slightly longer shortlist changes nothing for the others. */
const COLUMN_STEP = 64;
/** Room in fresh buffers to what is needed of it now. */
const HEADROOM = 1.5;

/**
 * The output layer's rows of the sentence shortlists in a batch: for each sentence a block [width, columns], with as many columns
 * as the longest shortlist needs. Blocks lie behind each other without gaps; when a sentence leaves, a newcomer or
 * the last block takes its place. So a step copies nothing, and a newcomer costs one block.
 */
export class SentenceRows {
  #rows = new Int8Array();
  #scales = new Float32Array();
  #mask = new Float32Array();
  #columns = 0;
  #placed: readonly Int32Array[] = [];

  readonly #table: TokenTable;
  readonly #width: number;

  constructor(table: TokenTable) {
    this.#table = table;
    this.#width = table.width;
  }

  /** Makes these the sentences that have blocks; returns them in the order of their blocks. No two have the same list. */
  arrange<Item>(items: readonly Item[], listOf: (item: Item) => Int32Array): readonly Item[] {
    const newcomers = new Map(items.map((item) => [listOf(item), item]));
    const blocks = this.#placed.map((shortlist) => {
      const item = newcomers.get(shortlist);
      newcomers.delete(shortlist);
      return item;
    });
    this.#reshape(items.map(listOf), blocks.length);
    const waiting = [...newcomers.values()];
    const order: Item[] = [];
    for (let place = 0; place < items.length; place++) {
      let item = blocks[place];
      if (item === undefined) {
        item = waiting.pop();
        if (item !== undefined) this.#write(place, listOf(item));
        else item = this.#moveLast(blocks, place);
      }
      if (item !== undefined) order.push(item);
    }
    this.#placed = order.map(listOf);
    return order;
  }

  /** What the graph needs besides states; valid until the next arrangement. */
  feeds(): Record<string, Tensor> {
    const [count, columns] = [this.#placed.length, this.#columns];
    const rows = this.#rows.subarray(0, count * this.#width * columns);
    const flat = (data: Float32Array) =>
      new Tensor('float32', data.subarray(0, count * columns), [count, 1, columns]);
    return {
      rows: new Tensor('int8', rows, [count, this.#width, columns]),
      scales: flat(this.#scales),
      mask: flat(this.#mask),
    };
  }

  #moveLast<Item>(blocks: (Item | undefined)[], to: number): Item | undefined {
    const from = blocks.findLastIndex((item) => item !== undefined);
    const item = blocks[from];
    blocks[from] = undefined;
    for (const [buffer, size] of this.#buffers(this.#columns)) {
      buffer.copyWithin(to * size, from * size, (from + 1) * size);
    }
    return item;
  }

  #write(place: number, shortlist: Int32Array): void {
    const [columns, count] = [this.#columns, shortlist.length];
    const at = place * columns;
    this.#mask.fill(0, at, at + count).fill(EXCLUDED, at + count, at + columns);
    this.#scales.fill(0, at + count, at + columns);
    writeScales(this.#table, shortlist, this.#scales, at);
    writeColumns(this.#table, shortlist, this.#rows, at * this.#width, columns);
  }

  /** Room for as many blocks and columns as are needed; blocks keep what still fits. */
  #reshape(lists: readonly Int32Array[], blocks: number): void {
    const longest = lists.reduce((most, list) => Math.max(most, list.length), 1);
    const columns = Math.ceil(longest / COLUMN_STEP) * COLUMN_STEP;
    const size = Math.max(lists.length, blocks) * columns;
    const room = Math.ceil(HEADROOM * size);
    const [width, old] = [this.#width, this.#columns];
    const has = this.#scales.length >= size;
    this.#rows = move(
      this.#rows,
      has ? this.#rows : new Int8Array(room * width),
      blocks * width,
      old,
      columns,
    );
    this.#scales = move(this.#scales, has ? this.#scales : new Float32Array(room), blocks, old, columns);
    this.#mask = move(this.#mask, has ? this.#mask : new Float32Array(room), blocks, old, columns);
    this.#columns = columns;
    for (let block = 0; block < blocks && old < columns; block++) {
      const [from, to] = [block * columns + old, (block + 1) * columns];
      this.#scales.fill(0, from, to);
      this.#mask.fill(EXCLUDED, from, to);
    }
  }

  #buffers(columns: number): readonly (readonly [buffer: Int8Array | Float32Array, size: number])[] {
    return [
      [this.#rows, this.#width * columns],
      [this.#scales, columns],
      [this.#mask, columns],
    ];
  }
}

/** Lays lines out with another number of columns, in another array or where they are. */
function move<Data extends Int8Array | Float32Array>(
  from: Data,
  into: Data,
  lines: number,
  old: number,
  columns: number,
): Data {
  if (from === into && old === columns) return into;
  const kept = Math.min(old, columns);
  for (let i = 0; i < lines; i++) {
    // In its own array a line must not be written over one that still has to move.
    const line = columns > old ? lines - 1 - i : i;
    into.set(from.subarray(line * old, line * old + kept), line * columns);
  }
  return into;
}
