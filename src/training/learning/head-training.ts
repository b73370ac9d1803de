import { mulberry32 } from '../../base/random.js';
import type { OutputHead } from '../../model/adaptation.js';
import type { TokenTable } from '../../model/folder/tables.js';
import { rowsOf } from '../../model/output-layer.js';
import type { ForcedOutputs } from './forced-outputs.js';
import { type HeadBatch, HeadTrainer } from './head-trainer.js';

export interface HeadTrainingOptions {
  readonly rank: number;
  readonly rate: number;
  readonly epochs: number;
  readonly batch: number;
  readonly decay: number;
  /** Share of the units that each row of a step does without, 0 to 1. */
  readonly dropout: number;
  readonly intraOpThreads: number;
  readonly signal?: AbortSignal;
  /** 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

export interface TrainedHead {
  readonly head: OutputHead;
  /** How much of the correction serves best on the held-out rows, 0 to 1. */
  readonly share: number;
  /** After how many epochs. */
  readonly epochs: number;
  /** For each held-out row: log-probability of its token with that much of the correction. */
  readonly heldOut: Float32Array;
}

/** Shares of the correction that are tried on the held-out rows. */
const SHARES = [0.35, 0.7, 1];

const MOMENTUM = 0.9;
const VARIANCE = 0.98;
/** Steps in which the rate grows to its full height. */
const WARM_UP = 20;
/** Log-probability above which the base model needs no teaching. */
const CONFIDENT = Math.log(0.8);
/** Of such rows one in so many is looked at per epoch, and counts for the others: they keep the head from doing harm. */
const CONFIDENT_STRIDE = 4;

/**
 * Trains the head on some rows of the forced outputs; the rate falls to zero in a straight line. After every epoch the held-out
 * rows are looked at, and the head that served them best is kept: few pairs are soon learnt by heart. Undefined when none
 * of them was better than no head.
 */
export async function trainHead(
  forced: ForcedOutputs,
  rows: Int32Array,
  heldOut: Int32Array,
  layer: TokenTable,
  options: HeadTrainingOptions,
): Promise<TrainedHead | undefined> {
  const descent = await Descent.open(forced, rows, layer, options);
  try {
    // Only tokens of the training pairs are in the graph; a held-out token that none of them holds is never corrected.
    const scored = heldOut.filter((row) => descent.knows(row));
    const unchanged = await descent.scores(scored, 0);
    let best: { head: OutputHead; share: number; epochs: number; scores: Float32Array } | undefined;
    for (let epochs = 1; epochs <= options.epochs; epochs++) {
      await descent.epoch();
      for (const share of SHARES) {
        const scores = await descent.scores(scored, share);
        if (meanOf(scores) <= meanOf(best?.scores ?? unchanged)) continue;
        const head = best?.epochs === epochs ? best.head : descent.head();
        best = { head, share, epochs, scores };
      }
    }
    return best && { ...best, heldOut: applied(forced, heldOut, scored, unchanged, best.scores) };
  } finally {
    await descent.close();
  }
}

/** Trains a head for some of the epochs of a longer training, with nothing held out. */
export async function retrainHead(
  forced: ForcedOutputs,
  rows: Int32Array,
  layer: TokenTable,
  options: HeadTrainingOptions,
  epochs: number,
): Promise<OutputHead> {
  const descent = await Descent.open(forced, rows, layer, options);
  try {
    for (let epoch = 0; epoch < epochs; epoch++) await descent.epoch();
    return descent.head();
  } finally {
    await descent.close();
  }
}

/** A head on its way down the gradient. */
class Descent {
  readonly #random = mulberry32(1);
  readonly #place: ReadonlyMap<number, number>;
  #epoch = 0;

  readonly #forced: ForcedOutputs;
  readonly #rows: Int32Array;
  readonly #options: HeadTrainingOptions;
  readonly #trainer: HeadTrainer;

  private constructor(
    forced: ForcedOutputs,
    rows: Int32Array,
    options: HeadTrainingOptions,
    trainer: HeadTrainer,
    tokens: Int32Array,
  ) {
    this.#forced = forced;
    this.#rows = rows;
    this.#options = options;
    this.#trainer = trainer;
    this.#place = new Map(Array.from(tokens, (token, index) => [token, index]));
  }

