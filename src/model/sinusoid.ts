/** The position embedding of Vaswani et al. 2017 as M2M100 has it: sines in the first half, cosines in the second. */
export function writeSinusoid(position: number, into: Float32Array, at: number, width: number): void {
  const half = width / 2;
  const step = Math.log(10_000) / (half - 1);
  for (let i = 0; i < half; i++) {
    const angle = Math.fround(position * Math.fround(Math.exp(-step * i)));
    into[at + i] = Math.sin(angle);
    into[at + half + i] = Math.cos(angle);
  }
}
