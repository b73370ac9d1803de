/**
 * Several servers and workers on one PostgreSQL behind a load balancer, under a bounded load: processes are killed at
 * random and started again, limits and changes are looked at over all of them, and the whole is updated process by
 * process to two further versions, one that adds a column and one that drops the old. Counts what became of everything.
 *
 *     npm run bench -- cluster [--servers 3] [--workers 2] [--kills 12] [--balancer haproxy|own] [--database URL] [--seed 1]
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { hasHaproxy } from './cluster/balancer.js';
import { type ChangeSeen, Changes } from './cluster/changes.js';
import { Cluster } from './cluster/cluster.js';
import { backlogOf, fairTurns } from './cluster/fairness.js';
import { checkLimits, type LimitCount, wrongBy } from './cluster/limits.js';
import { Traffic } from './cluster/traffic.js';
import { makeNextVersions } from './cluster/versions.js';
import { Random } from './robustness/random.js';

const { values } = parseArgs({
  options: {
    servers: { type: 'string', default: '3' },
    workers: { type: 'string', default: '2' },
    kills: { type: 'string', default: '12' },
    balancer: { type: 'string', default: hasHaproxy() ? 'haproxy' : 'own' },
    database: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const [servers, workers, kills] = [values.servers, values.workers, values.kills].map(Number) as [
  number,
  number,
  number,
];
const balancer = values.balancer === 'haproxy' ? 'haproxy' : 'own';
const random = new Random(Number(values.seed));
const CHANGES = 10;
const BETWEEN_KILLS_MS = 1_500;
const VISIBLE_MS = 1_000;
const LIMIT_MS = 180_000;

const started = performance.now();
const say = (what: string) =>
  console.log(`${((performance.now() - started) / 1000).toFixed(1).padStart(7)} s  ${what}`);

const cluster = await Cluster.open({
  servers,
  workers,
  tenants: 5,
  balancer,
  databaseUrl: values.database,
});
say(
  `${servers} servers and ${workers} workers behind ${balancer === 'haproxy' ? 'HAProxy' : 'a proxy of our own'}`,
);
const traffic = await Traffic.start(cluster, { callers: 3, submitters: 1, pauseMs: 400 });
const changes = new Changes(cluster, cluster.tenant(1));
const seen: ChangeSeen[] = [];
const limits: LimitCount[] = [];

async function makeChanges(): Promise<void> {
  for (const change of [await changes.dictionary(), await changes.phrasePair()])
    if (change !== undefined) seen.push(change);
}

/** One process, or now and then two at once; never the last server. */
async function strike(): Promise<void> {
  const nodes = new Set([random.pick(cluster.nodes)]);
  if (random.chance(0.25)) nodes.add(random.pick(cluster.workers));
  say(`kill -9 of ${[...nodes].map(({ name }) => name).join(' and ')}`);
  await Promise.all([...nodes].map((node) => cluster.kill(node)));
  await sleep(random.next() * 2 * BETWEEN_KILLS_MS);
}

async function underKills(): Promise<void> {
  let killing = true;
  const beside = (async () => {
    while (killing) {
      await makeChanges();
      limits.push(...(await checkLimits(cluster, cluster.tenant(2)).catch(() => [])));
      await sleep(BETWEEN_KILLS_MS);
    }
  })();
  for (let at = 0; at < kills; at += 1) await strike();
  killing = false;
  await beside;
}

/** Old and new programs run side by side: what one writes the others read. */
async function contractsEverywhere(): Promise<number> {
  const { organizationId } = cluster.tenant(3);
  const path = `/organizations/${organizationId}/contracts`;
  const names: string[] = [];
  for (const { name, url } of cluster.servers) {
    names.push(`${name} ${performance.now()}`);
    await cluster.admin('POST', path, { name: names.at(-1), kind: 'text', engine: 't4oo' }, url);
  }
  const lists = await Promise.all(
    cluster.servers.map(({ url }) => cluster.admin('GET', path, undefined, url)),
  );
  return lists.filter((list) => !names.every((name) => JSON.stringify(list).includes(name))).length;
}

async function rollOut(folder: string): Promise<number> {
  const { expanded, contracted } = makeNextVersions(folder);
  let wrong = 0;
  const look = async () => {
    wrong += await contractsEverywhere();
    await makeChanges();
  };
  await cluster.rollTo(undefined, makeChanges);
  say('every process was started again, one after the other');
  await cluster.rollTo(expanded, look);
  say('every process has the next version, with a new column');
  await cluster.rollTo(contracted, look);
  say('every process has the version after it, without the old column');
  return wrong;
}

const folder = mkdtempSync(join(tmpdir(), 'kotobashi-versions-'));
try {
  limits.push(...(await checkLimits(cluster, cluster.tenant(2))));
  for (let at = 0; at < CHANGES; at += 1) await makeChanges();
  say('limits used up, words and phrase pairs changed');
  const versions = await changes.modelVersions();
  say('two versions of a model trained');
  await underKills();
  say(`${kills} kills`);
  const fair = await fairTurns(cluster, await backlogOf(cluster, 3), 4);
  say(`another organization's jobs ended after ${fair.before} of ${fair.backlog} that waited before them`);
  const failuresBefore = cluster.ledger.failures.length;
  const unreadable = await rollOut(folder);
  const rollingUpdateFailures = cluster.ledger.failures.length - failuresBefore;
  const count = await traffic.stop(LIMIT_MS);
  const { unexplained, failures, requests } = cluster.ledger;
  for (const failure of unexplained) console.log(`a failure without a kill: ${JSON.stringify(failure)}`);
  for (const words of cluster.crashes) console.log(`a process ended by itself:\n${words}`);
  for (const limit of limits.filter((one) => wrongBy(one) > 0))
    console.log(`not exact: ${JSON.stringify(limit)}`);
  const slowest = (what: string) =>
    Math.max(...[...seen, ...versions].filter((one) => one.what === what).map(({ ms }) => ms)).toFixed(0);
  for (const what of new Set([...seen, ...versions].map((one) => one.what)))
    console.log(`${what}: seen at the last server after ${slowest(what)} ms at most`);
  const late = seen.filter(({ ms }) => ms > VISIBLE_MS).length;
  const wrongLimits = limits.reduce((sum, limit) => sum + wrongBy(limit), 0);
  console.log(
    `${requests} requests; ${count.answered} translated at once, ${count.submitted} accepted for later, ${count.doubled} doubled, ${count.callbacksMissing} callbacks missing, books wrong by ${count.bookedWrong}`,
  );
  console.log(
    `${limits.length} limits used up, wrong by ${wrongLimits}; ${seen.length} changes, ${late} seen after more than a second; lists unreadable between versions: ${unreadable}; failures not of a killed process: ${unexplained.length}`,
  );
  const result = {
    processes: servers + workers,
    accepted: count.answered + count.submitted,
    lost: count.lost,
    failures: failures.length,
    rollingUpdateFailures,
  };
  console.log(`RESULT ${JSON.stringify(result)}`);
  const wrong = [
    ...[count.lost, count.doubled, count.callbacksMissing, count.bookedWrong, unexplained.length],
    ...[rollingUpdateFailures, unreadable, wrongLimits, late, cluster.crashes.length],
    fair.before > fair.backlog / 2 ? 1 : 0,
  ];
  process.exitCode = wrong.every((one) => one === 0) ? 0 : 1;
} finally {
  await cluster.close();
  rmSync(folder, { recursive: true, force: true });
}
