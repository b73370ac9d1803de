/**
 * Measures asynchronous translation on this machine: requests accepted, what the queue adds to a single translation,
 * and how near the drain of a backlog comes to the bare model.
 *
 *     npm run bench -- async [--jobs 10000] [--model-sentences 1000]
 */
import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { composeModel } from '#src/compose/model.js';
import { composeAccounts, composeLogger } from '#src/compose/service.js';
import { readSettings } from '#src/settings/read-settings.js';
import { Program } from './faults/program.js';
import { SignedClient } from './faults/signed-client.js';
import { freePort } from './faults/stage.js';
import { wordsOf } from './model/numbered-words.js';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '10000' },
    'model-sentences': { type: 'string', default: '1000' },
  },
});
const JOBS = Number(values.jobs);
const MODEL_SENTENCES = Number(values['model-sentences']);
const IDLE_RUNS = 30;
const CONNECTIONS = 32;
const POLL_MS = 2;
const ROUNDS = 5;
/** Counting what is left costs the database something; seldom enough not to be measured. */
const COUNT_MS = 500;

/** 32,768 sentences, all different, so that no cache answers. */
function sentence(number: number): string {
  const [size, thing, person, city, degree] = wordsOf(number);
  return `The ${size} ${thing} that the ${person} bought in ${city} was ${degree} than we had expected.`;
}

const folder = mkdtempSync(join(tmpdir(), 'kotobashi-bench-'));
chmodSync(folder, 0o755);
const port = await freePort();
const environment = {
  KOTOBASHI_DATA: folder,
  KOTOBASHI_MASTER_KEY: randomBytes(32).toString('base64'),
  KOTOBASHI_DEMO: '0',
  KOTOBASHI_LOG_LEVEL: 'warn',
  KOTOBASHI_RATE_PER_MINUTE: '100000000',
  KOTOBASHI_BACKLOG_JOBS: String(JOBS + 1000),
  PORT: String(port),
};
const accounts = await composeAccounts(readSettings(environment), composeLogger({ logLevel: 'silent' }));
const { id } = await accounts.organizationAdmin.createOrganization('bench');
const user = await accounts.organizationAdmin.createUser(id, 'user');
const key = await accounts.keyAdmin.create(id, user.id, {});
const contract = await accounts.contracts.create(id, { name: 't', kind: 'text', engine: 't4oo' });
const client = new SignedClient(`http://127.0.0.1:${port}`, { ...key, contractId: contract.id });
let numbered = 0;

async function submit(): Promise<string> {
  const answer = await client.call('POST', '/api/v1/translate/async', client.order([sentence(numbered++)]));
  if (answer.status !== 200) throw new Error(JSON.stringify(answer));
  return String(answer.data.queueId);
}

const median = (numbers: readonly number[]) => numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;

/** What one translation costs at an idle machine, with and without the queue, in turns. */
async function idle(): Promise<{ readonly sync: number; readonly async: number }> {
  const service = new Program('serve', environment);
  await service.ready();
  const sync: number[] = [];
  const queued: number[] = [];
  for (let run = 0; run < IDLE_RUNS; run++) {
    let start = performance.now();
    await client.call('POST', '/api/v1/translate', client.order([sentence(numbered++)]));
    sync.push(performance.now() - start);
    const queueId = await submit();
    start = performance.now();
    while ((await client.call('GET', `/api/v1/translate/async/${queueId}`)).status !== 200)
      await sleep(POLL_MS);
    queued.push(performance.now() - start);
  }
  await service.close();
  return { sync: median(sync), async: median(queued) };
}

/** A backlog is built up without workers. Jobs accepted per second. */
async function buildBacklog(): Promise<number> {
  const server = new Program('serve', { ...environment, KOTOBASHI_WORKERS: '0' });
  await server.ready();
  const start = performance.now();
  let left = JOBS;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left-- > 0) await submit();
    }),
  );
  const accepted = JOBS / ((performance.now() - start) / 1000);
  await server.close();
  return accepted;
}

async function waiting(): Promise<number> {
  const { rows } = await accounts.store.pool.query<{ left: number }>(
    `select count(*)::int as left from translation_jobs where state in ('queued', 'running')`,
  );
  return rows[0]?.left ?? 0;
}

/** A worker that does nothing else works the backlog off until so many are left. Jobs per second. */
async function drainTo(left: number): Promise<number> {
  const worker = new Program('worker', environment);
  await worker.ready();
  // It has begun while it reported; count from now.
  const start = performance.now();
  const before = await waiting();
  let now = before;
  while (now > left) {
    await sleep(COUNT_MS);
    now = await waiting();
  }
  const speed = (before - now) / ((performance.now() - start) / 1000);
  await worker.close();
  return speed;
}

/** The same kind of sentences, straight into the model, as the worker has it. Sentences per second. */
async function bareModel(): Promise<number> {
  const model = composeModel(readSettings(environment));
  const requests = (count: number) =>
    Array.from({ length: count }, () => ({
      from: 'en',
      to: 'ja',
      source: [{ kind: 'text' as const, text: sentence(numbered++) }],
    }));
  const options = { fairnessKey: 'bench', priority: 'background' } as const;
  await model.translate(requests(64), options);
  const start = performance.now();
  await model.translate(requests(MODEL_SENTENCES), options);
  const speed = MODEL_SENTENCES / ((performance.now() - start) / 1000);
  await model.close();
  return speed;
}

const { sync, async: queued } = await idle();
console.log(
  `one sentence, idle       ${sync.toFixed(1)} ms synchronous, ${queued.toFixed(1)} ms from accept to result`,
);
const accepted = await buildBacklog();
console.log(`accepted                 ${accepted.toFixed(0)} jobs/s over ${CONNECTIONS} connections`);
// In turns, so that whatever else the machine does disturbs both alike.
const shares: number[] = [];
for (let round = 1; round <= ROUNDS; round++) {
  const drained = await drainTo(JOBS - (JOBS * round) / ROUNDS);
  const model = await bareModel();
  shares.push(drained / model);
  console.log(
    `backlog, part ${round} of ${ROUNDS}     ${drained.toFixed(1)} jobs/s, model alone ${model.toFixed(1)} sentences/s`,
  );
}
await accounts.close();
rmSync(folder, { recursive: true, force: true });
console.log(
  `RESULT ${JSON.stringify({
    acceptedPerSecond: Math.round(accepted),
    idleExtraMs: Number((queued - sync).toFixed(1)),
    drainShareOfModel: Number(median(shares).toFixed(3)),
  })}`,
);
