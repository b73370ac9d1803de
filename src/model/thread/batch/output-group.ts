import { Tensor } from 'onnxruntime-node';
import type { GraphSession } from '../graph-session.js';
import type { OutputRequest, RowView } from '../step.js';
import { lowHalves } from './low-halves.js';
import type { SentenceRows } from './sentence-rows.js';

/** The rows of a sentence in a step, and what it asks of the output layer. */
export interface SlotRequest {
  /** Of its first beam; those of the others follow. */
  readonly row: number;
  /** How many there are. */
  readonly live: number;
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
  #rowsAt = new Int32Array();
  #rowPlaces = new Int32Array();
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
   * Adds what the output layer says about the rows of these sentences to `views`. `hidden` holds the states of all rows of the
   * batch.
   */
  async read(
    requests: readonly SlotRequest[],
    hidden: Float32Array,
    views: Map<number, RowView>,
  ): Promise<void> {
    const { beams, width, top, scores } = this.#shape;
    const order = this.#arrange(requests);
    this.#grow(order.length * beams);
    const rowsAt = this.#rowsAt.subarray(0, order.length * beams).fill(0);
    /** In the order of the blocks, rows of the batch. */
    const rows: number[] = [];
    for (const [block, { row, live }] of order.entries()) {
      for (let beam = 0; beam < live; beam++) {
        const place = block * beams + beam;
        rowsAt[place] = rows.length;
        this.#rowPlaces[rows.length] = place;
        rows.push(row + beam);
      }
    }
    const count = rows.length;
    const states = this.#states.subarray(0, count * width);
    for (const [i, row] of rows.entries()) {
      states.set(hidden.subarray(row * width, (row + 1) * width), i * width);
    }
    const places = this.#places.subarray(0, count * top);
    const topIds = this.#topIds.subarray(0, count * top);
    const topScores = this.#topScores.subarray(0, count * top);
    const out = await this.#session.run(
      {
        ...(this.#lists === undefined
          ? {}
          : {
              ...this.#lists.rows.feeds(),
              rows_at: new Tensor('int32', rowsAt, [order.length, beams]),
              places: new Tensor('int32', this.#rowPlaces.subarray(0, count), [count]),
            }),
        hidden: new Tensor('float32', states, [count, width]),
        top: new Tensor('int64', BigInt64Array.of(BigInt(top)), [1]),
      },
      {
        top_ids: new Tensor('int64', places, [count, top]),
        top_scores: new Tensor('float32', topScores, [count, top]),
        ...(scores ? { scores: null } : {}),
      },
    );
    lowHalves(places, topIds);
    if (this.#lists !== undefined) nameTokens(topIds, top, this.#lists.frequent, order);
    const all = out.scores?.data ?? new Float32Array();
    if (!(all instanceof Float32Array)) throw new Error('The output layer gave scores of another type.');
    const size = all.length / count;
    for (const [i, row] of rows.entries()) {
      views.set(row, {
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
    this.#rowsAt = new Int32Array(rows);
    this.#rowPlaces = new Int32Array(rows);
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
  top: number,
  frequent: Int32Array,
  order: readonly SlotRequest[],
): void {
  let at = 0;
  for (const slot of order) {
    const own = listOf(slot);
    for (const end = at + slot.live * top; at < end; at++) {
      const place = places[at] ?? 0;
      places[at] = (place < frequent.length ? frequent[place] : own[place - frequent.length]) ?? 0;
    }
  }
}
