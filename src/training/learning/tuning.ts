import { type AdaptationParameters, NO_NEIGHBOURS } from '../../adaptation/parameters.js';
import type { Adaptation } from '../../model/adaptation.js';
import {
  FEATURES,
  INITIAL_COEFFICIENTS,
  interpolationWeight,
  neighbourFeatures,
  RADIUS_IN_TYPICAL,
} from '../../model/interpolation-weight.js';
import { knnProbabilities, Neighbours } from '../../model/thread/adapt/neighbours.js';
import type { ForcedOutputs } from './forced-outputs.js';

export interface TunedParameters {
  readonly parameters: AdaptationParameters;
  /** Mean log-probability of the held-out tokens: of the model alone, and with these parameters. */
  readonly before: number;
  readonly after: number;
}

/** One held-out token: what the model gives it, its kNN probability, and the features of its neighbours. */
interface Observation {
  readonly probability: number;
  readonly knnProbability: number;
  /** Absent where no neighbour is near enough. */
  readonly features?: Float64Array;
}

const NEIGHBOURS = 24;
/** In typical distances; a typical one is the median between a held-out state and its nearest stored one. */
const TEMPERATURES = [0.1, 0.2, 0.4];
const SMALLEST_PROBABILITY = 1e-9;
const ROUNDS = 400;
const RATE = 0.03;
const [MOMENTUM, VARIANCE] = [0.9, 0.99];
/** How many observations the prior counts for. */
const PRIOR_WEIGHT = 5;

/**
 * Fits the interpolation weight to held-out pairs. Only stored states are looked at, nothing is decoded. Neighbours that do not
 * help there are turned off.
 *
 * @param probabilities log-probability of each held-out row's token, as the model (with its head) gives it
 * @param neighboursOf the search for a held-out pair's neighbours, itself left out
 */
export function tune(
  forced: ForcedOutputs,
  pairs: readonly number[],
  probabilities: Float32Array,
  neighboursOf: (pair: number) => Adaptation,
): TunedParameters {
  const found = pairs.flatMap((pair) =>
    nearestOf(forced, pair, { ...neighboursOf(pair), neighbours: NEIGHBOURS }),
  );
  const typical = median(found.map(({ distances }) => distances[0] ?? 0).filter(Number.isFinite)) || 1;
  const radius = RADIUS_IN_TYPICAL * typical;
  const before = mean(Array.from(probabilities, (value) => Math.log(Math.exp(value) + SMALLEST_PROBABILITY)));
  let best: TunedParameters = { parameters: NO_NEIGHBOURS, before, after: before };
  for (const temperature of TEMPERATURES.map((factor) => factor * typical)) {
    const observations = found.map((each, at) => observe(each, probabilities[at] ?? 0, temperature, radius));
    const weightCoefficients = fitWeight(observations);
    const after = mean(observations.map((observation) => logMixed(observation, weightCoefficients)));
    if (after <= best.after) continue;
    best = {
      parameters: { neighbours: NEIGHBOURS, temperature, radius, weight: 1, weightCoefficients },
      before,
      after,
    };
  }
  return best;
}

function observe(
  { distances, tokens, token }: Found,
  logProbability: number,
  temperature: number,
  radius: number,
): Observation {
  const probability = Math.exp(logProbability);
  const nearest = distances[0] ?? Number.POSITIVE_INFINITY;
  if (nearest >= radius) return { probability, knnProbability: 0 };
  const shares = knnProbabilities(distances, tokens, temperature);
  const features = new Float64Array(FEATURES);
  neighbourFeatures(distances, radius, Math.max(...shares.values()), features);
  return { probability, knnProbability: shares.get(token) ?? 0, features };
}

interface Found {
  readonly token: number;
  readonly distances: Float64Array;
  readonly tokens: Int32Array;
}

function nearestOf(forced: ForcedOutputs, pair: number, adaptation: Adaptation): readonly Found[] {
  const search = new Neighbours(adaptation);
  const state = new Float32Array(forced.width);
  return Array.from(forced.rowsOf([pair]), (row) => {
    forced.state(row, state);
    const { distances, tokens } = search.nearest(state);
    return { token: forced.tokens[row] ?? 0, distances: distances.slice(), tokens: tokens.slice() };
  });
}

/** Gradient descent on the mean negative log-probability, held near the prior where observations are few. */
function fitWeight(observations: readonly Observation[]): readonly number[] {
  const weightCoefficients = [...INITIAL_COEFFICIENTS];
  const [means, squares] = [new Float64Array(FEATURES), new Float64Array(FEATURES)];
  const pull = PRIOR_WEIGHT / Math.max(1, observations.length);
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = Float64Array.from(
      weightCoefficients,
      (value, i) => pull * (value - (INITIAL_COEFFICIENTS[i] ?? 0)),
    );
    for (const { probability, knnProbability, features } of observations) {
      if (features === undefined) continue;
      const share = interpolationWeight(weightCoefficients, features);
      const mixed = (1 - share) * probability + share * knnProbability + SMALLEST_PROBABILITY;
      const slope = (-(knnProbability - probability) / mixed) * share * (1 - share);
      for (let i = 0; i < FEATURES; i++) {
        gradient[i] = (gradient[i] ?? 0) + (slope * (features[i] ?? 0)) / observations.length;
      }
    }
    for (let i = 0; i < FEATURES; i++) {
      const slope = gradient[i] ?? 0;
      means[i] = MOMENTUM * (means[i] ?? 0) + (1 - MOMENTUM) * slope;
      squares[i] = VARIANCE * (squares[i] ?? 0) + (1 - VARIANCE) * slope ** 2;
      const step = (means[i] ?? 0) / (1 - MOMENTUM ** round);
      const height = Math.sqrt((squares[i] ?? 0) / (1 - VARIANCE ** round)) + SMALLEST_PROBABILITY;
      weightCoefficients[i] = (weightCoefficients[i] ?? 0) - (RATE * step) / height;
    }
  }
  return weightCoefficients;
}

function logMixed(
  { probability, knnProbability, features }: Observation,
  weightCoefficients: readonly number[],
): number {
  const share = features === undefined ? 0 : interpolationWeight(weightCoefficients, features);
  return Math.log((1 - share) * probability + share * knnProbability + SMALLEST_PROBABILITY);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
