/**
 * Texts that make careless scanners read the same characters again and again: all pairs of a list of fragments, repeated
 * (`test/translate/hostile-family.ts`), in every place where the service reads what somebody sent. Growth is the ratio
 * of processor times when the input doubles; a stop of the event loop is what a caller of /livez waits beside a
 * hostile request.
 *
 *     npm run bench:hostile -- [--length 8000] [--sent 100] [--every 1] [--door translation]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type HostileInput, hostileFamily } from '../test/translate/hostile-family.js';
import { SignedClient } from './faults/signed-client.js';
import { type HostileDoor, hostileDoors } from './robustness/hostile-doors.js';
import { ServiceProcess } from './robustness/service-process.js';

const { values } = parseArgs({
  options: {
    length: { type: 'string', default: '8000' },
    sent: { type: 'string', default: '100' },
    every: { type: 'string', default: '1' },
    door: { type: 'string', default: '' },
  },
});
const length = Number(values.length);
const every = Number(values.every);
/** Below this, processor time is mostly noise. */
const MEASURABLE_MS = 8;
const TRIES = 3;
const PROBE_MS = 5;
async function timeOf(door: HostileDoor, text: string): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < TRIES; time += 1) {
    const before = process.cpuUsage();
    try {
      await door.read(text);
    } catch {
      // Refused is answered, too.
    }
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
    if (least < MEASURABLE_MS) break;
  }
  return least;
}

let inputs = 0;
let worstGrowth = 0;
for (const door of await hostileDoors()) {
  if (!door.name.includes(values.door)) continue;
  let slowest = { ms: 0, name: '' };
  for (const input of hostileFamily(door.fragments)) {
    inputs += 1;
    if (inputs % every !== 0) continue;
    const ms = await timeOf(door, input.make(length));
    if (ms > slowest.ms) slowest = { ms, name: input.name };
    if (ms < MEASURABLE_MS) continue;
    // A disturbed measurement is no growth: the better of two doublings counts.
    const doubled = await timeOf(door, input.make(length * 2));
    const growth = Math.min(doubled / ms, (await timeOf(door, input.make(length * 4))) / doubled);
    if (growth > worstGrowth) {
      worstGrowth = growth;
      console.log(`${door.name}: growth ${growth.toFixed(2)} (${ms.toFixed(1)} ms) with ${input.name}`);
    }
  }
  console.log(`${door.name}: slowest ${slowest.ms.toFixed(1)} ms for ${length} characters, ${slowest.name}`);
}

/** The longest that somebody waited for /livez while hostile texts were translated. */
async function worstLoopStop(texts: readonly HostileInput[]): Promise<number> {
  const service = await ServiceProcess.open(1, { KOTOBASHI_REQUEST_DEADLINE: '5' });
  const client = new SignedClient(service.url, service.tenant(0));
  let worst = 0;
  let running = true;
  const probe = async (): Promise<void> => {
    while (running) {
      const begun = performance.now();
      await (await fetch(`${service.url}/livez`)).text();
      worst = Math.max(worst, performance.now() - begun);
      await sleep(PROBE_MS);
    }
  };
  try {
    const probing = probe();
    for (const input of texts) {
      const order = {
        ...client.order([input.make(80_000)]),
        sourceLang: 'auto',
        targetLang: 'en',
        autoSplit: true,
      };
      await client.call('POST', '/api/v1/translate', order).catch(() => undefined);
    }
    running = false;
    await probing;
    return worst;
  } finally {
    await service.close();
  }
}

const all = [...hostileFamily()];
const step = Math.max(1, Math.floor(all.length / Math.max(1, Number(values.sent))));
const worstLoopStopMs = Math.round(await worstLoopStop(all.filter((_, at) => at % step === 0)));
console.log(
  `RESULT ${JSON.stringify({ inputs, worstLoopStopMs, worstGrowth: Number(worstGrowth.toFixed(2)) })}`,
);
