/** transformers.js on the same weights as a process of its own, for `bench/peers.ts`; greedy, because its beam search is not finished. */
import { underLoad } from '../model/load.js';
import { Peer } from '../model/peer.js';
import { serve } from './protocol.js';

/** Rows of a batch; sentences of like length stand together. */
const ROWS = 32;

const [folder = 'models/kotobashi-base'] = process.argv.slice(2);
const start = performance.now();
const peer = await Peer.open(folder);
await serve(performance.now() - start, async ({ sentences, callers }) => {
  if (callers > 0) return await underLoad(sentences, callers, (sentence) => peer.translate(sentence));
  const order = sentences.map((_, i) => i).sort((a, b) => lengthOf(a) - lengthOf(b));
  function lengthOf(i: number): number {
    return sentences[i]?.text.length ?? 0;
  }
  const answers: string[] = new Array(sentences.length);
  for (let at = 0; at < order.length; at += ROWS) {
    const batch = order.slice(at, at + ROWS);
    const texts = await peer.translateBatch(batch.flatMap((i) => sentences[i] ?? []));
    for (const [place, i] of batch.entries()) answers[i] = texts[place] ?? '';
  }
  return { answers };
});
await peer.close();
