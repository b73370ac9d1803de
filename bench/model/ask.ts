import type { ModelPort, SentenceResult } from '#src/model/model-port.js';
import type { BenchSentence } from './sentences.js';

/** One sentence as a request of its own, as somebody who waits for it sends it. */
export async function askModel(
  model: ModelPort,
  { from, to, text }: BenchSentence,
  caller = 0,
  beam?: number,
): Promise<SentenceResult> {
  const source = [{ kind: 'text', text }] as const;
  const request = { from, to, source, ...(beam === undefined ? {} : { decode: { beam } }) };
  const options = { fairnessKey: `caller ${caller}`, priority: 'interactive' } as const;
  const [result] = await model.translate([request], options);
  if (result === undefined) throw new Error('No result came back.');
  return result;
}
