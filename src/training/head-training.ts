import type { OutputHead } from '../model/adaptation.js';
import { type HeadBatch, HeadTrainer } from '../model/adaptation-head.js';
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
  /** How much of the correction serves best on the held-out rows, 0 to 1. */
  readonly share: number;
  /** For each held-out row: log-probability of its token with that much of the correction. */
  readonly heldOut: Float32Array;
}

/** Shares of the correction that are tried on the held-out rows. */
const SHARES = [0.35, 0.7, 1];

const MOMENTUM = 0.9;
const VARIANCE = 0.98;
/** Steps in which the rate grows to its full height. */
const WARM_UP = 20;

/**
 * Trains the head on some rows of the traces; the rate falls to zero in a straight line. After every epoch the held-out
 * rows are looked at, and the head that served them best is kept: few pairs are soon learnt by heart. Undefined when none
 * of them was better than no head.
 */
export async function trainHead(
  traces: Traces,
  rows: Int32Array,
  heldOut: Int32Array,
  layer: OutputLayer,
  options: HeadTrainingOptions,
): Promise<TrainedHead | undefined> {
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
    const batchOf = (chosen: Int32Array) => batch(traces, chosen, place);
    // Only tokens of the training pairs are in the graph; a held-out token that none of them holds is never corrected.
    const judged = heldOut.filter((row) => place.has(traces.tokens[row] ?? 0));
    const gains = async (share: number) => {
      const scores = new Float32Array(judged.length);
      for (let at = 0; at < judged.length; at += options.batch) {
        const chosen = judged.subarray(at, at + options.batch);
        scores.set(await trainer.score(batchOf(chosen), share), at);
      }
      return scores;
    };
    const alone = await gains(0);
    let best: { head: OutputHead; share: number; scores: Float32Array; mean: number } | undefined;
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
      if ((step + 1) % perEpoch !== 0) continue;
      let improved = false;
      for (const share of SHARES) {
        const scores = await gains(share);
        const mean = meanOf(scores);
        if (mean <= (best?.mean ?? meanOf(alone))) continue;
        best = { head: best?.head ?? trainer.head(), share, scores, mean };
        improved = true;
      }
      if (improved && best !== undefined) best = { ...best, head: trainer.head() };
    }
    if (best === undefined) return undefined;
    const { head, share, scores } = best;
    return { head, share, heldOut: applied(traces, heldOut, judged, alone, scores) };
  } finally {
    await trainer.close();
  }
}

/** What the head changes, put on top of what the model itself gives each held-out row. */
function applied(
  traces: Traces,
  heldOut: Int32Array,
  judged: Int32Array,
  alone: Float32Array,
  corrected: Float32Array,
): Float32Array {
  const changes = new Map(Array.from(judged, (row, at) => [row, (corrected[at] ?? 0) - (alone[at] ?? 0)]));
  return Float32Array.from(heldOut, (row) =>
    Math.min(0, (traces.logProbabilities[row] ?? 0) + (changes.get(row) ?? 0)),
  );
}

function batch(traces: Traces, chosen: Int32Array, place: ReadonlyMap<number, number>): HeadBatch {
  const states = new Float32Array(chosen.length * traces.width);
  const next = new BigInt64Array(chosen.length);
  for (const [index, row] of chosen.entries()) {
    traces.state(row, states, index * traces.width);
    next[index] = BigInt(place.get(traces.tokens[row] ?? 0) ?? 0);
  }
  return { states, next };
}

function meanOf(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function shuffle(rows: Int32Array, random: () => number): void {
  for (let i = rows.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    const row = rows[i] ?? 0;
    rows[i] = rows[j] ?? 0;
    rows[j] = row;
  }
}
