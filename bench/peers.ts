/**
 * `npm run bench -- peers [--data DIR] [--models DIR] [--model NAME] [--sentences N] [--passes N] [--only-ours]`: our runtime beside
 * transformers.js and, where the Python module `ctranslate2` is installed, CTranslate2, on the same weights and sentences, and
 * CTranslate2 on random weights in the shape of Argos Translate's models, made to write as much as we do. Each is a process of
 * its own; they work in turn, pass by pass, so that what else happens on the machine happens to all of them. The first
 * pass is left out, and what is compared are medians.
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
import { type SearchedRow, searchGain } from './model/search-gain.js';
import { type BenchSentence, readSentences, twentyWords } from './model/sentences.js';
import { argosToken, writeArgosShape, writeCTranslate2Weights } from './peers/ctranslate2-weights.js';
import type { Answer, PeerSentence } from './peers/protocol.js';
import { Runtime } from './peers/runtime.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'bench/data/dev' },
    models: { type: 'string', default: 'models' },
    model: { type: 'string', default: 'kotobashi-base' },
    sentences: { type: 'string', default: '240' },
    passes: { type: 'string', default: '4' },
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
const withTokens = (sentence: BenchSentence): PeerSentence => ({
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

/** One thing to measure: who, how, and what came out of each pass. */
class Work {
  readonly #passes: Answer[] = [];

  constructor(
    readonly label: string,
    readonly runtime: Runtime,
    readonly beam: number,
    readonly callers: number,
    readonly textsOf: (answer: Answer) => readonly string[] = ({ answers }) => answers,
    readonly isPruned = false,
  ) {}

  async pass(asked: readonly PeerSentence[]): Promise<void> {
    const { beam, isPruned, callers } = this;
    this.#passes.push(await this.runtime.ask({ sentences: asked, beam, isPruned, callers }));
  }

  get texts(): readonly string[] {
    const last = this.#passes.at(-1);
    return last === undefined ? [] : this.textsOf(last);
  }

  /** Seconds of each pass but the first, which warms up. */
  get seconds(): readonly number[] {
    return this.#counted.map(({ seconds }) => seconds);
  }

  get #counted(): readonly Answer[] {
    return this.#passes.slice(Math.min(1, this.#passes.length - 1));
  }

  /** Seconds of processor time, in the median pass. */
  get processorSeconds(): number {
    return median(this.#counted.map(({ processorSeconds }) => processorSeconds));
  }

  /** How many sentences both translated alike in their last passes. */
  alike(other: Work): number {
    const theirs = other.texts;
    return this.texts.filter((text, i) => text === theirs[i]).length;
  }

  print(): void {
    const perSecond = sentences.length / median(this.seconds);
    const score = this.texts.length === 0 ? '' : `, chrF ${quality(this.texts).toFixed(2)}`;
    console.log(
      `${this.label.padEnd(36)}${perSecond.toFixed(1).padStart(6)} sentences/s, ${((1000 * this.processorSeconds) / sentences.length).toFixed(1)} ms of processor time a sentence${score}`,
    );
  }
}

