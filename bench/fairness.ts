/**
 * What one organization feels of another's flood: the 95th percentile of one short sentence, alone and while the other
 * sends a thousand synchronous requests at once, queues jobs and has models trained.
 *
 *     npm run bench -- fairness [--parallel 1000] [--jobs 20000] [--trainings 10] [--samples 200]
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { SignedClient } from './faults/signed-client.js';
import type { FloodCount, FloodOptions } from './robustness/flood.js';
import { quantile, ServiceProcess } from './robustness/service-process.js';
import { sendTraining } from './robustness/training.js';

const { values } = parseArgs({
  options: {
    parallel: { type: 'string', default: '1000' },
    jobs: { type: 'string', default: '20000' },
    trainings: { type: 'string', default: '10' },
    samples: { type: 'string', default: '200' },
  },
});
const samples = Number(values.samples);
/** Sentences that one thread of the model works on together. */
const BATCH_ROWS = 32;
/** Until the flood has risen. */
const FLOOD_MS = 10_000;

const service = await ServiceProcess.open(2, {
  KOTOBASHI_BACKLOG_JOBS: String(Number(values.jobs) + 1),
});
const flooder = service.tenant(0);
const neighbour = service.tenant(1);
let sentence = 0;

/** Never the same, so that no cache answers. */
function next(): string {
  sentence += 1;
  return `The ${sentence} green boxes were sent to the office in Osaka.`;
}

async function p95(count: number): Promise<number> {
  const client = new SignedClient(service.url, neighbour);
  const times: number[] = [];
  while (times.length < count) {
    const begun = performance.now();
    const { status, data } = await client.call('POST', '/api/v1/translate', client.order([next()]));
    if (status !== 200) throw new Error(`The neighbour was answered ${status}: ${JSON.stringify(data)}`);
    times.push(performance.now() - begun);
  }
  return quantile(times, 0.95);
}

/** How long a full batch takes when nothing else is there: what one sentence may have to wait for. */
async function batchTime(): Promise<number> {
  const client = new SignedClient(service.url, neighbour);
  const times: number[] = [];
  while (times.length < 3) {
    const begun = performance.now();
    await client.call('POST', '/api/v1/translate', client.order(Array.from({ length: BATCH_ROWS }, next)));
    times.push(performance.now() - begun);
  }
  return quantile(times, 0.5);
}

/** Returns when the jobs are queued and the requests begin. */
async function startFlood(options: FloodOptions): Promise<() => Promise<FloodCount>> {
  const flood = fork(fileURLToPath(new URL('./robustness/flood.ts', import.meta.url)));
  flood.send(options);
  await once(flood, 'message');
  return () =>
    new Promise((resolve, reject) => {
      flood.once('message', (count: FloodCount) => resolve(count)).once('error', reject);
      flood.send('stop');
    });
}

try {
  await p95(20);
  const idleP95Ms = await p95(samples);
  const batchMs = await batchTime();
  console.log(`alone: p95 ${idleP95Ms.toFixed(1)} ms, one full batch ${batchMs.toFixed(1)} ms`);
  const trainings = [];
  for (let at = 0; at < Number(values.trainings); at += 1)
    trainings.push((await sendTraining(service.url, flooder)).status);
  console.log(
    `trainings accepted: ${trainings.filter((status) => status === 200).length} of ${trainings.length}`,
  );
  const stopFlood = await startFlood({
    url: service.url,
    tenant: flooder,
    parallel: Number(values.parallel),
    jobs: Number(values.jobs),
  });
  await sleep(FLOOD_MS);
  const floodedP95Ms = await p95(samples);
  const { answered, refused, jobs } = await stopFlood();
  const bound = 3 * idleP95Ms + batchMs;
  console.log(
    `beside the flood: p95 ${floodedP95Ms.toFixed(1)} ms, ${floodedP95Ms <= bound ? 'within' : 'beyond'} three times that and one batch (${bound.toFixed(1)} ms)`,
  );
  console.log(`flood: ${answered} answered, ${refused} refused; ${jobs} jobs queued`);
  const round = (ms: number) => Number(ms.toFixed(1));
  const result = {
    idleP95Ms: round(idleP95Ms),
    floodedP95Ms: round(floodedP95Ms),
    ratio: Number((floodedP95Ms / idleP95Ms).toFixed(2)),
  };
  console.log(`RESULT ${JSON.stringify(result)}`);
} finally {
  await service.close();
}
