/** The radius is this many typical distances. */
export const RADIUS_IN_TYPICAL = 6;
/** Which neighbour, besides the nearest, has its distance looked at. */
const FURTHER = 3;

/** What the interpolation weight is computed from; see `neighbourFeatures`. */
export const FEATURES = 6;
/** Where fitting begins, and what few observations stay near to: the mean of what several kinds of text led to. */
export const INITIAL_COEFFICIENTS: readonly number[] = Object.freeze([0.3, -1.2, -1.6, 2, -0.3, 0.5]);

/**
 * Describes the neighbours of one step: distance of the nearest (as it is, and its root), the largest kNN probability of a
 * token, that probability times the distance, and the distance of a further neighbour. Distances count in typical ones.
 */
export function neighbourFeatures(
  distances: Float64Array,
  radius: number,
  unity: number,
  into: Float64Array,
): void {
  const typical = radius / RADIUS_IN_TYPICAL;
  const nearest = Math.min(RADIUS_IN_TYPICAL, Math.max(0, distances[0] ?? 0) / typical);
  const further = Math.min(RADIUS_IN_TYPICAL, Math.max(0, distances[FURTHER] ?? radius) / typical);
  into[0] = 1;
  into[1] = nearest;
  into[2] = Math.sqrt(nearest);
  into[3] = unity;
  into[4] = unity * nearest;
  into[5] = further;
}

/** The weight of the kNN distribution in the mix, 0 to 1 (adaptive kNN-MT, Zheng et al. 2021, with a logistic gate). */
export function interpolationWeight(coefficients: readonly number[], features: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < features.length; i++) sum += (coefficients[i] ?? 0) * (features[i] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}
