import { TRAINING_STATES, type TrainingState } from '../store/schema/index.js';

/**
 * The life of a training job. A job that changes hands keeps its state: the next worker goes on where the last one
 * stopped. The database holds every process to the same edges.
 */
export const TRAINING_EDGES: Readonly<Record<TrainingState, readonly TrainingState[]>> = Object.freeze({
  queued: Object.freeze<TrainingState[]>(['preparing', 'failed']),
  preparing: Object.freeze<TrainingState[]>(['training', 'failed']),
  training: Object.freeze<TrainingState[]>(['evaluating', 'failed']),
  evaluating: Object.freeze<TrainingState[]>(['finished', 'failed']),
  finished: Object.freeze<TrainingState[]>([]),
  failed: Object.freeze<TrainingState[]>([]),
});

/** States of a job that has not ended. */
export const UNFINISHED: readonly TrainingState[] = TRAINING_STATES.filter(
  (state) => TRAINING_EDGES[state].length > 0,
);

/** How far a job is in all, 0 to 100: each state has its part of the way. */
const PART_OF_THE_WAY: Readonly<Record<TrainingState, readonly [number, number]>> = Object.freeze({
  queued: [0, 0],
  preparing: [0, 60],
  training: [60, 90],
  evaluating: [90, 99],
  finished: [100, 100],
  failed: [0, 0],
});

/**
 * @param progress 0 to 1 within the state
 *
 * @example
 * percentage('training', 0.5) // 75
 */
export function percentage(state: TrainingState, progress: number): number {
  const [from, to] = PART_OF_THE_WAY[state];
  return Math.round(from + (to - from) * Math.min(1, Math.max(0, progress)));
}
