/**
 * What requests feel of a large training in the same process: the delay of the event loop that serves them, from the
 * acceptance of the pairs to the published model.
 *
 *     npm run bench -- training-loop [--pairs 30000] [--clients 2] [--minutes 60]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SignedClient } from './faults/signed-client.js';
import { eventLoopDelay } from './robustness/event-loop.js';
import { quantile, ServiceProcess } from './robustness/service-process.js';
import { sendRetraining, sendTraining, trainingJob, trainingPairs } from './robustness/training.js';

const { values } = parseArgs({
  options: {
    pairs: { type: 'string', default: '30000' },
    clients: { type: 'string', default: '2' },
    minutes: { type: 'string', default: '60' },
  },
});
const pairs = Number(values.pairs);
const until = Date.now() + Number(values.minutes) * 60_000;
const LOOK_MS = 2_000;
/** Most pairs of one upload; those that come while a training waits are trained with it. */
const UPLOAD_PAIRS = 10_000;

const service = await ServiceProcess.open(2);
const latencies: number[] = [];
let running = true;

function accepted(answer: { readonly status: number; readonly jid: string }): { readonly jid: string } {
  if (answer.jid === '') throw new Error(`A training was refused with status ${answer.status}.`);
  return answer;
}

async function translate(client: number): Promise<void> {
  const asking = new SignedClient(service.url, service.tenant(1));
  for (let at = 0; running; at += 1) {
    const begun = performance.now();
    const text = `Client ${client} sent ${at} green boxes to the office in Osaka.`;
    const { status } = await asking.call('POST', '/api/v1/translate', asking.order([text]));
    if (status === 200) latencies.push(performance.now() - begun);
  }
}

try {
  await eventLoopDelay(service.url);
  const clients = Array.from({ length: Number(values.clients) }, (_, at) => translate(at));
  const tenant = service.tenant(0);
  const first = await sendTraining(service.url, tenant, Math.min(UPLOAD_PAIRS, pairs));
  let { jid } = accepted(first);
  const { mid } = await trainingJob(service.url, tenant, jid);
  for (let sent = UPLOAD_PAIRS; sent < pairs; sent += UPLOAD_PAIRS) {
    const more = trainingPairs(Math.min(UPLOAD_PAIRS, pairs - sent), sent);
    ({ jid } = accepted(await sendRetraining(service.url, tenant, mid, more)));
  }
  let state = '';
  while (state !== 'finished' && state !== 'failed' && Date.now() < until) {
    await sleep(LOOK_MS);
    const { jobStatus } = await trainingJob(service.url, tenant, jid);
    if (jobStatus !== state) console.log(`${new Date().toISOString()} ${jobStatus}`);
    state = jobStatus;
  }
  const { p99Ms, worstMs } = await eventLoopDelay(service.url);
  running = false;
  await Promise.all(clients);
  console.log(`training: ${state}; one sentence beside it: p95 ${quantile(latencies, 0.95).toFixed(0)} ms`);
  const result = {
    pairs,
    state,
    requests: latencies.length,
    eventLoopP99Ms: Number(p99Ms.toFixed(1)),
    worstStopMs: Math.round(worstMs),
  };
  console.log(`RESULT ${JSON.stringify(result)}`);
  process.exitCode = state === 'finished' ? 0 : 1;
} finally {
  await service.close();
}
