import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mulberry32 } from '#src/base/random.js';
import type { Adaptation } from '#src/model/adaptation.js';
import { Adapted } from '#src/model/thread/adapt/adapted.js';
import { HeadTrainer } from '#src/training/learning/head-trainer.js';
import { headGraph } from '../../assets/generators/training-head.js';

const WIDTH = 8;
const RANK = 4;
const TOKENS = Int32Array.of(3, 5, 8, 13, 21);
const ROWS = 6;

const random = mulberry32(42);
const numbers = (length: number) => Float32Array.from({ length }, () => random() * 2 - 1);
const outputLayer = numbers(TOKENS.length * WIDTH);
const batch = {
  states: numbers(ROWS * WIDTH),
  next: BigInt64Array.from({ length: ROWS }, (_, row) => BigInt(row % TOKENS.length)),
};

function mean(values: Float32Array): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

describe('the trained head', () => {
  let trainer: HeadTrainer;
  beforeAll(async () => {
    trainer = await HeadTrainer.open({
      width: WIDTH,
      rank: RANK,
      tokens: TOKENS,
      outputLayer,
      optimizer: { momentum: 0.9, variance: 0.98, decay: 0 },
      intraOpThreads: 1,
    });
    // Outputs and biases begin at zero, where half of the gradients vanish: some steps lead away from there.
    for (let step = 0; step < 20; step++) await trainer.learn(batch, 0.02);
  });
  afterAll(async () => {
    await trainer.close();
  });

  it.each([
    ['of all units', batch],
    ['of those that are kept', { ...batch, kept: numbers(ROWS * RANK).map((value) => (value > 0 ? 2 : 0)) }],
  ])('has gradients that agree with differences of the loss: %s', async (_, rows) => {
    const step = 1e-2;
    for (const [name, gradient] of await trainer.gradients(rows)) {
      const values = trainer.values().get(name) ?? new Float32Array();
      for (let at = 0; at < values.length; at += 3) {
        const before = values[at] ?? 0;
        const lossAt = async (value: number) => {
          values[at] = value;
          return -mean(await trainer.score(rows));
        };
        const slope = ((await lossAt(before + step)) - (await lossAt(before - step))) / (2 * step);
        values[at] = before;
        expect(gradient[at], `${name}[${at}]`).toBeCloseTo(slope, 2);
      }
    }
  });

  it('is trained with the graph that its generator writes', () => {
    expect(readFileSync('assets/training/head.onnx')).toEqual(Buffer.from(headGraph()));
  });

  it('makes what it was trained on more probable', async () => {
    const before = mean(await trainer.score(batch));
    for (let step = 0; step < 50; step++) await trainer.learn(batch, 0.02);
    expect(mean(await trainer.score(batch))).toBeGreaterThan(before + 0.1);
  });

  it('gives the decoder the same probabilities that it had in training', async () => {
    const trained = await trainer.score(batch);
    const head = trainer.head();
    const adaptation: Adaptation = {
      states: {
        keys: new Int8Array(),
        scales: new Float32Array(),
        squares: new Float32Array(),
        values: new Int32Array(),
        width: WIDTH,
      },
      ranges: new Int32Array(),
      neighbours: 1,
      temperature: 1,
      radius: 1,
      weight: 0,
      head,
      headShare: 1,
    };
    for (let row = 0; row < ROWS; row++) {
      const hidden = batch.states.subarray(row * WIDTH, (row + 1) * WIDTH);
      const view = viewOf(hidden);
      const own = Array.from(TOKENS, (token) => ({ token, score: view.scores[token] ?? 0 }));
      const mixed = new Adapted(adaptation).mix(view, own);
      const token = TOKENS[Number(batch.next[row])];
      const score = mixed.find((candidate) => candidate.token === token)?.score;
      expect(score).toBeCloseTo(trained[row] ?? 0, 1);
    }
  });
});

/** What a decoder step would say of a state, with the tokens of the head as its whole vocabulary. */
function viewOf(hidden: Float32Array) {
  const scores = new Float32Array(32).fill(-1e9);
  const raw = Array.from(TOKENS, (_, index) =>
    hidden.reduce((sum, value, i) => sum + value * (outputLayer[index * WIDTH + i] ?? 0), 0),
  );
  const total = Math.log(raw.reduce((sum, value) => sum + Math.exp(value), 0));
  for (const [index, token] of TOKENS.entries()) scores[token] = (raw[index] ?? 0) - total;
  return { topIds: new Int32Array(), topScores: new Float32Array(), scores, hidden };
}
