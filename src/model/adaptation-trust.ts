/** The radius is this many typical distances. */
export const RADIUS_IN_TYPICAL = 6;
/** Which neighbour, besides the nearest, has its distance looked at. */
const FURTHER = 3;

/** What the trust in some voters is computed from; see `trustFeatures`. */
export const FEATURES = 6;
/** Where fitting begins, and what few observations stay near to: the mean of what several kinds of text led to. */
export const FIRST_TRUST: readonly number[] = Object.freeze([0.3, -1.2, -1.6, 2, -0.3, 0.5]);

/**
 * Describes the voters of one step: distance of the nearest (as it is, and its root), the largest share of votes that one
 * token has, that share times the distance, and the distance of a further voter. Distances count in typical ones.
 */
export function trustFeatures(
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

/** The share that voters deserve in the mix, 0 to 1 (adaptive kNN-MT, Zheng et al. 2021, with a logistic gate). */
export function trustIn(coefficients: readonly number[], features: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < features.length; i++) sum += (coefficients[i] ?? 0) * (features[i] ?? 0);
  return 1 / (1 + Math.exp(-sum));
}
