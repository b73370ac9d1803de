/**
 * Texts that make careless scanners read the same characters again and again: all pairs of a list of fragments, repeated
 * (`test/translate/hostile-family.ts`), in every place where the service reads what somebody sent. Growth is the ratio
 * of processor times when the input doubles; a stop of the event loop is what a caller of /livez waits beside a
 * hostile request.
 *
 *     npm run bench -- hostile [--length 4000] [--sent 100] [--every 1] [--door translation]
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { type HostileInput, hostileFamily } from '../test/translate/hostile-family.js';
import { SignedClient } from './faults/signed-client.js';
import { type HostileDoor, hostileDoors } from './robustness/hostile-doors.js';
import { ServiceProcess } from './robustness/service-process.js';

const { values } = parseArgs({
  options: {
    length: { type: 'string', default: '4000' },
    sent: { type: 'string', default: '100' },
    every: { type: 'string', default: '1' },
    door: { type: 'string', default: '' },
  },
});
const length = Number(values.length);
const every = Number(values.every);
/** Growth is measured where it could hurt: work that grows faster than its input is slow at this length already. */
const SLOWEST = 30;
const TRIES = 3;
const PROBE_MS = 5;

async function timeOf(door: HostileDoor, text: string, tries = 1): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let time = 0; time < tries; time += 1) {
    const before = process.cpuUsage();
    try {
      await door.read(text);
    } catch {
      // Refused is answered, too.
    }
    const { user, system } = process.cpuUsage(before);
    least = Math.min(least, (user + system) / 1000);
  }
  return least;
}

/** The better of two doublings: a disturbed measurement is no growth. */
async function growthOf(door: HostileDoor, input: HostileInput): Promise<number> {
  const times: number[] = [];
  for (const factor of [1, 2, 4]) times.push(await timeOf(door, input.make(length * factor), TRIES));
  const [once = 1, twice = 1, fourTimes = 1] = times;
  return Math.min(twice / once, fourTimes / twice);
}

let inputs = 0;
let worstGrowth = 0;
for (const door of await hostileDoors()) {
  if (!door.name.includes(values.door)) continue;
  const timed: { readonly input: HostileInput; readonly ms: number }[] = [];
  for (const [at, input] of [...hostileFamily(door.fragments)].entries()) {
    if (at % every !== 0) continue;
    inputs += 1;
    timed.push({ input, ms: await timeOf(door, input.make(length)) });
  }
  timed.sort((a, b) => b.ms - a.ms);
  let worst = { growth: 0, name: '' };
  for (const { input } of timed.slice(0, SLOWEST)) {
    const growth = await growthOf(door, input);
    if (growth > worst.growth) worst = { growth, name: input.name };
  }
  worstGrowth = Math.max(worstGrowth, worst.growth);
  const [slowest] = timed;
  console.log(
    `${door.name}: ${timed.length} inputs, slowest ${slowest?.ms.toFixed(1)} ms (${slowest?.input.name}), growth ${worst.growth.toFixed(2)} (${worst.name})`,
  );
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
