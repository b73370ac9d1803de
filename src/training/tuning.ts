import type { StoredStates } from '../model/adaptation.js';
import { Neighbours } from '../model/worker/neighbours.js';
import type { Traces } from './traces.js';

/** The few numbers that a training chooses. */
export interface AdaptationParameters {
  readonly neighbours: number;
  readonly temperature: number;
  readonly radius: number;
  readonly weight: number;
}

export interface TunedParameters extends AdaptationParameters {
  /** Mean log-probability of the held-out tokens: of the model alone, and with these parameters. */
  readonly before: number;
  readonly after: number;
}

/** One held-out token: what the model gives it, and its nearest stored states. */
interface Observation {
  readonly probability: number;
  readonly distances: Float64Array;
  /** 1 where the stored state was followed by this very token. */
  readonly agrees: Uint8Array;
}

const MOST_NEIGHBOURS = 16;
const NEIGHBOURS = [4, 8, 16];
/** Multiples of the median distance between a held-out state and its nearest stored one. */
const TEMPERATURES = [0.05, 0.1, 0.2, 0.4];
const RADII = [0.75, 1.25, 2, 4];
const WEIGHTS = [0, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8];
const SMALLEST_PROBABILITY = 1e-9;

/**
 * Chooses the parameters under which held-out pairs are most probable. Only stored distances and probabilities are
 * looked at, so that hundreds of settings cost no decoding; weight zero is among them, hence the choice never does
 * worse on these pairs than the model alone.
 *
 * @param probabilities log-probability of each held-out row's token, as the model (with its head) gives it
 * @param rangesOf rows of the pairs similar to a held-out pair, itself left out
 */
export function tune(
  traces: Traces,
  states: StoredStates,
  pairs: readonly number[],
  probabilities: Float32Array,
  rangesOf: (pair: number) => Int32Array,
): TunedParameters {
  const observations = observe(traces, states, pairs, probabilities, rangesOf);
  const typical = median(observations.map(({ distances }) => distances[0] ?? 0).filter(Number.isFinite)) || 1;
  const before = meanLogProbability(observations, { neighbours: 1, temperature: 1, radius: 1, weight: 0 });
  let best: TunedParameters = { neighbours: 8, temperature: 1, radius: 1, weight: 0, before, after: before };
  for (const neighbours of NEIGHBOURS) {
    for (const temperature of TEMPERATURES) {
      for (const radius of RADII) {
        for (const weight of WEIGHTS) {
          const parameters = {
            neighbours,
            temperature: temperature * typical,
            radius: radius * typical,
            weight,
          };
          const after = meanLogProbability(observations, parameters);
          if (after > best.after) best = { ...parameters, before, after };
        }
      }
    }
  }
  return best;
}

function observe(
  traces: Traces,
  states: StoredStates,
  pairs: readonly number[],
  probabilities: Float32Array,
  rangesOf: (pair: number) => Int32Array,
): readonly Observation[] {
  const state = new Float32Array(traces.width);
  const observations: Observation[] = [];
  for (const pair of pairs) {
    const search = new Neighbours({
      states,
      ranges: rangesOf(pair),
      neighbours: MOST_NEIGHBOURS,
      temperature: 1,
      radius: 1,
      weight: 1,
    });
    for (const row of traces.rowsOf([pair])) {
      traces.state(row, state);
      const { distances, tokens } = search.nearest(state);
      observations.push({
        probability: Math.exp(probabilities[observations.length] ?? 0),
        distances: distances.slice(),
        agrees: Uint8Array.from(tokens, (token) => (token === traces.tokens[row] ? 1 : 0)),
      });
    }
  }
  return observations;
}

function meanLogProbability(
  observations: readonly Observation[],
  { neighbours, temperature, radius, weight }: AdaptationParameters,
): number {
  let sum = 0;
  for (const { probability, distances, agrees } of observations) {
    const nearest = distances[0] ?? Number.POSITIVE_INFINITY;
    const share = nearest < radius ? weight * (1 - Math.max(0, nearest) / radius) : 0;
    let agreed = 0;
    if (share > 0) {
      let total = 0;
      for (let i = 0; i < neighbours; i++) {
        const vote = Math.exp((nearest - (distances[i] ?? 0)) / temperature);
        total += vote;
        agreed += vote * (agrees[i] ?? 0);
      }
      agreed /= total;
    }
    sum += Math.log((1 - share) * probability + share * agreed + SMALLEST_PROBABILITY);
  }
  return sum / Math.max(1, observations.length);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
