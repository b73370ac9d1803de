/**
 * Sends files that careless programs choke on to a service in a process of its own, and says for each what became of it,
 * how much memory the process had taken by then, how long a thread computed for it, and how long others waited for an
 * answer meanwhile. Then two accounts send the slowest of them without end, and a third says how long its own short
 * documents wait until they are read.
 *
 *     npm run bench -- hostile-files [--only PDF]
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { FileClient, type SentFile } from './files/file-client.js';
import { HOSTILE_FILES, slowPdf } from './files/hostile-files.js';
import { longestWait } from './files/longest-wait.js';
import { eventLoopDelay } from './robustness/event-loop.js';
import { ServiceProcess } from './robustness/service-process.js';
import type { Tenant } from './robustness/tenant.js';
import { ThreadClock } from './robustness/thread-clock.js';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const SETTLE_MS = 200;
/** Between the documents of the account that waits; those of the others have begun meanwhile. */
const WAITING_PAUSE_MS = 3_000;

/** Short documents of the account that waits. */
const WAITING_FILES = 5;

const service = await ServiceProcess.open(3);
const [tenant, secondTenant, waitingTenant] = [service.tenant(0), service.tenant(1), service.tenant(2)];
const client = new FileClient(service.url, tenant);
const { pid } = service.program;
if (pid === undefined) throw new Error('The service has not started.');
const clock = new ThreadClock(pid);
const fieldsOf = ({ fileContractId }: Tenant) => ({
  contractId: fileContractId,
  targetLangs: '["ja"]',
  fieldId: '1',
  sourceLang: 'en',
});

/** Most memory that the process has had so far. */
function peakMb(): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** Refused, planned (the sentences are counted; the translation is then cancelled), or ended by itself. */
async function fate(file: SentFile): Promise<string> {
  const { status, body } = await client.post([file], fieldsOf(tenant));
  if (status !== 200) return `${status} at once`;
  const { translateId } = body.data as { translateId: string };
  const found = await client.ended(translateId, ({ items }) => (items[0]?.progress.total ?? 0) > 0);
  await client.call(`/api/v1/translate-result/${translateId}`, { method: 'DELETE' });
  const [item] = found.items;
  return item?.errorMessage ?? `${item?.progress.total} sentences`;
}

/** Keeps documents of an account that take long in line until `isOver`. */
async function flood(hostile: Tenant, bytes: Uint8Array, isOver: () => boolean): Promise<void> {
  const own = new FileClient(service.url, hostile);
  while (!isOver()) {
    const { status, body } = await own.post([{ name: 'slow.pdf', bytes }], fieldsOf(hostile));
    if (status !== 200) continue;
    const { translateId } = body.data as { translateId: string };
    // On a busy machine it may take longer than a client waits.
    await own.ended(translateId, isOver).catch(() => undefined);
    await own.call(`/api/v1/translate-result/${translateId}`, { method: 'DELETE' });
  }
}

/** Longest time, in seconds, from the upload of a short document to its having been read, behind those of two others. */
async function othersWait(): Promise<number> {
  const slow = await slowPdf();
  let over = false;
  const floods = [tenant, secondTenant].map((hostile) => flood(hostile, slow, () => over));
  const own = new FileClient(service.url, waitingTenant);
  let longest = 0;
  for (let at = 0; at < WAITING_FILES; at += 1) {
    await sleep(WAITING_PAUSE_MS);
    const started = performance.now();
    const translateId = await own.submit(
      [{ name: 'a.txt', bytes: Buffer.from(`Where is station ${at}?`) }],
      fieldsOf(waitingTenant),
    );
    await own.ended(translateId, ({ items }) => (items[0]?.progress.total ?? 0) > 0);
    longest = Math.max(longest, (performance.now() - started) / 1000);
  }
  over = true;
  await Promise.all(floods);
  return longest;
}

let [files, worstThreadSeconds, worstLoopStopMs] = [0, 0, 0];
console.log(`at rest: ${peakMb()} MB`);
for (const [name, make] of HOSTILE_FILES) {
  if (!name.includes(values.only)) continue;
  console.error(`${name} …`);
  const file = await make();
  // Making it may have taken longer than the service keeps a connection: its end has to be heard before the next request.
  await sleep(SETTLE_MS);
  const waited = longestWait(`${service.url}/livez`);
  await eventLoopDelay(service.url);
  clock.worst();
  const started = performance.now();
  const outcome = await fate(file).catch((error: unknown) => `no answer: ${error}`);
  const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
  const threadSeconds = Number(clock.worst().toFixed(1));
  const loopStopMs = Math.round((await eventLoopDelay(service.url)).worstMs);
  const longestWaitMs = await waited();
  console.log(
    `${name}: ${JSON.stringify({ outcome, seconds, threadSeconds, loopStopMs, peakMb: peakMb(), longestWaitMs })}`,
  );
  files += 1;
  worstThreadSeconds = Math.max(worstThreadSeconds, threadSeconds);
  worstLoopStopMs = Math.max(worstLoopStopMs, loopStopMs);
}
const othersWaitSeconds = Number((await othersWait()).toFixed(1));
clock.stop();
await service.close();
console.log(`RESULT ${JSON.stringify({ files, worstThreadSeconds, worstLoopStopMs, othersWaitSeconds })}`);
