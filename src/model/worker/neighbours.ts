import type { Adaptation } from '../port.js';
import type { Candidate } from './candidates.js';
import type { RowView } from './step.js';

interface Vote {
  readonly token: number;
  readonly distance: number;
}

/**
 * Interpolates the decoder's distribution with that of the nearest stored states (kNN-MT, Khandelwal et al.
 * 2021). As in SK-MT (Dai et al. 2023) the neighbours' share falls with the distance of the nearest one:
 * weight × max(0, 1 − distance / temperature). Where nothing similar was seen, the model speaks alone.
 */
export function mixNeighbours(
  adaptation: Adaptation,
  row: RowView,
  candidates: readonly Candidate[],
): readonly Candidate[] {
  const nearest = nearestRows(adaptation, row.hidden);
  const [first] = nearest;
  if (first === undefined) return candidates;
  const share = adaptation.weight * Math.max(0, 1 - first.distance / adaptation.temperature);
  if (share <= 0) return candidates;
  const votes = new Map<number, number>();
  let total = 0;
  for (const { token, distance } of nearest) {
    const vote = Math.exp((first.distance - distance) / adaptation.temperature);
    votes.set(token, (votes.get(token) ?? 0) + vote);
    total += vote;
  }
  const tokens = new Set([...candidates.map(({ token }) => token), ...votes.keys()]);
  return [...tokens].map((token) => {
    const own = Math.exp(row.scores[token] ?? Number.NEGATIVE_INFINITY);
    const others = (votes.get(token) ?? 0) / total;
    return { token, score: Math.log((1 - share) * own + share * others) };
  });
}

/** The stored rows closest to the state, nearest first. */
function nearestRows({ keys, values, neighbours }: Adaptation, state: Float32Array): readonly Vote[] {
  const width = state.length;
  const nearest: Vote[] = [];
  for (let row = 0; row < values.length; row++) {
    const limit = nearest.length < neighbours ? Number.POSITIVE_INFINITY : (nearest.at(-1)?.distance ?? 0);
    const distance = squaredDistance(keys, row * width, state, limit);
    if (distance >= limit) continue;
    const at = nearest.findIndex((vote) => vote.distance > distance);
    nearest.splice(at === -1 ? nearest.length : at, 0, { token: values[row] ?? 0, distance });
    nearest.length = Math.min(nearest.length, neighbours);
  }
  return nearest;
}

/** Stops early when the sum has passed `limit`: most rows are far away. */
function squaredDistance(keys: Float32Array, start: number, state: Float32Array, limit: number): number {
  let sum = 0;
  for (let i = 0; i < state.length; ) {
    const stop = Math.min(i + 64, state.length);
    for (; i < stop; i++) {
      const difference = (keys[start + i] ?? 0) - (state[i] ?? 0);
      sum += difference * difference;
    }
    if (sum >= limit) return sum;
  }
  return sum;
}
