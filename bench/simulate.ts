/**
 * p95 and utilisation of 1 to 1,000 machines by a discrete-event simulation that is fed with service times measured on
 * real processes of this machine, and checked against 1, 2 and 5 real processes under the same load. What it does not
 * know: the database (see docs/guides/scaling.md for what that bears), the network, and callers who all come at once.
 *
 *     npm run bench -- simulate [--load 0.6] [--requests 150] [--times FILE] [--seed 1]
 *
 * `--times` takes the measured times of an earlier run, as it printed them, and simulates alone.
 */
import { readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { percentile } from './model/load.js';
import { Random } from './robustness/random.js';
import { type DatabaseCost, Measurement } from './simulate/measure.js';
import { besideOthers, capacity, type ServiceTimes, simulate } from './simulate/simulation.js';

const { values } = parseArgs({
  options: {
    load: { type: 'string', default: '0.6' },
    requests: { type: 'string', default: '150' },
    times: { type: 'string' },
    seed: { type: 'string', default: '1' },
  },
});
const PROCESSES = [1, 2, 5] as const;
const MACHINES = [1, 2, 5, 10, 100, 1_000] as const;
const LOADS = [0.3, 0.6, 0.8, 0.9] as const;
const REQUESTS_PER_MACHINE = 400;
const LEAST_REQUESTS = 20_000;
const cores = availableParallelism();
const random = new Random(Number(values.seed));
const load = Number(values.load);
const round = (value: number, digits = 2) => Number(value.toFixed(digits));

interface Check {
  readonly processes: number;
  readonly perSecond: number;
  readonly measuredP95Ms: number;
  readonly simulatedP95Ms: number;
}

async function measure(): Promise<{ times: ServiceTimes; checks: Check[]; costs: DatabaseCost[] }> {
  const one = await Measurement.open(1);
  let times: ServiceTimes;
  const checks: Check[] = [];
  const costs: DatabaseCost[] = [];
  const check = async (measurement: Measurement, processes: number) => {
    const here = besideOthers(times);
    const perSecond = load * capacity(here, processes, cores);
    const requests = Number(values.requests);
    const measured = await measurement.openLoop(perSecond, requests, random);
    const simulated = simulate(
      here,
      {
        machines: 1,
        processesPerMachine: processes,
        coresPerMachine: cores,
        perSecond,
        requests: LEAST_REQUESTS,
      },
      random,
    );
    checks.push({
      processes,
      perSecond,
      measuredP95Ms: percentile(measured, 0.95),
      simulatedP95Ms: simulated.p95Ms,
    });
  };
  try {
    times = await one.serviceTimes();
    for (const callers of [1, 32]) costs.push(await one.databaseCost(callers, 96));
    for (const connections of [1, 64])
      console.log(
        `database, ${connections} connections: ${(await one.commitsPerSecond(connections, 3)).toFixed(0)} transactions/s`,
      );
    await check(one, 1);
  } finally {
    await one.close();
  }
  for (const processes of PROCESSES.slice(1)) {
    const several = await Measurement.open(processes);
    try {
      await check(several, processes);
    } finally {
      await several.close();
    }
  }
  return { times, checks, costs };
}

let times: ServiceTimes;
let checks: readonly Check[] = [];
if (values.times === undefined) {
  const measured = await measure();
  ({ times, checks } = measured);
  console.log(`TIMES ${JSON.stringify({ ...times, alone: times.alone.map((one) => round(one, 4)) })}`);
  for (const { callers, ...cost } of measured.costs) {
    console.log(
      `database, ${callers} callers: a request is ${round(cost.commits)} transactions, ${round(cost.rows)} rows written, ${Math.round(cost.walBytes)} bytes of write-ahead log, ${round(cost.walSyncs)} syncs`,
    );
  }
  for (const one of checks) {
    console.log(
      `${one.processes} processes on ${cores} cores at ${one.perSecond.toFixed(1)} requests/s: p95 ${one.measuredP95Ms.toFixed(0)} ms measured, ${one.simulatedP95Ms.toFixed(0)} ms simulated`,
    );
  }
} else {
  times = JSON.parse(readFileSync(values.times, 'utf8').replace(/^TIMES /, ''));
}

console.log(`\nmachines of ${cores} cores  load     requests/s   p50 ms   p95 ms   utilisation`);
const simulated: Record<string, { p95Ms: number; utilisation: number }> = {};
for (const machines of MACHINES) {
  for (const share of LOADS) {
    const perSecond = share * machines * capacity(times, cores, cores);
    const outcome = simulate(
      times,
      {
        machines,
        processesPerMachine: cores,
        coresPerMachine: cores,
        perSecond,
        requests: Math.max(LEAST_REQUESTS, machines * REQUESTS_PER_MACHINE),
      },
      random,
    );
    console.log(
      `${String(machines).padStart(19)}${share.toFixed(1).padStart(6)}${perSecond.toFixed(1).padStart(15)}${outcome.p50Ms.toFixed(0).padStart(9)}${outcome.p95Ms.toFixed(0).padStart(9)}${outcome.utilisation.toFixed(2).padStart(14)}`,
    );
    if (share === load)
      simulated[machines] = { p95Ms: Math.round(outcome.p95Ms), utilisation: round(outcome.utilisation) };
  }
}
const ratios = checks.map(({ processes, measuredP95Ms, simulatedP95Ms }) => [
  String(processes),
  round(simulatedP95Ms / measuredP95Ms),
]);
console.log(
  `RESULT ${JSON.stringify({ simulatedOverMeasured: Object.fromEntries(ratios), machines: simulated })}`,
);
