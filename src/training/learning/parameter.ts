import { mulberry32 } from '../../base/random.js';

/** AdamW (Loshchilov & Hutter 2019). */
export interface OptimizerSettings {
  readonly momentum: number;
  readonly variance: number;
  /** Share of every value that is taken off per step, times the rate. */
  readonly decay: number;
}

const SMALLEST_DEVIATION = 1e-8;

/** A block of numbers under training, with the moments of its gradient. */
export class Parameter {
  readonly #mean: Float32Array;
  readonly #square: Float32Array;
  #steps = 0;

  private constructor(
    readonly name: string,
    readonly shape: readonly number[],
    readonly values: Float32Array,
  ) {
    this.#mean = new Float32Array(values.length);
    this.#square = new Float32Array(values.length);
  }

  static zero(name: string, shape: readonly number[]): Parameter {
    return new Parameter(name, shape, new Float32Array(sizeOf(shape)));
  }

  /** Normally distributed; the same numbers every time, so that the same pairs give the same model. */
  static random(name: string, shape: readonly number[], deviation: number): Parameter {
    const next = mulberry32(sizeOf(shape));
    const values = Float32Array.from(
      { length: sizeOf(shape) },
      () => deviation * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
    );
    return new Parameter(name, shape, values);
  }

  step(gradient: Float32Array, rate: number, { momentum, variance, decay }: OptimizerSettings): void {
    this.#steps++;
    const meanScale = 1 / (1 - momentum ** this.#steps);
    const squareScale = 1 / (1 - variance ** this.#steps);
    const { values } = this;
    for (let i = 0; i < values.length; i++) {
      const slope = gradient[i] ?? 0;
      const mean = momentum * (this.#mean[i] ?? 0) + (1 - momentum) * slope;
      const square = variance * (this.#square[i] ?? 0) + (1 - variance) * slope * slope;
      this.#mean[i] = mean;
      this.#square[i] = square;
      const value = values[i] ?? 0;
      const move = (mean * meanScale) / (Math.sqrt(square * squareScale) + SMALLEST_DEVIATION);
      values[i] = value - rate * (move + decay * value);
    }
  }
}

function sizeOf(shape: readonly number[]): number {
  return shape.reduce((product, length) => product * length, 1);
}
