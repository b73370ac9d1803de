/**
 * `npm run bench -- peers [--data DIR] [--models DIR] [--model NAME] [--sentences N] [--passes N] [--only-ours]`: our runtime beside
 * transformers.js and, where the Python module `ctranslate2` is installed, CTranslate2, on the same weights and sentences. Each is
 * a process of its own; they work in turn, pass by pass, so that what else happens on the machine happens to all of them.
 */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { build } from 'vite';
import { readModel } from '#src/model/folder/installed.js';
import { openTokenizer } from '#src/model/tokenizer/open.js';
import { chrf } from '#src/quality/chrf.js';
import { textOf } from './eval/kept-marks.js';
import { latencies, percentile } from './model/load.js';
import { type BenchSentence, readSentences, twentyWords } from './model/sentences.js';
import { writeCTranslate2Weights } from './peers/ctranslate2-weights.js';
import type { Answer } from './peers/protocol.js';
import { Runtime } from './peers/runtime.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'bench/data/dev' },
    models: { type: 'string', default: 'models' },
    model: { type: 'string', default: 'kotobashi-base' },
    sentences: { type: 'string', default: '240' },
    passes: { type: 'string', default: '2' },
    'only-ours': { type: 'boolean', default: false },
  },
});
const LATENCY_PASSES = 3;
const LATENCY_SENTENCES = 10;
const threads = availableParallelism();
const folder = join(values.models, values.model);
const { manifest } = readModel(folder);
const tokenizer = await openTokenizer(folder, manifest);
/** The tokens are for runtimes that have no tokenizer of their own. */
const withTokens = (sentence: BenchSentence) => ({
  ...sentence,
  tokens: tokenizer.encode({
    source: [{ kind: 'text', text: sentence.text }],
    from: sentence.from,
    to: sentence.to,
  }),
});
const sentences = readSentences(values.data, Number(values.sentences)).map(withTokens);
const timed = twentyWords(values.data).slice(0, LATENCY_SENTENCES).map(withTokens);
const scratch = mkdtempSync(join(tmpdir(), 'kotobashi-peers-'));

interface Measured {
  seconds: number;
  processorSeconds: number;
  sentences: number;
  chrf: number;
}

/** One thing to measure: who, how, and what came out of all passes together. */
class Work {
  readonly #total: Measured = { seconds: 0, processorSeconds: 0, sentences: 0, chrf: 0 };
  readonly #answers: (answer: Answer) => readonly string[];
  #texts: readonly string[] = [];

  constructor(
    readonly label: string,
    readonly runtime: Runtime,
    readonly beam: number,
    readonly callers: number,
    answers: (answer: Answer) => readonly string[] = ({ answers }) => answers,
  ) {
    this.#answers = answers;
  }

  async pass(): Promise<void> {
    const answer = await this.runtime.ask({ sentences, beam: this.beam, callers: this.callers });
    this.#total.seconds += answer.seconds;
    this.#total.processorSeconds += answer.processorSeconds;
    this.#total.sentences += sentences.length;
    this.#texts = this.#answers(answer);
    this.#total.chrf = quality(this.#texts);
  }

  get perSecond(): number {
    return this.#total.sentences / this.#total.seconds;
  }

  /** How many sentences both translated alike in their last passes. */
  alike(other: Work): number {
    return this.#texts.filter((text, i) => text === other.#texts[i]).length;
  }

  print(): void {
    const { processorSeconds, sentences, chrf } = this.#total;
    const processor = ((1000 * processorSeconds) / sentences).toFixed(1);
    console.log(
      `${this.label.padEnd(36)}${this.perSecond.toFixed(1).padStart(6)} sentences/s, ${processor} ms of processor time a sentence, chrF ${chrf.toFixed(2)}`,
    );
  }
}

/** chrF of both directions, averaged. */
function quality(answers: readonly string[]): number {
  const scores = ['en', 'ja'].map((from) => {
    const own = sentences.flatMap((sentence, i) =>
      sentence.from === from ? [[answers[i] ?? '', sentence.reference] as const] : [],
    );
    return chrf(
      own.map(([answer]) => answer),
      own.map(([, reference]) => reference),
    );
  });
  return scores.reduce((sum, score) => sum + score, 0) / scores.length;
}

const tsx = ['--import', 'tsx'];

