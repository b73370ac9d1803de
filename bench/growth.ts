/**
 * How a request's time, less the model's, grows with what is stored: phrase pairs, dictionary entries, custom models,
 * each in an organization of its own; the first request after a change of it; and whether any of it is felt by an
 * organization that stores nothing. Rows are written into the database directly, requests go through HTTP; those of a
 * dictionary come when the service has had the time to compile it. The exponent e of time = c · n^e is fitted by least
 * squares over the logarithms.
 *
 *     npm run bench -- growth [--pairs 1000,10000,100000,1000000] [--entries 100,…,100000] [--models 1,10,100] [--requests 15]
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { EmbeddedServer } from '#src/store/embedded/server.js';
import { RequestClock, type RequestTimes, type StoredChange } from './growth/request-times.js';
import { copyModel, seedDictionary, seedPhrasePairs } from './growth/seed.js';
import { ServiceProcess } from './robustness/service-process.js';
import type { Tenant } from './robustness/tenant.js';
import { sendTraining, trainingJob } from './robustness/training.js';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '1000,10000,100000,1000000' },
    entries: { type: 'string', default: '100,1000,10000,100000' },
    models: { type: 'string', default: '1,10,100' },
    requests: { type: 'string', default: '15' },
  },
});
const sizesOf = (text: string) => text.split(',').map(Number);
const [pairSizes, entrySizes, modelSizes] = [values.pairs, values.entries, values.models].map(sizesOf) as [
  number[],
  number[],
  number[],
];
const requests = Number(values.requests);
const TRAINING_PAIRS = 40;
/** n log n, over three powers of ten. */
const MOST_EXPONENT = 1.2;

interface Point extends RequestTimes {
  readonly size: number;
}

/** The slope of log(time) over log(size). */
function exponent(points: readonly { readonly size: number; readonly ms: number }[]): number {
  const xs = points.map(({ size }) => Math.log(size));
  const ys = points.map(({ ms }) => Math.log(Math.max(ms, 0.001)));
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length;
  const [x, y] = [mean(xs), mean(ys)];
  const covariance = xs.reduce((sum, one, at) => sum + (one - x) * ((ys[at] ?? 0) - y), 0);
  return covariance / xs.reduce((sum, one) => sum + (one - x) ** 2, 0);
}

const nameOf = (size: number) => `1e${Math.round(Math.log10(size))}`;
const round = (value: number, digits = 2) => Number(value.toFixed(digits));

function summary(title: string, points: readonly Point[]) {
  console.log(`\n${title.padEnd(18)}   request ms    first ms  changed ms    model ms`);
  for (const { size, ms, firstMs, changedMs, modelMs } of points) {
    const cells = [ms, firstMs, changedMs, modelMs].map((cell) => cell.toFixed(1).padStart(12)).join('');
    console.log(`${String(size).padStart(18)} ${cells}`);
  }
  const grows = exponent(points);
  const first = exponent(points.map(({ size, firstMs }) => ({ size, ms: firstMs })));
  const changed = exponent(points.map(({ size, changedMs }) => ({ size, ms: changedMs })));
  const cells = [grows, first, changed].map((one) => one.toFixed(2).padStart(12)).join('');
  console.log(`${'exponent'.padStart(18)} ${cells}`);
  if (Math.max(grows, first, changed) > MOST_EXPONENT) process.exitCode = 1;
  return {
    ...Object.fromEntries(points.map(({ size, ms }) => [nameOf(size), round(ms)])),
    exponent: round(grows),
  };
}

const folder = mkdtempSync(join(tmpdir(), 'kotobashi-growth-'));
chmodSync(folder, 0o755);
const postgres = await EmbeddedServer.open({ folder });
const pool = new pg.Pool({ connectionString: postgres.url });
const service = await ServiceProcess.open(pairSizes.length + entrySizes.length + 2, {
  DATABASE_URL: postgres.url,
  KOTOBASHI_MASTER_KEY: randomBytes(32).toString('base64'),
  KOTOBASHI_DICTIONARY_LIMIT: String(Math.max(...entrySizes)),
});
const clock = new RequestClock(service.url);

async function measureSizes(
  sizes: readonly number[],
  firstTenant: number,
  seed: (pool: pg.Pool, tenant: Tenant, size: number) => Promise<StoredChange>,
): Promise<readonly Point[]> {
  const points: Point[] = [];
  for (const [at, size] of sizes.entries()) {
    const tenant = service.tenant(firstTenant + at);
    const began = performance.now();
    const change = await seed(pool, tenant, size);
    console.log(`${size} rows written in ${((performance.now() - began) / 1000).toFixed(1)} s`);
    if (seed === seedDictionary) await clock.untilCompiled(size);
    points.push({ size, ...(await clock.measure(tenant, requests, { change })) });
  }
  return points;
}

async function measureModels(tenant: Tenant): Promise<readonly Point[]> {
  const { jid } = await sendTraining(service.url, tenant, TRAINING_PAIRS);
  let job = await trainingJob(service.url, tenant, jid);
  while (job.jobStatus !== 'finished') {
    if (job.jobStatus === 'failed') throw new Error('The training failed.');
    await sleep(200);
    job = await trainingJob(service.url, tenant, jid);
  }
  console.log('a model trained');
  const mids = [job.mid];
  const points: Point[] = [];
  for (const size of modelSizes) {
    mids.push(...(await copyModel(pool, job.mid, size - mids.length)));
    // The newest first: the first request opens a model that nobody has asked for yet.
    points.push({ size, ...(await clock.measure(tenant, requests, { models: mids.toReversed() })) });
  }
  return points;
}

try {
  const [neighbour, trainer] = [service.tenant(0), service.tenant(1)];
  await clock.measure(neighbour, requests);
  const before = await clock.measure(neighbour, requests);
  const pairs = await measureSizes(pairSizes, 2, seedPhrasePairs);
  const entries = await measureSizes(entrySizes, 2 + pairSizes.length, seedDictionary);
  const models = await measureModels(trainer);
  const after = await clock.measure(neighbour, requests);
  const result = {
    phrasePairs: summary('phrase pairs', pairs),
    dictionary: summary('dictionary entries', entries),
    models: summary('custom models', models),
  };
  console.log(
    `\nan organization that stores nothing: ${before.ms.toFixed(1)} ms before, ${after.ms.toFixed(1)} ms after all this was stored`,
  );
  console.log(`RESULT ${JSON.stringify(result)}`);
} finally {
  await service.close();
  await pool.end();
  await postgres.close();
  rmSync(folder, { recursive: true, force: true });
}
