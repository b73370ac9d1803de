/**
 * One table in one run: throughput, latency, memory and start of the whole service, asked over HTTP, beside
 * transformers.js on the same weights, asked in its own process. Greedy in both; they work in turn, so that what else
 * happens on the machine happens to both.
 *
 *     npm run bench -- [--data DIR] [--callers 1,8,32,128] [--sentences 4] [--cores 1,2,4]
 *
 * `--sentences` is per caller; a caller alone translates ten times as many. `--cores` starts the service, with its
 * PostgreSQL, once more on each of these numbers of cores that the machine has, by `taskset`; the callers run on any core.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { availableParallelism, cpus } from 'node:os';
import { parseArgs } from 'node:util';
import { SignedClient } from './faults/signed-client.js';
import { type LoadResult, percentile, underLoad } from './model/load.js';
import { type BenchSentence, readSentences } from './model/sentences.js';
import { Runtime } from './peers/runtime.js';
import { ADMIN_TOKEN, ServiceProcess } from './robustness/service-process.js';

const { values } = parseArgs({
  options: {
    data: { type: 'string', default: 'bench/data/dev' },
    callers: { type: 'string', default: '1,8,32,128' },
    sentences: { type: 'string', default: '4' },
    cores: { type: 'string', default: '1,2,4' },
  },
});
const callersList = values.callers.split(',').map(Number);
const coresList = values.cores.split(',').map(Number);
/** On each number of cores: one who waits, and enough to fill every batch. */
const CALLERS_PER_CORES = [1, 32] as const;
const MODEL = 'models/kotobashi-base';
const FIRST: BenchSentence = { from: 'en', to: 'ja', text: 'Good morning.', reference: '' };
const round = (value: number, digits = 1) => Number(value.toFixed(digits));

interface Row {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p95Ms: number;
}

function rowOf({ seconds, times }: Pick<LoadResult<unknown>, 'seconds' | 'times'>): Row {
  const sorted = times.toSorted((a, b) => a - b);
  return {
    perSecond: round(times.length / seconds, 2),
    p50Ms: round(percentile(sorted, 0.5), 0),
    p95Ms: round(percentile(sorted, 0.95), 0),
  };
}

/** A contract whose search is greedy, as that of the peer. */
async function greedyContract(service: ServiceProcess): Promise<string> {
  const path = `/admin/v1/organizations/${service.tenant(0).organizationId}/contracts`;
  const response = await fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'greedy',
      kind: 'text',
      engine: 't4oo',
      search: 'fast',
      ratePerMinute: 1_000_000,
    }),
  });
  const { data }: { data: { id: string } } = JSON.parse(await response.text());
  return data.id;
}

const { GLIBC_TUNABLES = '' } = process.env;

function openService(launcher: readonly string[] = []): Promise<ServiceProcess> {
  return ServiceProcess.open(1, { KOTOBASHI_SEGMENT_CACHE_ENTRIES: '0', GLIBC_TUNABLES }, launcher);
}

type Translate = (sentence: BenchSentence) => Promise<void>;

async function translatorOf(asked: ServiceProcess): Promise<Translate> {
  const client = new SignedClient(asked.url, {
    ...asked.tenant(0),
    contractId: await greedyContract(asked),
  });
  return async ({ from, to, text }) => {
    // Some sentences are longer than a string may be without it.
    const order = { ...client.order([text]), sourceLang: from, targetLang: to, autoSplit: true };
    const { status } = await client.call('POST', '/api/v1/translate', order);
    if (status !== 200) throw new Error(`A translation was answered with ${status}.`);
  };
}

function sentencesFor(callers: number): readonly BenchSentence[] {
  return readSentences(values.data, callers * Number(values.sentences) * (callers === 1 ? 10 : 1));
}

type CallerRows = Record<string, Row>;

