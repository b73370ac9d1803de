import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import { expect, test } from 'vitest';
import { readModel } from '#src/model/folder/installed.js';
import { BASE } from './service.js';

const TOKENS = 24;
const { width } = readModel(BASE).manifest.shape;

/** What the encoder makes of numbers as they occur in it; `precision` asks ONNX Runtime for products that never overflow, whatever the processor. */
async function encoded(precision: '0' | '1'): Promise<Float32Array> {
  const session = await InferenceSession.create(join(BASE, 'encoder.onnx'), {
    intraOpNumThreads: 1,
    extra: { session: { x64quantprecision: precision } },
  });
  try {
    const embedded = Float32Array.from({ length: TOKENS * width }, (_, i) => 2 * Math.sin(i * i));
    const outputs = await session.run({
      embedded: new Tensor('float32', embedded, [TOKENS, 1, width]),
      mask: new Tensor('float32', new Float32Array(TOKENS), [1, 1, 1, TOKENS]),
    });
    const data = outputs.cross_v_0?.data;
    if (!(data instanceof Float32Array)) throw new Error('The encoder gave no values.');
    return Float32Array.from(data);
  } finally {
    await session.release();
  }
}

test('products of bytes are exact also where a processor adds pairs of them in 16 bits', async () => {
  const [plain, exact] = [await encoded('0'), await encoded('1')];
  const worst = plain.reduce((most, value, i) => Math.max(most, Math.abs(value - (exact[i] ?? 0))), 0);
  const largest = exact.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  expect(largest).toBeGreaterThan(0.1);
  expect(worst / largest).toBeLessThan(1e-4);
});
