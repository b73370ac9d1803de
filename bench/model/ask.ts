import type { ModelPort, SentenceResult } from '#src/model/model-port.js';
import type { BenchSentence } from './sentences.js';

/** One sentence as a request of its own, as somebody who waits for it sends it. */
export async function askModel(
  model: ModelPort,
  { from, to, text }: BenchSentence,
  caller = 0,
): Promise<SentenceResult> {
  const request = { from, to, source: [{ kind: 'text', text }] as const };
  const options = { caller: `caller ${caller}`, priority: 'interactive' } as const;
  const [result] = await model.translate([request], options);
  if (result === undefined) throw new Error('No result came back.');
  return result;
}
