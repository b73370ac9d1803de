/**
 * The whole service under mixed load for a while: short and long translations, dictionary changes, asynchronous jobs,
 * files, imports, trainings, and bad input beside it. Prints how memory, the event loop and latency develop.
 *
 *     npm run bench -- soak [--minutes 30]
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { wordDocument } from '../test/files/samples.js';
import { SignedClient } from './faults/signed-client.js';
import { FileClient } from './files/file-client.js';
import { eventLoopDelay } from './robustness/event-loop.js';
import { Random } from './robustness/random.js';
import { ADMIN_TOKEN, quantile, ServiceProcess } from './robustness/service-process.js';
import { sendTraining } from './robustness/training.js';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
const SAMPLE_MS = 5_000;
const PROBE_MS = 50;
const CLIENTS = 4;
/** The start fills caches and is not counted into the slope: ten minutes, or a quarter of a short run. */
const WARM_MINUTES = 10;
const WARM_SHARE = 0.25;
/** Between two files. */
const FILE_PAUSE_MS = 5_000;

/** As `npm start` has it. */
const { GLIBC_TUNABLES = '' } = process.env;
const service = await ServiceProcess.open(2, {
  KOTOBASHI_REQUEST_DEADLINE: '60',
  // No two sentences here are alike: the segment cache rises to its bound, which must lie before the count begins.
  KOTOBASHI_SEGMENT_CACHE_ENTRIES: '5000',
  GLIBC_TUNABLES,
});
const until = Date.now() + minutes * 60_000;
const tenant = service.tenant(0);
const latencies: number[] = [];
const livez: number[] = [];
const memory: { readonly hours: number; readonly megabytes: number }[] = [];
const statuses = new Map<number, number>();
let unexpected5xx = 0;

function note(status: number): void {
  statuses.set(status, (statuses.get(status) ?? 0) + 1);
  if (status >= 500 && status !== 503) unexpected5xx += 1;
}

async function raw(
  method: string,
  path: string,
  body: string,
  headers: Record<string, string>,
): Promise<void> {
  const response = await fetch(`${service.url}${path}`, { method, headers, body });
  await response.text();
  note(response.status);
}

const admin = { authorization: `Bearer ${ADMIN_TOKEN}` };

async function mix(client: SignedClient, random: Random): Promise<void> {
  const words = 'river window morning letter garden bottle doctor summer bridge market'.split(' ');
  const sentence = () =>
    `The ${Array.from({ length: 4 + random.below(12) }, () => random.pick(words)).join(' ')} ${random.below(1e6)}.`;
  const kind = random.next();
  const begun = performance.now();
  if (kind < 0.6) {
    note((await client.call('POST', '/api/v1/translate', client.order([sentence()]))).status);
    latencies.push(performance.now() - begun);
  } else if (kind < 0.75) {
    const texts = Array.from({ length: 20 }, sentence);
    note((await client.call('POST', '/api/v1/translate', client.order(texts))).status);
  } else if (kind < 0.85) {
    const entry = {
      fromLang: 'en',
      fromText: `${random.pick(words)} ${random.below(500)}`,
      toLang: 'ja',
      toText: '用語',
    };
    note((await client.call('POST', '/api/v1/dictionary', entry)).status);
  } else if (kind < 0.9) {
    const order = { ...client.order([sentence(), sentence()]), contractId: tenant.customContractId };
    note((await client.call('POST', '/api/v1/translate/async', order)).status);
  } else if (kind < 0.95) {
    const texts = [random.pick(['<', '`', '{a,', '\u0301', 'a']).repeat(20_000)];
    note(
      (await client.call('POST', '/api/v1/translate', { ...client.order(texts), autoSplit: true })).status,
    );
  } else {
    await raw('POST', '/api/v1/translate', '{"text":[', { 'content-type': 'application/json' });
  }
}

async function load(seed: number): Promise<void> {
  const client = new SignedClient(service.url, tenant);
  const random = new Random(seed);
  while (Date.now() < until) await mix(client, random).catch(() => note(0));
}

async function importsAndTrainings(): Promise<void> {
  const root = `/admin/v1/organizations/${tenant.organizationId}/glossaries`;
  const created = await fetch(`${service.url}${root}`, {
    method: 'POST',
    headers: { ...admin, 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'soak' }),
  });
  const { data }: { data?: { id?: number } } = JSON.parse(await created.text());
  const rows = Array.from({ length: 5_000 }, (_, at) => `term ${at}\t用語${at}`).join('\n');
  while (Date.now() < until) {
    const type = { ...admin, 'content-type': 'application/octet-stream' };
    await raw('POST', `${root}/${data?.id}/import?format=tsv&fromLang=en&toLang=ja`, rows, type).catch(() =>
      note(0),
    );
    const { status } = await sendTraining(service.url, service.tenant(1)).catch(() => ({ status: 0 }));
    note(status);
    await sleep(30_000);
  }
}

