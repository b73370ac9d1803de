import { describe, expect, it } from 'vitest';
import type { Adaptation } from '#src/model/adaptation.js';
import { Adapted } from '#src/model/thread/adapt/adapted.js';

/** Two stored states: at [1, 0, 0, 0] token 7 followed, at [0, 0, 0, 1] token 9. */
function adaptation(change: Partial<Adaptation> = {}): Adaptation {
  return {
    states: {
      keys: Int8Array.of(100, 0, 0, 0, 0, 0, 0, 100),
      scales: Float32Array.of(0.01, 0.01),
      squares: Float32Array.of(1, 1),
      values: Int32Array.of(7, 9),
      width: 4,
    },
    ranges: Int32Array.of(0, 2),
    neighbours: 2,
    temperature: 0.1,
    radius: 1,
    weight: 0.5,
    ...change,
  };
}

function rowAt(...hidden: number[]) {
  const scores = new Float32Array(16).fill(Math.log(1 / 16));
  return {
    topIds: new Int32Array(),
    topScores: new Float32Array(),
    scores,
    hidden: Float32Array.from(hidden),
  };
}

const own = [3, 7].map((token) => ({ token, score: Math.log(1 / 16) }));
const probabilities = (mixed: readonly { token: number; score: number }[]) =>
  new Map(mixed.map(({ token, score }) => [token, Math.exp(score)]));

describe('knn of stored states', () => {
  it('lift the token that followed the nearest state', () => {
    const mixed = probabilities(new Adapted(adaptation()).mix(rowAt(1, 0, 0, 0), own));
    expect(mixed.get(7)).toBeGreaterThan(0.5);
    expect(mixed.get(3)).toBeCloseTo(1 / 32, 3);
    expect(mixed.get(9)).toBeLessThan(0.04);
  });

  it('are not heard where nothing is near', () => {
    expect(new Adapted(adaptation()).mix(rowAt(-1, 0, 0, 0), own)).toEqual(own);
  });

  it('are not heard with weight zero', () => {
    expect(new Adapted(adaptation({ weight: 0 })).mix(rowAt(1, 0, 0, 0), own)).toEqual(own);
  });

  it('count less the further away they are', () => {
    const near = probabilities(new Adapted(adaptation()).mix(rowAt(1, 0, 0, 0), own));
    const further = probabilities(new Adapted(adaptation()).mix(rowAt(0.7, 0, 0, 0), own));
    expect(further.get(7)).toBeLessThan(near.get(7) ?? 0);
    expect(further.get(7)).toBeGreaterThan(1 / 16);
  });

  it('come only from the pairs chosen for the sentence', () => {
    const mixed = new Adapted(adaptation({ ranges: Int32Array.of(1, 2) })).mix(rowAt(1, 0, 0, 0), own);
    expect(probabilities(mixed).get(7)).toBeLessThanOrEqual(1 / 16);
  });

  it('come from all pairs where the states lie in clusters, except from the pair left out', () => {
    const { states } = adaptation();
    const { keys, scales, squares } = states;
    const clusters = {
      width: 2,
      centroids: Float32Array.of(1, 0, 0, 0),
      starts: Int32Array.of(0, 1, 2),
      rows: Int32Array.of(0, 1),
      keys,
      scales,
      squares,
    };
    const everywhere = adaptation({ states: { ...states, clusters }, ranges: new Int32Array() });
    expect(probabilities(new Adapted(everywhere).mix(rowAt(1, 0, 0, 0), own)).get(7)).toBeGreaterThan(0.5);
    const alone = new Adapted({ ...everywhere, without: [0, 1] }).mix(rowAt(1, 0, 0, 0), own);
    expect(probabilities(alone).get(7)).toBeLessThanOrEqual(1 / 16);
  });

  it('are trusted by what was learnt about distance and unity', () => {
    const trusted = (weightCoefficients: readonly number[]) =>
      probabilities(
        new Adapted(adaptation({ weightCoefficients, weight: 1 })).mix(rowAt(1, 0, 0, 0), own),
      ).get(7) ?? 0;
    expect(trusted([4, 0, 0, 0, 0, 0])).toBeGreaterThan(0.9);
    expect(trusted([-9, 0, 0, 0, 0, 0])).toBeCloseTo(1 / 16, 2);
    expect(trusted([-9, 0, 0, 18, 0, 0])).toBeGreaterThan(0.9);
  });

  it('are not asked where the model is sure of itself', () => {
    const sure = [{ token: 3, score: Math.log(0.95) }];
    expect(new Adapted(adaptation()).mix(rowAt(1, 0, 0, 0), sure)).toEqual(sure);
  });

  it('are found along stored directions as well', () => {
    const states = {
      ...adaptation().states,
      projection: Float32Array.of(...[0, 0, 0, 1], ...[0, 0, 1, 0], ...[0, 1, 0, 0], ...[1, 0, 0, 0]),
    };
    const mixed = probabilities(new Adapted(adaptation({ states })).mix(rowAt(0, 0, 0, 1), own));
    expect(mixed.get(7)).toBeGreaterThan(0.5);
  });
});
