/**
 * Small numbers out of 64-bit ones, without the object that JavaScript would make of each. The low half comes first on every
 * processor that Node runs on but one, for which ONNX Runtime has no library.
 */
export function lowHalves(numbers: BigInt64Array, into: Int32Array): void {
  const halves = new Int32Array(numbers.buffer, numbers.byteOffset, 2 * numbers.length);
  for (let i = 0; i < numbers.length; i++) into[i] = halves[2 * i] ?? 0;
}
