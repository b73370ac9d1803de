import { Tensor } from 'onnxruntime-node';
import type { GraphSession } from '../graph-session.js';
import type { OutputRequest, RowView } from '../step.js';
import { lowHalves } from './low-halves.js';
import type { SentenceRows } from './sentence-rows.js';

/** A slot of the batch, and what its sentence asks of the output layer. */
export interface SlotRequest {
  readonly slot: number;
  readonly request: OutputRequest;
}

interface GroupShape {
  readonly beams: number;
  readonly width: number;
  /** Best tokens of every row. */
  readonly top: number;
  /** Whether whole rows are looked at. */
  readonly scores: boolean;
}

/** Where every sentence has a shortlist of its own: the rows of these, and the tokens that come before them. */
interface SentenceShortlists {
  readonly rows: SentenceRows;
  readonly frequent: Int32Array;
}

/**
 * Rows of a batch that go through one output layer together, step after step: those of sentences whose requests differ in nothing
 * but the sentence shortlist. Buffers stay from step to step: fresh ones would keep the garbage collector busy.
 */
export class OutputGroup {
  #states = new Float32Array();
  #places = new BigInt64Array();
  #topIds = new Int32Array();
  #topScores = new Float32Array();

  readonly #session: GraphSession;
  readonly #shape: GroupShape;
  readonly #lists: SentenceShortlists | undefined;

  constructor(session: GraphSession, shape: GroupShape, lists?: SentenceShortlists) {
    this.#session = session;
    this.#shape = shape;
    this.#lists = lists;
  }

  /**
   * Adds what the output layer says about the rows of these slots to `views`. `hidden` holds the states of all rows of the batch,
   * slot by slot.
   */
  async read(
    requests: readonly SlotRequest[],
    hidden: Float32Array,
    views: Map<number, RowView>,
  ): Promise<void> {
    const { beams, width, top, scores } = this.#shape;
    const order = this.#arrange(requests);
    const count = order.length * beams;
    this.#grow(count);
    const rowOf = (index: number) => (order[Math.floor(index / beams)]?.slot ?? 0) * beams + (index % beams);
    const states = this.#states.subarray(0, count * width);
    for (let i = 0; i < count; i++) {
      const row = rowOf(i);
      states.set(hidden.subarray(row * width, (row + 1) * width), i * width);
    }
    const places = this.#places.subarray(0, count * top);
    const topIds = this.#topIds.subarray(0, count * top);
    const topScores = this.#topScores.subarray(0, count * top);
    const dims = this.#lists === undefined ? [count, top] : [order.length, beams, top];
    const out = await this.#session.run(
      {
        ...this.#lists?.rows.feeds(),
        hidden: new Tensor('float32', states, [count, width]),
        top: new Tensor('int64', BigInt64Array.of(BigInt(top)), [1]),
      },
      {
        top_ids: new Tensor('int64', places, dims),
        top_scores: new Tensor('float32', topScores, dims),
        ...(scores ? { scores: null } : {}),
      },
    );
    lowHalves(places, topIds);
    if (this.#lists !== undefined) nameTokens(topIds, beams * top, this.#lists.frequent, order);
    const all = out.scores?.data ?? new Float32Array();
    if (!(all instanceof Float32Array)) throw new Error('The output layer gave scores of another type.');
    const size = all.length / count;
    for (let i = 0; i < count; i++) {
      views.set(rowOf(i), {
        topIds: topIds.subarray(i * top, (i + 1) * top),
        topScores: topScores.subarray(i * top, (i + 1) * top),
        scores: all.subarray(i * size, (i + 1) * size),
        hidden: states.subarray(i * width, (i + 1) * width),
      });
    }
  }

  #arrange(requests: readonly SlotRequest[]): readonly SlotRequest[] {
    if (this.#lists === undefined) return requests;
    return this.#lists.rows.arrange(requests, listOf);
  }

  #grow(rows: number): void {
    const { width, top } = this.#shape;
    if (this.#states.length >= rows * width) return;
    this.#states = new Float32Array(rows * width);
    this.#places = new BigInt64Array(rows * top);
    this.#topIds = new Int32Array(rows * top);
    this.#topScores = new Float32Array(rows * top);
  }
}

function listOf({ request: { sentenceShortlist } }: SlotRequest): Int32Array {
  if (sentenceShortlist === undefined) throw new Error('Every sentence of this group has a shortlist.');
  return sentenceShortlist;
}

/** Puts tokens where the graph named places: the frequent tokens come first, then those of the sentence. */
function nameTokens(
  places: Int32Array,
  perSlot: number,
  frequent: Int32Array,
  order: readonly SlotRequest[],
): void {
  for (const [index, slot] of order.entries()) {
    const own = listOf(slot);
    for (let i = index * perSlot; i < (index + 1) * perSlot; i++) {
      const place = places[i] ?? 0;
      places[i] = (place < frequent.length ? frequent[place] : own[place - frequent.length]) ?? 0;
    }
  }
}