/** Our runtime as users have it: compiled, because what compiles it on the way would take time and memory in every thread. */
async function compileOurs(): Promise<string> {
  const outDir = join('dist', 'bench');
  await build({
    configFile: false,
    logLevel: 'warn',
    build: {
      ssr: 'bench/peers/ours.ts',
      outDir,
      rolldownOptions: { external: /^#src\// },
    },
  });
  return join(outDir, 'ours.js');
}
const round = (value: number, digits = 2) => Number(value.toFixed(digits));
const median = (times: readonly number[] | undefined) => percentile(times ?? [], 0.5);
const python = process.env.PYTHON ?? 'python3';

function hasCTranslate2(): boolean {
  return spawnSync(python, ['-c', 'from ctranslate2 import Translator']).status === 0;
}

/** With a worker for each core for batches, and with one that has all threads for a sentence alone. */
async function openCTranslate2(): Promise<{
  readonly batches: Runtime;
  readonly alone: Runtime;
  readonly loadMs: number;
}> {
  writeCTranslate2Weights(folder, scratch, ['en', 'ja']);
  // What our start asks of the C library's memory would cost CTranslate2 time: it takes and gives back a buffer in every step.
  const env = { ...process.env, GLIBC_TUNABLES: '' };
  const open = (workers: number, inside: number) =>
    Runtime.open(
      `CTranslate2, ${workers} × ${inside} threads`,
      python,
      ['bench/peers/ctranslate2_peer.py', scratch, `${workers}`, `${inside}`],
      env,
    );
  const made = spawnSync(python, ['bench/peers/ctranslate2_peer.py', scratch, '1', '1'], {
    stdio: 'inherit',
  });
  if (made.status !== 0) throw new Error('The weights could not be converted for CTranslate2.');
  const { runtime: batches, loadMs } = await open(threads, 1);
  return { batches, alone: (await open(1, threads)).runtime, loadMs };
}

const textsOf = ({ answers }: Answer) =>
  answers.map((answer) => textOf(tokenizer.decode(answer.split(' ').filter(Boolean).map(Number))));

const all: Runtime[] = [];
try {
  console.log(
    `machine     ${cpus()[0]?.model ?? 'unknown'}, ${threads} cores, Node ${process.versions.node}`,
  );
  console.log(`sentences   ${sentences.length}, half en→ja, half ja→en, ${values.passes} passes in turn`);
  const compiled = await compileOurs();
  const open = () =>
    Runtime.open('ours', process.execPath, [compiled, values.models, join(scratch, 'checksums.json')]);
  // The first start reads the model folder from end to end; all others look whether it has changed.
  await (await open()).runtime.close();
  const { runtime: ours, loadMs } = await open();
  all.push(ours);
  const alone = [ours];
  const work = {
    greedy: new Work('ours, greedy, batches', ours, 1, 0),
    beam4: new Work('ours, beam 4, batches', ours, 4, 0),
    callers8: new Work('ours, greedy, 8 callers', ours, 1, 8),
    callers32: new Work('ours, greedy, 32 callers', ours, 1, 32),
  };
  const peers: Record<string, Work> = {};
  const loads = [`ours ${loadMs.toFixed(0)} ms`];
  let theirs: Runtime | undefined;
  if (!values['only-ours']) {
    const js = await Runtime.open('transformers.js', process.execPath, [
      ...tsx,
      'bench/peers/transformers-js.ts',
      folder,
    ]);
    all.push(js.runtime);
    alone.push(js.runtime);
    peers.js = new Work('transformers.js, greedy, batches', js.runtime, 1, 0);
    loads.push(`transformers.js ${js.loadMs.toFixed(0)} ms with the making of its files`);
    if (hasCTranslate2()) {
      const opened = await openCTranslate2();
      all.push(opened.batches, opened.alone);
      // Two threads that wait for each other in every product are slower than one where the machine has other work.
      alone.push(opened.alone, opened.batches);
      theirs = opened.batches;
      peers.greedy = new Work('CTranslate2, greedy, batches', theirs, 1, 0, textsOf);
      peers.beam4 = new Work('CTranslate2, beam 4, batches', theirs, 4, 0, textsOf);
      loads.push(`CTranslate2 ${opened.loadMs.toFixed(0)} ms`);
    }
  }
  console.log(`load        ${loads.join(', ')}`);
  const batched = [ours, ...(theirs === undefined ? [] : [theirs])];
  for (const runtime of batched) {
    for (const sentence of timed.slice(0, 1)) await runtime.alone(sentence);
    console.log(`${runtime.name}, memory after the first sentence: ${runtime.residentMb().toFixed(0)} MB`);
  }
  const works = [...Object.values(work), ...Object.values(peers)];
  for (let pass = 0; pass < Number(values.passes); pass++) for (const one of works) await one.pass();
  const times = await latencies(
    timed,
    LATENCY_PASSES,
    alone.map((runtime) => (sentence: BenchSentence) => runtime.alone(sentence)),
  );
  for (const one of works) one.print();
  for (const beam of ['greedy', 'beam4'] as const) {
    const peer = peers[beam];
    if (peer !== undefined)
      console.log(`${peer.label}: ${peer.alike(work[beam])} of ${sentences.length} sentences as ours`);
  }
  for (const [i, runtime] of alone.entries())
    console.log(`${runtime.name}, 20 words alone: p50 ${median(times[i]).toFixed(0)} ms`);
  for (const runtime of batched)
    console.log(`${runtime.name}, peak memory: ${runtime.peakMb().toFixed(0)} MB`);
  const latency = (...peers: number[]) =>
    round(Math.min(...peers.map((i) => median(times[i]))) / median(times[0]));
  const ratio = (peer: Work | undefined, own: Work) => round(own.perSecond / (peer?.perSecond ?? Number.NaN));
  const result = {
    ctranslate2:
      theirs === undefined
        ? null
        : {
            greedy: ratio(peers.greedy, work.greedy),
            beam4: ratio(peers.beam4, work.beam4),
            latency: latency(2, 3),
            memory: round(theirs.peakMb() / ours.peakMb()),
          },
    transformersJs: { greedy: ratio(peers.js, work.greedy), latency: latency(1) },
    beamCost: round(work.greedy.perSecond / work.beam4.perSecond),
    rssMb: round(ours.peakMb(), 0),
    loadMs: round(loadMs, 0),
    callers8Of32: round(work.callers8.perSecond / work.callers32.perSecond),
  };
  console.log(`RESULT ${JSON.stringify(result)}`);
} finally {
  await Promise.all(all.map((runtime) => runtime.close()));
  rmSync(scratch, { recursive: true, force: true });
}
