/** The few numbers that a training chooses for the kNN interpolation. */
export interface AdaptationParameters {
  readonly neighbours: number;
  readonly temperature: number;
  readonly radius: number;
  readonly weight: number;
  readonly weightCoefficients?: readonly number[];
}

/** No interpolation. */
export const NO_NEIGHBOURS: AdaptationParameters = Object.freeze({
  neighbours: 1,
  temperature: 1,
  radius: 1,
  weight: 0,
});
