import type { OutputHead } from '../model/adaptation.js';
import { HeadTrainer } from '../model/adaptation-head.js';
import { mulberry32 } from '../model/adaptation-parameter.js';
import type { OutputLayer } from '../model/output-layer.js';
import type { Traces } from './traces.js';

export interface HeadTrainingOptions {
  readonly rank: number;
  readonly rate: number;
  readonly epochs: number;
  readonly batch: number;
  readonly decay: number;
  readonly intraOpThreads: number;
  readonly signal?: AbortSignal;
  /** 0 to 1. */
  readonly onProgress?: (done: number) => void;
}

export interface TrainedHead {
  readonly head: OutputHead;
  /** For each held-out row: log-probability of its token with the full correction. */
  readonly heldOut: Float32Array;
}

const MOMENTUM = 0.9;
const VARIANCE = 0.98;
/** Steps in which the rate grows to its full height. */
const WARM_UP = 20;

/** Trains the head on some rows of the traces; the rate falls to zero in a straight line. */
export async function trainHead(
  traces: Traces,
  rows: Int32Array,
  heldOut: Int32Array,
  layer: OutputLayer,
  options: HeadTrainingOptions,
): Promise<TrainedHead> {
  const tokens = Int32Array.from(new Set(Array.from(rows, (row) => traces.tokens[row] ?? 0))).sort();
  const place = new Map(Array.from(tokens, (token, index) => [token, index]));
  const trainer = await HeadTrainer.open({
    width: traces.width,
    rank: options.rank,
    tokens,
    outputLayer: layer.rows(tokens),
    optimizer: { momentum: MOMENTUM, variance: VARIANCE, decay: options.decay },
    intraOpThreads: options.intraOpThreads,
  });
  try {
    const batchOf = (chosen: Int32Array) => {
      const states = new Float32Array(chosen.length * traces.width);
      const next = new BigInt64Array(chosen.length);
      for (const [index, row] of chosen.entries()) {
        traces.state(row, states, index * traces.width);
        next[index] = BigInt(place.get(traces.tokens[row] ?? 0) ?? 0);
      }
      return { states, next };
    };
    const order = Int32Array.from(rows);
    const perEpoch = Math.max(1, Math.floor(rows.length / options.batch));
    const total = perEpoch * options.epochs;
    const random = mulberry32(1);
    for (let step = 0; step < total; step++) {
      options.signal?.throwIfAborted();
      if (step % perEpoch === 0) shuffle(order, random);
      const at = (step % perEpoch) * options.batch;
      const rate = options.rate * Math.min(1, (step + 1) / WARM_UP) * (1 - step / total);
      await trainer.learn(batchOf(order.subarray(at, at + options.batch)), rate);
      options.onProgress?.((step + 1) / total);
    }
    const scores = new Float32Array(heldOut.length);
    for (let at = 0; at < heldOut.length; at += options.batch) {
      const chosen = heldOut.subarray(at, at + options.batch);
      scores.set(await trainer.score(batchOf(chosen)), at);
    }
    // A token that no training pair holds gets no correction.
    for (const [index, row] of heldOut.entries()) {
      if (!place.has(traces.tokens[row] ?? 0)) scores[index] = traces.logProbabilities[row] ?? 0;
    }
    return { head: trainer.head(), heldOut: scores };
  } finally {
    await trainer.close();
  }
}

function shuffle(rows: Int32Array, random: () => number): void {
  for (let i = rows.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const row = rows[i] ?? 0;
    rows[i] = rows[j] ?? 0;
    rows[j] = row;
  }
}
