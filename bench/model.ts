/**
 * `npm run bench -- model [--data DIR] [--models DIR] [--model NAME] [--sentences N] [--quick]`: speed, latency,
 * memory and event-loop delay of the model room, beside transformers.js on the same weights in the same run.
 */
import { availableParallelism, cpus } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { parseArgs } from 'node:util';
import type { SentenceResult } from '#src/model/model-port.js';
import { ModelService } from '#src/model/service.js';
import { chrf } from '#src/quality/chrf.js';
import { textOf } from './eval/kept-marks.js';
import { askModel } from './model/ask.js';
import { latencies, percentile, underLoad } from './model/load.js';
import { type BenchSentence, readSentences, twentyWords } from './model/sentences.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'bench/data/dev' },
    models: { type: 'string', default: 'models' },
    model: { type: 'string', default: 'kotobashi-base' },
    sentences: { type: 'string' },
    quick: { type: 'boolean', default: false },
  },
});
const MEGABYTE = 1e6;
const count = Number(values.sentences ?? (values.quick ? 64 : 500));
const sentences = readSentences(values.data, count);
const timed = twentyWords(values.data);
const threads = availableParallelism();
const round = (value: number, digits = 1) => Number(value.toFixed(digits));

console.log(`machine     ${cpus()[0]?.model ?? 'unknown'}, ${threads} cores, Node ${process.versions.node}`);
console.log(`sentences   ${sentences.length} (flores-dev, half en→ja, half ja→en), greedy in both runtimes`);

/** chrF of both directions, averaged. */
function quality(answers: readonly string[]): number {
  const scores = ['en', 'ja'].map((from) => {
    const own = sentences
      .map((sentence, i) => ({ sentence, answer: answers[i] ?? '' }))
      .filter((p) => p.sentence.from === from);
    return chrf(
      own.map(({ answer }) => answer),
      own.map(({ sentence }) => sentence.reference),
    );
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

const start = performance.now();
const model = new ModelService({ directory: values.models, beam: 1 });
const ask = (sentence: BenchSentence, caller?: number) => askModel(model, sentence, caller);

async function measureOurs() {
  // A blank sentence loads the model and asks nothing of it.
  await ask({ from: 'en', to: 'ja', text: ' ', reference: '' });
  const loadMs = performance.now() - start;
  await underLoad(sentences.slice(0, 16), 8, ask);
  const perSecond: Record<string, number> = {};
  let tokensPerSecond = 0;
  let answers: readonly SentenceResult[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  for (const [callers, share] of [
    [1, 0.15],
    [8, 0.5],
    [32, 1],
  ] as const) {
    if (callers === 32) delay.enable();
    const part = sentences.slice(0, Math.ceil(sentences.length * share));
    const result = await underLoad(part, callers, ask);
    perSecond[callers] = round(part.length / result.seconds, 2);
    tokensPerSecond = result.answers.reduce((sum, { tokens }) => sum + tokens + 1, 0) / result.seconds;
    answers = result.answers;
  }
  delay.disable();
  const rssMb = process.resourceUsage().maxRSS / 1024;
  return {
    loadMs,
    perSecond,
    tokensPerSecond,
    rssMb,
    delayMs: delay.percentile(99) / MEGABYTE,
    chrf: quality(answers.map(({ target }) => textOf(target))),
  };
}

async function measurePeer() {
  const { Peer } = await import('./model/peer.js');
  const start = performance.now();
  const peer = await Peer.open(join(values.models, values.model));
  const loadMs = performance.now() - start;
  try {
    const askPeer = (sentence: BenchSentence) => peer.translate(sentence);
    await underLoad(sentences.slice(0, 4), 1, askPeer);
    const [ownTimes = [], times = []] = await latencies(timed, values.quick ? 1 : 6, [ask, askPeer]);
    const { seconds, answers } = await underLoad(sentences, 32, askPeer);
    // The best it can do with a queue in front: batches of 16 sentences of like length.
    const sorted = sentences
      .toSorted((a, b) => a.text.length - b.text.length)
      .slice(0, values.quick ? 32 : 128);
    const batchStart = performance.now();
    for (let i = 0; i < sorted.length; i += 16) await peer.translateBatch(sorted.slice(i, i + 16));
    const batched = sorted.length / ((performance.now() - batchStart) / 1000);
    return {
      loadMs,
      ownTimes,
      times,
      perSecond: sentences.length / seconds,
      batched,
      chrf: quality(answers),
    };
  } finally {
    await peer.close();
  }
}

const ours = await measureOurs();
console.log(
  `\nours        load ${ours.loadMs.toFixed(0)} ms, peak RSS ${ours.rssMb.toFixed(0)} MiB, ${threads} threads`,
);
for (const [callers, rate] of Object.entries(ours.perSecond))
  console.log(`            ${callers.padStart(2)} callers: ${rate} sentences/s`);
console.log(
  `            ${ours.tokensPerSecond.toFixed(0)} target tokens/s at 32 callers, event-loop delay p99 ${ours.delayMs.toFixed(1)} ms, chrF ${ours.chrf.toFixed(2)}`,
);
const peer = await measurePeer();
await model.close();
console.log(
  `            20 words alone, in turn with the peer: p50 ${percentile(peer.ownTimes, 0.5).toFixed(0)} ms, p95 ${percentile(peer.ownTimes, 0.95).toFixed(0)} ms`,
);
console.log(`\ntransformers.js   load ${peer.loadMs.toFixed(0)} ms (with the making of its files)`);
console.log(
  `            20 words alone: p50 ${percentile(peer.times, 0.5).toFixed(0)} ms, p95 ${percentile(peer.times, 0.95).toFixed(0)} ms`,
);
console.log(
  `            32 callers: ${peer.perSecond.toFixed(2)} sentences/s (batches of 16 like ones: ${peer.batched.toFixed(2)}), chrF ${peer.chrf.toFixed(2)}`,
);
const result = {
  tokensPerSecondPerCore: round(ours.tokensPerSecond / threads, 0),
  sentencesPerSecond: ours.perSecond,
  latencyMs: { p50: round(percentile(peer.ownTimes, 0.5)), p95: round(percentile(peer.ownTimes, 0.95)) },
  loadMs: round(ours.loadMs, 0),
  rssMb: round(ours.rssMb, 0),
  eventLoopP99Ms: round(ours.delayMs),
  vsTransformersJs: {
    throughput: round((ours.perSecond[32] ?? 0) / peer.perSecond, 2),
    latency: round(percentile(peer.times, 0.5) / percentile(peer.ownTimes, 0.5), 2),
    chrfDifference: round(ours.chrf - peer.chrf, 2),
    throughputAgainstItsBatches: round((ours.perSecond[32] ?? 0) / peer.batched, 2),
  },
};
console.log(`RESULT ${JSON.stringify(result)}`);
