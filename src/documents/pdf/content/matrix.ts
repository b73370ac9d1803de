/** `[a b c d e f]` as PDF writes it: a point (x, y) goes to (ax + cy + e, bx + dy + f). */
export type Matrix = readonly [number, number, number, number, number, number];

export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

export function matrixOf(numbers: readonly number[]): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = numbers;
  return [a, b, c, d, e, f];
}

/** First `one`, then `other`. */
export function multiply(one: Matrix, other: Matrix): Matrix {
  return [
    one[0] * other[0] + one[1] * other[2],
    one[0] * other[1] + one[1] * other[3],
    one[2] * other[0] + one[3] * other[2],
    one[2] * other[1] + one[3] * other[3],
    one[4] * other[0] + one[5] * other[2] + other[4],
    one[4] * other[1] + one[5] * other[3] + other[5],
  ];
}

/** Undefined for a matrix that flattens the plane: what is drawn with it cannot be seen. */
export function invert([a, b, c, d, e, f]: Matrix): Matrix | undefined {
  const determinant = a * d - b * c;
  if (Math.abs(determinant) < 1e-9) return undefined;
  return [
    d / determinant,
    -b / determinant,
    -c / determinant,
    a / determinant,
    (c * f - d * e) / determinant,
    (b * e - a * f) / determinant,
  ];
}