/** Word documents and plain text, one after the other; every third is cancelled on its way. */
async function files(): Promise<void> {
  const client = new FileClient(service.url, tenant);
  const fields = { contractId: tenant.fileContractId, targetLangs: '["ja"]', sourceLang: 'en' };
  for (let at = 0; Date.now() < until; at += 1) {
    const text = `The letter number ${at} came in the morning.`;
    const word = wordDocument(`<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`.repeat(20));
    const file = at % 2 === 0 ? { name: 'a.docx', bytes: word } : { name: 'a.txt', bytes: Buffer.from(text) };
    try {
      const translateId = await client.submit([file], fields);
      note(200);
      if (at % 3 === 0) await client.call(`/api/v1/translate-result/${translateId}`, { method: 'DELETE' });
      const { items } = await client.ended(translateId);
      if (at % 3 !== 0) note(items[0]?.errorCode === undefined ? 200 : 500);
    } catch {
      note(0);
    }
    await sleep(FILE_PAUSE_MS);
  }
}

async function watch(): Promise<void> {
  const begun = Date.now();
  const { pid } = service.program;
  while (Date.now() < until) {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024;
    memory.push({ hours: (Date.now() - begun) / 3_600_000, megabytes });
    await sleep(SAMPLE_MS);
  }
}

async function probe(): Promise<void> {
  while (Date.now() < until) {
    const begun = performance.now();
    await fetch(`${service.url}/livez`).then((response) => response.text());
    livez.push(performance.now() - begun);
    await sleep(PROBE_MS);
  }
}

/** Least squares. */
function slope(points: typeof memory): number {
  const mean = (of: (point: (typeof memory)[number]) => number) =>
    points.reduce((sum, point) => sum + of(point), 0) / Math.max(1, points.length);
  const hours = mean((point) => point.hours);
  const megabytes = mean((point) => point.megabytes);
  const over = points.reduce((sum, point) => sum + (point.hours - hours) * (point.megabytes - megabytes), 0);
  const under = points.reduce((sum, point) => sum + (point.hours - hours) ** 2, 0);
  return under === 0 ? 0 : over / under;
}

/** Means of three stretches of equal length: a straight line hides whether memory rises to a level or for ever. */
function thirds(points: typeof memory): readonly number[] {
  const length = Math.max(1, Math.ceil(points.length / 3));
  return [0, 1, 2].map((third) => {
    const some = points.slice(third * length, (third + 1) * length);
    return Math.round(some.reduce((sum, { megabytes }) => sum + megabytes, 0) / Math.max(1, some.length));
  });
}

try {
  await eventLoopDelay(service.url);
  const clients = Array.from({ length: CLIENTS }, (_, at) => load(at + 1));
  await Promise.all([...clients, importsAndTrainings(), files(), watch(), probe()]);
  const { p99Ms, worstMs } = await eventLoopDelay(service.url);
  const warm = minutes >= 2 * WARM_MINUTES ? WARM_MINUTES / minutes : WARM_SHARE;
  const steady = memory.slice(Math.floor(memory.length * warm));
  console.log(
    [...statuses]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join('  '),
  );
  console.log(
    `one sentence: p50 ${quantile(latencies, 0.5).toFixed(1)} ms, p99 ${quantile(latencies, 0.99).toFixed(1)} ms; memory ${memory.at(0)?.megabytes.toFixed(0)} to ${memory.at(-1)?.megabytes.toFixed(0)} MB`,
  );
  console.log(
    `/livez: p99 ${quantile(livez, 0.99).toFixed(1)} ms; longest stop of the event loop ${worstMs.toFixed(0)} ms`,
  );
  const result = {
    minutes,
    rssSlopeMbPerHour: Math.round(slope(steady)),
    rssMbByThirds: thirds(steady),
    eventLoopP99Ms: Number(p99Ms.toFixed(1)),
    unexpected5xx,
  };
  console.log(`RESULT ${JSON.stringify(result)}`);
  process.exitCode = unexpected5xx + service.program.crashes.length === 0 ? 0 : 1;
} finally {
  await service.close();
}
