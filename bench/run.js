/**
 * `npm run bench -- NAME [OPTION …]` and `npm run eval -- [NAME] [OPTION …]`: runs one measurement. Without a name, `bench`
 * lists them all, and `eval` measures the model; `--help` says what one is about. What each prints and what its options are is in docs/reference/measuring.md.
 */
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';

/** @typedef {{ file: string, about: string, largePages?: boolean }} Measurement */

/** @type {Record<string, Record<string, Measurement>>} */
const MEASUREMENTS = {
  bench: {
    table: {
      file: 'table',
      about: 'the service over HTTP by callers and cores, beside a peer',
      largePages: true,
    },
    model: { file: 'model', about: 'speed, latency, memory and event loop of the model', largePages: true },
    'single-sentence': { file: 'single-sentence', about: 'one sentence at a time', largePages: true },
    peers: { file: 'peers', about: 'our runtime beside others on the same weights', largePages: true },
    'model-soak': { file: 'soak', about: 'the model alone under load for a while', largePages: true },
    soak: { file: 'service-soak', about: 'the whole service under mixed load for a while', largePages: true },
    cascade: { file: 'cascade', about: 'a search only where the greedy translation is not sure of itself' },
    http: { file: 'http', about: 'requests a second through the door' },
    async: { file: 'async', about: 'asynchronous translation' },
    fairness: { file: 'fairness', about: "what one organization feels of another's flood" },
    growth: { file: 'growth', about: 'how the time of a request grows with what is stored' },
    trace: { file: 'trace', about: 'what tracing costs' },
    simulate: { file: 'simulate', about: 'the queue under simulated faults' },
    faults: {
      file: 'faults',
      about: 'every part of a running service is broken, and what became of the work',
    },
    cluster: { file: 'cluster', about: 'several servers and workers, killed at random and updated' },
    fuzz: { file: 'fuzz', about: 'requests that follow the OpenAPI document more or less' },
    hostile: { file: 'hostile', about: 'texts that make careless scanners slow' },
    'hostile-files': { file: 'hostile-files', about: 'files that careless programs choke on' },
    files: { file: 'files', about: 'pages a second of documents' },
    documents: { file: 'documents', about: 'how many real documents can be handed on as they are' },
    custom: { file: 'custom', about: 'what a custom model brings' },
    'training-loop': { file: 'training-loop', about: 'what a training does to requests beside it' },
    console: { file: 'console', about: 'the console in a fresh browser' },
    pictures: { file: 'pictures', about: 'draws the pictures of README and docs' },
    ablations: { file: 'ablations', about: 'each mechanism of the runtime and of custom models, left out' },
    size: { file: 'size', about: 'lines, files, settings and scripts, and how long the tests took' },
    'ablations-pipeline': { file: 'ablations-pipeline', about: 'each mechanism of the pipeline, left out' },
  },
  eval: {
    model: { file: 'eval', about: 'chrF and BLEU of the model and of the whole pipeline' },
    pipeline: { file: 'pipeline', about: 'what the pipeline does to real text' },
    values: { file: 'values', about: 'names, figures, register, context and negation' },
    pieces: { file: 'pieces', about: 'whether the model knows its vocabulary' },
    everyday: { file: 'everyday', about: 'everyday sentences, to be rated by reading' },
    quality: { file: 'quality', about: 'how well the quality estimate tells bad translations' },
  },
};

const [kind = '', ...given] = process.argv.slice(2);
const measurements = MEASUREMENTS[kind] ?? {};
const isNamed = given[0] !== undefined && !given[0].startsWith('-');
const name = isNamed ? given[0] : kind === 'eval' ? 'model' : undefined;
const measurement = name === undefined ? undefined : measurements[name];
if (measurement === undefined) {
  if (name !== undefined) console.error(`There is no measurement "${name}".`);
  console.error(`npm run ${kind} -- NAME [OPTION …]; the names are`);
  for (const [known, { about }] of Object.entries(measurements))
    console.error(`  ${known.padEnd(20)}${about}`);
  process.exit(2);
}
const { file, largePages } = measurement;
if (given.includes('--help')) {
  const [comment = ''] = /\/\*\*.*?\*\//s.exec(readFileSync(`bench/${file}.ts`, 'utf8')) ?? [];
  console.log(comment.replace(/^\/?\*+\/? ?|^ \*\/? ?/gm, '').trim() || measurement.about);
  process.exit(0);
}
const program = ['node_modules/tsx/dist/cli.mjs', '--tsconfig', 'bench/tsconfig.json', `bench/${file}.ts`];
const child = spawn(
  process.execPath,
  [...(largePages ? ['bin/large-pages.js'] : []), ...program, ...given.slice(isNamed ? 1 : 0)],
  { stdio: 'inherit' },
);
child.on('exit', (code, signal) => process.exit(signal === null ? (code ?? 1) : 1));
