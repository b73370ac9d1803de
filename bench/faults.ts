/**
 * Breaks every part of a running service while a thousand translations, and files, trainings and imports beside them, are
 * queued, and counts what came of them. Then kills, and has the database fail, at every step of each kind of work.
 * Everything is real and on loopback: two workers, a server, PostgreSQL, a customer with a receiver.
 *
 *     npm run bench -- faults [--jobs 1000] [--others 10] [--part all|jobs|steps]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Submitted } from './faults/customer.js';
import { everyStep } from './faults/every-step.js';
import type { AcceptedWork } from './faults/four-kinds.js';
import { oneServerFaults } from './faults/one-server.js';
import { FaultStage } from './faults/stage.js';

const { values } = parseArgs({
  options: {
    jobs: { type: 'string', default: '1000' },
    others: { type: 'string', default: '10' },
    part: { type: 'string', default: 'all' },
  },
});
const jobs = Number(values.jobs);
/** Files, trainings and imports, so many of each. */
const others = Number(values.others);
/** Every so many jobs one is large: more sentences than one turn takes, so that checkpoints are needed. */
const LARGE_EVERY = 200;
const LARGE_TEXTS = 300;
const SUBMITTERS = 8;
const LIMIT_MS = 1_800_000;

const started = performance.now();
const say = (what: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${what}`);

async function submitAll(stage: FaultStage): Promise<readonly Submitted[]> {
  const submitted: Submitted[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: SUBMITTERS }, async () => {
      while (next < jobs) {
        const texts = next % LARGE_EVERY === LARGE_EVERY - 1 ? LARGE_TEXTS : 1 + (next % 2);
        next++;
        submitted.push(await stage.customer.submit(texts));
      }
    }),
  );
  say(`${submitted.length} translations accepted`);
  return submitted;
}

/** Files, trainings and imports, one after the other, while everything breaks. */
async function submitOthers({ kinds }: FaultStage): Promise<readonly AcceptedWork[]> {
  const submitted: AcceptedWork[] = [];
  for (let at = 0; at < others; at += 1) {
    for (const kind of ['file', 'training', 'import'] as const) submitted.push(await kinds.submit(kind));
  }
  return submitted;
}

/** One after the other, spread over the life of the backlog. */
const faultsOf = (
  stage: FaultStage,
): readonly (readonly [name: string, strike: () => Promise<void> | void])[] => [
  ['kill -9 of a worker', () => stage.killWorker(0)],
  ['kill -9 of the server', () => stage.killServer()],
  ['kill -9 of PostgreSQL', () => stage.killPostgres('SIGKILL')],
  ['kill -9 of both workers', () => [0, 1].forEach((which) => void stage.killWorker(which))],
  ['PostgreSQL restarted', () => stage.killPostgres('SIGINT')],
  ['PostgreSQL stands still for 20 s (kill -STOP)', () => stage.stopPostgres(20_000)],
  ['network to PostgreSQL cut for 10 s', () => stage.cutNetwork(10_000, 'cut')],
  ['network to PostgreSQL silent for 10 s', () => stage.cutNetwork(10_000, 'silence')],
  ['disk full for 5 s', () => stage.fillDisk(5_000)],
  [
    'receiver down for 5 s',
    async () => {
      stage.customer.receiverDown = true;
      await sleep(5_000);
      stage.customer.receiverDown = false;
    },
  ],
  ['all threads end', () => stage.killThreads()],
  ['a worker is stopped politely', () => stage.killWorker(1, 'SIGTERM')],
  ['the server is stopped politely', () => stage.killServer('SIGTERM')],
];

/** Each fault strikes when its share of the jobs has ended, so that there is work to disturb at every one. */
async function strike(stage: FaultStage): Promise<void> {
  const faults = faultsOf(stage);
  for (const [at, [name, fault]] of faults.entries()) {
    const due = Math.floor(((at + 0.5) / (faults.length + 1)) * jobs);
    while ((await stage.ended()) < due) await sleep(100);
    say(`${name} (${await stage.ended()} of ${jobs} ended)`);
    await fault();
  }
}

async function brokenService() {
  const stage = await FaultStage.open(2);
  try {
    const [submitted, beside] = await Promise.all([submitAll(stage), submitOthers(stage), strike(stage)]);
    const ends = await stage.kinds.ends(beside, LIMIT_MS);
    const count = await stage.count(submitted, LIMIT_MS);
    const finished = ends.filter((end) => end === 'finished').length;
    say(`counted; files, trainings and imports: ${finished} of ${beside.length}`);
    const { crashes, undelivered, ...result } = count;
    for (const known of undelivered) say(known);
    return { crashes, result: { ...result, others: finished, booksWrong: await stage.booksWrong() } };
  } finally {
    await stage.close();
  }
}

let isGood = true;
let result = {};
if (values.part !== 'steps') {
  const { crashes, result: counted } = await brokenService();
  result = counted;
  const oneServer = await oneServerFaults();
  for (const { fault, tried, good } of oneServer) say(`${fault}: ${good} of ${tried}`);
  for (const lastWords of crashes) console.log(`a process ended by itself:\n${lastWords}`);
  console.log(`processes that ended by themselves: ${crashes.length}`);
  const bad = oneServer.reduce((sum, { tried, good }) => sum + tried - good, 0);
  const { lost, doubled, callbacksMissing, booksWrong } = counted;
  isGood = lost + doubled + callbacksMissing + booksWrong + crashes.length + bad === 0;
  isGood &&= counted.others === 3 * others;
}
if (values.part !== 'jobs') {
  const { struck, wrong } = await everyStep(say);
  result = { ...result, steps: struck, stepsWrong: wrong };
  isGood &&= wrong === 0;
}
console.log(`RESULT ${JSON.stringify(result)}`);
process.exitCode = isGood ? 0 : 1;
