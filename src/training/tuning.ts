import type { Adaptation } from '../model/adaptation.js';
import {
  FEATURES,
  FIRST_TRUST,
  RADIUS_IN_TYPICAL,
  trustFeatures,
  trustIn,
} from '../model/adaptation-trust.js';
import { Neighbours, softVotes } from '../model/worker/neighbours.js';
import type { Traces } from './traces.js';

/** The few numbers that a training chooses for the voters. */
export interface AdaptationParameters {
  readonly neighbours: number;
  readonly temperature: number;
  readonly radius: number;
  readonly weight: number;
  readonly trust?: readonly number[];
}

/** Voters that are never heard. */
export const SILENT: AdaptationParameters = Object.freeze({
  neighbours: 1,
  temperature: 1,
  radius: 1,
  weight: 0,
});

export interface TunedParameters {
  readonly parameters: AdaptationParameters;
  /** Mean log-probability of the held-out tokens: of the model alone, and with these parameters. */
  readonly before: number;
  readonly after: number;
}

/** One held-out token: what the model gives it, what share of the votes it has, and what the voters look like. */
interface Observation {
  readonly probability: number;
  readonly voted: number;
  /** Absent where nobody is near enough to vote. */
  readonly features?: Float64Array;
}

const NEIGHBOURS = 24;
/** In typical distances; a typical one is the median between a held-out state and its nearest stored one. */
const TEMPERATURES = [0.1, 0.2, 0.4];
const SMALLEST_PROBABILITY = 1e-9;
const ROUNDS = 400;
const RATE = 0.03;
const [MOMENTUM, VARIANCE] = [0.9, 0.99];
/** How many observations the first guess counts for. */
const FIRST_GUESS_WEIGHT = 5;

/**
 * Learns how far the voters may be trusted, from how probable they make held-out pairs. Only stored states are looked at,
 * nothing is decoded. Voters that do not help there are silenced.
 *
 * @param probabilities log-probability of each held-out row's token, as the model (with its head) gives it
 * @param votersOf the search for voters of a held-out pair, itself left out
 */
export function tune(
  traces: Traces,
  pairs: readonly number[],
  probabilities: Float32Array,
  votersOf: (pair: number) => Adaptation,
): TunedParameters {
  const found = pairs.flatMap((pair) =>
    nearestOf(traces, pair, { ...votersOf(pair), neighbours: NEIGHBOURS }),
  );
  const typical = median(found.map(({ distances }) => distances[0] ?? 0).filter(Number.isFinite)) || 1;
  const radius = RADIUS_IN_TYPICAL * typical;
  const before = mean(Array.from(probabilities, (value) => Math.log(Math.exp(value) + SMALLEST_PROBABILITY)));
  let best: TunedParameters = { parameters: SILENT, before, after: before };
  for (const temperature of TEMPERATURES.map((factor) => factor * typical)) {
    const observations = found.map((each, at) => observe(each, probabilities[at] ?? 0, temperature, radius));
    const trust = fitTrust(observations);
    const after = mean(observations.map((observation) => logMixed(observation, trust)));
    if (after <= best.after) continue;
    best = { parameters: { neighbours: NEIGHBOURS, temperature, radius, weight: 1, trust }, before, after };
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
  if (nearest >= radius) return { probability, voted: 0 };
  const shares = softVotes(distances, tokens, temperature);
  const features = new Float64Array(FEATURES);
  trustFeatures(distances, radius, Math.max(...shares.values()), features);
  return { probability, voted: shares.get(token) ?? 0, features };
}

interface Found {
  readonly token: number;
  readonly distances: Float64Array;
  readonly tokens: Int32Array;
}

function nearestOf(traces: Traces, pair: number, voters: Adaptation): readonly Found[] {
  const search = new Neighbours(voters);
  const state = new Float32Array(traces.width);
  return Array.from(traces.rowsOf([pair]), (row) => {
    traces.state(row, state);
    const { distances, tokens } = search.nearest(state);
    return { token: traces.tokens[row] ?? 0, distances: distances.slice(), tokens: tokens.slice() };
  });
}

/** Gradient descent on the mean negative log-probability, held near the first guess where observations are few. */
function fitTrust(observations: readonly Observation[]): readonly number[] {
  const trust = [...FIRST_TRUST];
  const [means, squares] = [new Float64Array(FEATURES), new Float64Array(FEATURES)];
  const pull = FIRST_GUESS_WEIGHT / Math.max(1, observations.length);
  for (let round = 1; round <= ROUNDS; round++) {
    const gradient = Float64Array.from(trust, (value, i) => pull * (value - (FIRST_TRUST[i] ?? 0)));
    for (const { probability, voted, features } of observations) {
      if (features === undefined) continue;
      const share = trustIn(trust, features);
      const mixed = (1 - share) * probability + share * voted + SMALLEST_PROBABILITY;
      const slope = (-(voted - probability) / mixed) * share * (1 - share);
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
      trust[i] = (trust[i] ?? 0) - (RATE * step) / height;
    }
  }
  return trust;
}

function logMixed({ probability, voted, features }: Observation, trust: readonly number[]): number {
  const share = features === undefined ? 0 : trustIn(trust, features);
  return Math.log((1 - share) * probability + share * voted + SMALLEST_PROBABILITY);
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