  static async open(
    forced: ForcedOutputs,
    rows: Int32Array,
    layer: TokenTable,
    options: HeadTrainingOptions,
  ) {
    const tokens = Int32Array.from(new Set(Array.from(rows, (row) => forced.tokens[row] ?? 0))).sort();
    const trainer = await HeadTrainer.open({
      width: forced.width,
      rank: options.rank,
      tokens,
      outputLayer: rowsOf(layer, tokens),
      optimizer: { momentum: MOMENTUM, variance: VARIANCE, decay: options.decay },
      intraOpThreads: options.intraOpThreads,
    });
    return new Descent(forced, rows, options, trainer, tokens);
  }

  knows(row: number): boolean {
    return this.#place.has(this.#forced.tokens[row] ?? 0);
  }

  async epoch(): Promise<void> {
    const { rate, epochs, batch, signal, onProgress } = this.#options;
    const order = this.#drawn();
    const steps = Math.max(1, Math.floor(order.length / batch));
    for (let step = 0; step < steps; step++) {
      signal?.throwIfAborted();
      const done = (this.#epoch + step / steps) / epochs;
      const warm = Math.min(1, (this.#epoch * steps + step + 1) / WARM_UP);
      await this.#trainer.learn(
        this.#batch(order.subarray(step * batch, (step + 1) * batch), true),
        rate * warm * (1 - done),
      );
      onProgress?.(done);
    }
    this.#epoch++;
  }

  /** Log-probability of each row's token with some of the correction. */
  async scores(rows: Int32Array, share: number): Promise<Float32Array> {
    const { batch } = this.#options;
    const scores = new Float32Array(rows.length);
    for (let at = 0; at < rows.length; at += batch) {
      const chosen = this.#batch(rows.subarray(at, at + batch), false);
      scores.set(await this.#trainer.score(chosen, share), at);
    }
    return scores;
  }

  head(): OutputHead {
    return this.#trainer.head();
  }

  async close(): Promise<void> {
    await this.#trainer.close();
  }

  /** The rows of one epoch in random order: all that teach something, and some of the others. */
  #drawn(): Int32Array {
    const order = this.#rows.filter(
      (row) => !this.#isConfident(row) || Math.floor(this.#random() * CONFIDENT_STRIDE) === 0,
    );
    for (let i = order.length - 1; i > 0; i--) {
      const j = Math.floor(this.#random() * (i + 1));
      const row = order[i] ?? 0;
      order[i] = order[j] ?? 0;
      order[j] = row;
    }
    return order;
  }

  #isConfident(row: number): boolean {
    return (this.#forced.logProbabilities[row] ?? 0) > CONFIDENT;
  }

  #batch(chosen: Int32Array, weighted: boolean): HeadBatch {
    const forced = this.#forced;
    const states = new Float32Array(chosen.length * forced.width);
    const next = new BigInt64Array(chosen.length);
    for (const [index, row] of chosen.entries()) {
      forced.state(row, states, index * forced.width);
      next[index] = BigInt(this.#place.get(forced.tokens[row] ?? 0) ?? 0);
    }
    if (!weighted) return { states, next };
    const weights = Float32Array.from(chosen, (row) => (this.#isConfident(row) ? CONFIDENT_STRIDE : 1));
    return { states, next, weights, ...this.#kept(chosen.length) };
  }

  /** Units that stay stand in for those that are left out. */
  #kept(rows: number): Pick<HeadBatch, 'kept'> {
    const { rank, dropout } = this.#options;
    if (dropout === 0) return {};
    const kept = new Float32Array(rows * rank).fill(1 / (1 - dropout));
    for (let i = 0; i < kept.length; i++) if (this.#random() < dropout) kept[i] = 0;
    return { kept };
  }
}

/** What the head changes, put on top of what the model itself gives each held-out row. */
function applied(
  forced: ForcedOutputs,
  heldOut: Int32Array,
  scored: Int32Array,
  unchanged: Float32Array,
  corrected: Float32Array,
): Float32Array {
  const changes = new Map(
    Array.from(scored, (row, at) => [row, (corrected[at] ?? 0) - (unchanged[at] ?? 0)]),
  );
  return Float32Array.from(heldOut, (row) =>
    Math.min(0, (forced.logProbabilities[row] ?? 0) + (changes.get(row) ?? 0)),
  );
}

function meanOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}