/** Both directions of what was translated greedily and with the two searches. */
function searchedRows(greedy: Work, whole: Work, pruned: Work): readonly SearchedRow[] {
  return ['en', 'ja'].map((from) => {
    const places = sentences.flatMap((sentence, i) => (sentence.from === from ? [i] : []));
    return {
      references: places.map((i) => sentences[i]?.reference ?? ''),
      greedy: places.map((i) => greedy.texts[i] ?? ''),
      whole: places.map((i) => whole.texts[i] ?? ''),
      pruned: places.map((i) => pruned.texts[i] ?? ''),
    };
  });
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
const median = (times: readonly number[] | undefined) =>
  percentile(
    (times ?? []).toSorted((a, b) => a - b),
    0.5,
  );
const python = process.env.PYTHON ?? 'python3';

function hasCTranslate2(): boolean {
  return spawnSync(python, ['-c', 'from ctranslate2 import Translator']).status === 0;
}

/** With a worker for each core for batches, and with one that has all threads for a sentence alone. */
async function openCTranslate2(
  name: string,
  weights: string,
): Promise<{ readonly batches: Runtime; readonly alone: Runtime; readonly loadMs: number }> {
  // What our start asks of the C library's memory would cost CTranslate2 time: it takes and gives back a buffer in every step.
  const env = { ...process.env, GLIBC_TUNABLES: '' };
  const open = (workers: number, inside: number) =>
    Runtime.open(
      `${name}, ${workers} × ${inside} threads`,
      python,
      ['bench/peers/ctranslate2_peer.py', weights, `${workers}`, `${inside}`],
      env,
    );
  const made = spawnSync(python, ['bench/peers/ctranslate2_peer.py', weights, '1', '1'], {
    stdio: 'inherit',
  });
  if (made.status !== 0) throw new Error(`The weights of ${name} could not be converted for CTranslate2.`);
  const { runtime: batches, loadMs } = await open(threads, 1);
  return { batches, alone: (await open(1, threads)).runtime, loadMs };
}

/** Before it has been asked for anything else. */
async function printFirstMemory(runtime: Runtime): Promise<void> {
  for (const sentence of timed.slice(0, 1)) await runtime.alone(sentence);
  console.log(`${runtime.name}, memory after the first sentence: ${runtime.residentMb().toFixed(0)} MB`);
}

/** What random weights say. */
const nothing = (): readonly string[] => [];

const textsOf = ({ answers }: Answer) =>
  answers.map((answer) => textOf(tokenizer.decode(answer.split(' ').filter(Boolean).map(Number))));

const all: Runtime[] = [];
/** Those who are asked for one sentence after the other. */
const alone: { readonly name: string; readonly runtime: Runtime; readonly asked: readonly PeerSentence[] }[] =
  [];

/** Our outputs' lengths, so that a model of random weights works as long as one that translates. */
function inArgosShape(asked: readonly PeerSentence[], answers: readonly string[]): readonly PeerSentence[] {
  return asked.map((sentence, i) => ({
    ...sentence,
    tokens: (sentence.tokens ?? []).map(argosToken),
    length: tokenizer.encode({
      source: [{ kind: 'text', text: answers[i] ?? '' }],
      from: sentence.to,
      to: sentence.from,
    }).length,
  }));
}

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
  await printFirstMemory(ours);
  all.push(ours);
  alone.push({ name: 'ours', runtime: ours, asked: timed });
  const work = {
    greedy: new Work('ours, greedy, batches', ours, 1, 0),
    beam4: new Work('ours, beam 4, batches', ours, 4, 0, undefined, true),
    whole: new Work('ours, beam 4, nothing given up', ours, 4, 0),
    callers8: new Work('ours, greedy, 8 callers', ours, 1, 8),
    callers32: new Work('ours, greedy, 32 callers', ours, 1, 32),
  };
  const same: Record<string, Work> = {};
  const argos: Record<string, Work> = {};
  const loads = [`ours ${loadMs.toFixed(0)} ms`];
  let theirs: Runtime | undefined;
  let shaped: readonly PeerSentence[] = [];
  if (!values['only-ours']) {
    const js = await Runtime.open('transformers.js', process.execPath, [
      ...tsx,
      'bench/peers/transformers-js.ts',
      folder,
    ]);
    all.push(js.runtime);
    alone.push({ name: 'transformers.js', runtime: js.runtime, asked: timed });
    same.js = new Work('transformers.js, greedy, batches', js.runtime, 1, 0);
    loads.push(`transformers.js ${js.loadMs.toFixed(0)} ms with the making of its files`);
    if (hasCTranslate2()) {
      const answered = await ours.ask({ sentences, beam: 1, callers: 0 });
      const answeredAlone = await ours.ask({ sentences: timed, beam: 1, callers: 0 });
      shaped = inArgosShape(sentences, answered.answers);
      const weights = join(scratch, 'same');
      writeCTranslate2Weights(folder, weights, ['en', 'ja']);
      const opened = await openCTranslate2('CTranslate2', weights);
      await printFirstMemory(opened.batches);
      const argosWeights = join(scratch, 'argos');
      writeArgosShape(argosWeights);
      const instead = await openCTranslate2("Argos' shape", argosWeights);
      all.push(opened.batches, opened.alone, instead.batches, instead.alone);
      const timedShape = inArgosShape(timed, answeredAlone.answers);
      // Two threads that wait for each other in every product are slower than one where the machine has other work.
      for (const runtime of [opened.alone, opened.batches])
        alone.push({ name: 'CTranslate2', runtime, asked: timed });
      for (const runtime of [instead.alone, instead.batches])
        alone.push({ name: "Argos' shape", runtime, asked: timedShape });
      theirs = opened.batches;
      same.greedy = new Work('CTranslate2, greedy, batches', theirs, 1, 0, textsOf);
      same.beam4 = new Work('CTranslate2, beam 4, batches', theirs, 4, 0, textsOf);
      argos.greedy = new Work("Argos' shape, greedy, batches", instead.batches, 1, 0, nothing);
      argos.beam4 = new Work("Argos' shape, beam 4, batches", instead.batches, 4, 0, nothing);
      loads.push(
        `CTranslate2 ${opened.loadMs.toFixed(0)} ms`,
        `Argos' shape ${instead.loadMs.toFixed(0)} ms`,
      );
    }
  }
  console.log(`load        ${loads.join(', ')}`);
  const batched = [ours, ...(theirs === undefined ? [] : [theirs])];
  const works = [...Object.values(work), ...Object.values(same), ...Object.values(argos)];
  for (let pass = 0; pass < Number(values.passes); pass++) {
    for (const one of works) await one.pass(Object.values(argos).includes(one) ? shaped : sentences);
  }
  const places = timed.map((_, i) => i);
  const times = await latencies(
    places,
    LATENCY_PASSES,
    alone.map(({ runtime, asked }) => async (place: number) => {
      const sentence = asked[place];
      if (sentence !== undefined) await runtime.alone(sentence);
    }),
  );
  for (const one of works) one.print();
  for (const beam of ['greedy', 'beam4'] as const) {
    const peer = same[beam];
    if (peer !== undefined)
      console.log(`${peer.label}: ${peer.alike(work[beam])} of ${sentences.length} sentences as ours`);
  }
  for (const [i, { runtime }] of alone.entries())
    console.log(`${runtime.name}, 20 words alone: p50 ${median(times[i]).toFixed(0)} ms`);
  for (const runtime of batched)
    console.log(`${runtime.name}, peak memory: ${runtime.peakMb().toFixed(0)} MB`);
  /** Of several ways to ask a peer, the fastest. */
  const latency = (name: string) =>
    round(
      Math.min(...alone.flatMap((one, i) => (one.name === name ? [median(times[i])] : []))) /
        median(times[0]),
    );
  const ratio = (peer: Work | undefined, own: Work) => {
    const pairs = (peer?.seconds ?? []).map((seconds, pass) => seconds / (own.seconds[pass] ?? Number.NaN));
    if (peer !== undefined)
      console.log(
        `${peer.label}: ours is ${round(median(peer.seconds) / median(own.seconds))} times as fast by medians, ${round(Math.min(...pairs))} to ${round(Math.max(...pairs))} in single passes`,
      );
    return round(median(peer?.seconds) / median(own.seconds));
  };
  const costOf = (searched: Work) => searched.processorSeconds / work.greedy.processorSeconds;
  const { gainKept } = searchGain(searchedRows(work.greedy, work.whole, work.beam4));
  const result = {
    ctranslate2:
      theirs === undefined
        ? null
        : {
            greedy: ratio(same.greedy, work.greedy),
            beam4: ratio(same.beam4, work.beam4),
            latency: latency('CTranslate2'),
            memory: round(theirs.peakMb() / ours.peakMb()),
          },
    argosShape:
      theirs === undefined
        ? null
        : {
            greedy: ratio(argos.greedy, work.greedy),
            beam: ratio(argos.beam4, work.beam4),
            latency: latency("Argos' shape"),
          },
    transformersJs: { greedy: ratio(same.js, work.greedy), latency: latency('transformers.js') },
    cascade: { cost: round(costOf(work.beam4)), gainKept: round(gainKept) },
    beamCost: round(costOf(work.whole)),
    rssMb: round(ours.peakMb(), 0),
    loadMs: round(loadMs, 0),
    callers8Of32: round(median(work.callers32.seconds) / median(work.callers8.seconds)),
  };
  console.log(`RESULT ${JSON.stringify(result)}`);
} finally {
  await Promise.all(all.map((runtime) => runtime.close()));
  rmSync(scratch, { recursive: true, force: true });
}