/** The service on so many cores of the machine; undefined where nothing can hold it to them. */
async function onCores(count: number): Promise<CallerRows | undefined> {
  const launcher = ['taskset', '--cpu-list', `0-${count - 1}`];
  if (spawnSync('taskset', [...launcher.slice(1), 'true']).status !== 0) return undefined;
  const held = await openService(launcher);
  try {
    const ask = await translatorOf(held);
    await underLoad(sentencesFor(CALLERS_PER_CORES[0]).slice(0, 8), 2, ask);
    const rows: CallerRows = {};
    for (const callers of CALLERS_PER_CORES) {
      const row = rowOf(await underLoad(sentencesFor(callers), callers, ask));
      rows[callers] = row;
      print(`on ${count} ${count === 1 ? 'core' : 'cores'}, over HTTP`, [
        callers,
        row.perSecond,
        row.p50Ms,
        row.p95Ms,
      ]);
    }
    return rows;
  } finally {
    await held.close();
  }
}

async function costOfCores(): Promise<Record<string, CallerRows> | undefined> {
  const measured: Record<string, CallerRows> = {};
  print('', ['callers', 'sentences/s', 'p50 ms', 'p95 ms']);
  for (const count of coresList.filter((cores) => cores <= availableParallelism())) {
    const rows = await onCores(count);
    if (rows === undefined) {
      console.log('cores: not measured, since there is no taskset (Linux, package util-linux)');
      return undefined;
    }
    measured[count] = rows;
  }
  return measured;
}

const service = await openService();
const translate = await translatorOf(service);

function peakMb(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/VmHWM:\s*(\d+)/u.exec(status)?.[1]) * 1024) / 1e6;
}

/** From the command to the first translation; data folder and checksums of the model are there, as after an update. */
async function startOfService(): Promise<number> {
  await service.program.replace('SIGTERM');
  await translate(FIRST);
  return performance.now() - service.program.startedAt;
}

async function openPeer(): Promise<{ readonly peer: Runtime; readonly startMs: number }> {
  const began = performance.now();
  const { runtime } = await Runtime.open('transformers.js', process.execPath, [
    '--import',
    'tsx',
    'bench/peers/transformers-js.ts',
    MODEL,
  ]);
  await runtime.alone(FIRST);
  return { peer: runtime, startMs: performance.now() - began };
}

function print(name: string, cells: readonly (string | number)[]): void {
  console.log(`${name.padEnd(30)}${cells.map((cell) => String(cell).padStart(13)).join('')}`);
}

let peer: Runtime | undefined;
try {
  console.log(
    `machine   ${cpus()[0]?.model ?? 'unknown'}, ${availableParallelism()} cores, Node ${process.versions.node}`,
  );
  const startMs = await startOfService();
  const opened = await openPeer();
  peer = opened.peer;
  const callers: Record<string, { readonly ours: Row; readonly transformersJs: Row }> = {};
  print('', ['callers', 'sentences/s', 'p50 ms', 'p95 ms']);
  for (const count of callersList) {
    const sentences = sentencesFor(count);
    const ours = rowOf(await underLoad(sentences, count, translate));
    const answer = await peer.ask({ sentences, beam: 1, callers: count });
    const transformersJs = rowOf({ seconds: answer.seconds, times: answer.times ?? [] });
    callers[count] = { ours, transformersJs };
    print('the service, over HTTP', [count, ours.perSecond, ours.p50Ms, ours.p95Ms]);
    print('transformers.js, in process', [
      count,
      transformersJs.perSecond,
      transformersJs.p50Ms,
      transformersJs.p95Ms,
    ]);
  }
  const result = {
    callers,
    startMs: { ours: round(startMs, 0), transformersJs: round(opened.startMs, 0) },
    peakMb: { ours: round(peakMb(service.program.pid), 0), transformersJs: round(peer.peakMb(), 0) },
  };
  print('', ['start ms', 'peak MB']);
  print('the service, over HTTP', [result.startMs.ours, result.peakMb.ours]);
  print('transformers.js, in process', [result.startMs.transformersJs, result.peakMb.transformersJs]);
  await peer.close();
  await service.close();
  const cores = await costOfCores();
  console.log(`RESULT ${JSON.stringify({ ...result, ...(cores && { cores }) })}`);
} finally {
  await peer?.close();
  await service.close();
}
