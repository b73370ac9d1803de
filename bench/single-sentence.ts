/**
 * `npm run bench -- single-sentence [--data DIR] [--models DIR] [--draft-lengths 0,1,2,3] [--sentences N]`:
 * latency of single-sentence decoding with each draft length, in turn; the first is the peer of the others. Then how many of N
 * sentences come out differently with a draft, and among 31 others.
 */
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { ModelService } from '#src/model/service.js';
import { textOf } from './eval/kept-marks.js';
import { askModel } from './model/ask.js';
import { latencies, percentile, underLoad } from './model/load.js';
import { type BenchSentence, readSentences, twentyWords } from './model/sentences.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'bench/data/dev' },
    models: { type: 'string', default: 'models' },
    'draft-lengths': { type: 'string', default: '0,1,2,3' },
    sentences: { type: 'string', default: '200' },
  },
});
const PASSES = 6;
const WARM_UP = 20;
const sentences = readSentences(values.data, Number(values.sentences));
// Both directions: how much of a draft is accepted depends on the language.
const english = twentyWords(values.data);
const japanese = sentences.filter(({ from }) => from === 'ja').slice(0, english.length);

class Runtime {
  readonly #model: ModelService;

  constructor(readonly draftLength: number) {
    this.#model = new ModelService({ directory: values.models, beam: 1, draftLength });
  }

  async ask(sentence: BenchSentence, caller?: number): Promise<string> {
    return textOf((await askModel(this.#model, sentence, caller)).target);
  }

  async all(callers: number): Promise<readonly string[]> {
    return (await underLoad(sentences, callers, (sentence, caller) => this.ask(sentence, caller))).answers;
  }

  close(): Promise<void> {
    return this.#model.close();
  }
}

function different(one: readonly string[], two: readonly string[]): number {
  return one.filter((answer, i) => answer !== two[i]).length;
}

const round = (value: number) => Number(value.toFixed(2));
console.log(
  `machine     ${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, Node ${process.versions.node}`,
);
const runtimes = values['draft-lengths'].split(',').map((count) => new Runtime(Number(count)));
for (const runtime of runtimes)
  for (const sentence of sentences.slice(0, WARM_UP)) await runtime.ask(sentence);

const asked = runtimes.map((runtime) => (sentence: BenchSentence) => runtime.ask(sentence));
const [intoJapanese, intoEnglish] = [
  await latencies(english, PASSES, asked),
  await latencies(japanese, PASSES, asked),
];
const alone: (readonly string[])[] = [];
for (const runtime of runtimes) alone.push(await runtime.all(1));
const crowd = (await runtimes[0]?.all(32)) ?? [];
const median = (times: readonly (readonly number[])[], i: number) => percentile(times[i] ?? [], 0.5);
const rows = runtimes.map(({ draftLength }, i) => ({
  draftLength,
  latencyMs: { 'en-ja': round(median(intoJapanese, i)), 'ja-en': round(median(intoEnglish, i)) },
  vsFirst: {
    'en-ja': round(median(intoJapanese, 0) / median(intoJapanese, i)),
    'ja-en': round(median(intoEnglish, 0) / median(intoEnglish, i)),
  },
  otherThanFirst: different(alone[0] ?? [], alone[i] ?? []),
  otherThanAmong32: different(crowd, alone[i] ?? []),
}));
await Promise.all(runtimes.map((runtime) => runtime.close()));
for (const { draftLength, latencyMs, vsFirst, otherThanFirst, otherThanAmong32 } of rows)
  console.log(
    `draft length ${draftLength}   p50 en→ja ${latencyMs['en-ja']} ms (${vsFirst['en-ja']}x), ja→en ${latencyMs['ja-en']} ms (${vsFirst['ja-en']}x); of ${sentences.length} differ ${otherThanFirst} from draft length ${rows[0]?.draftLength}, ${otherThanAmong32} from 32 callers`,
  );
console.log(`RESULT ${JSON.stringify({ sentences: sentences.length, rows })}`);
