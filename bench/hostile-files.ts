/**
 * Sends files that careless programs choke on to a service in a process of its own, and says for each what became of it,
 * how much memory the process had taken by then, and how long others waited for an answer meanwhile.
 *
 *     npm run bench:hostile-files -- [--only PDF]
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { FileClient, type SentFile } from './files/file-client.js';
import { HOSTILE_FILES } from './files/hostile-files.js';
import { longestWait } from './files/longest-wait.js';
import { ServiceProcess } from './robustness/service-process.js';

const { values } = parseArgs({ options: { only: { type: 'string', default: '' } } });

const SETTLE_MS = 200;

const service = await ServiceProcess.open(1);
const tenant = service.tenant(0);
const client = new FileClient(service.url, tenant);

/** Most memory that the process has had so far. */
function peakMb(): number {
  const status = readFileSync(`/proc/${service.program.pid}/status`, 'utf8');
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

/** Refused, planned (the sentences are counted; the translation is then cancelled), or ended by itself. */
async function fate(file: SentFile): Promise<string> {
  const fields = { contractId: tenant.fileContractId, targetLangs: '["ja"]', fieldId: '1', sourceLang: 'en' };
  const { status, body } = await client.post([file], fields);
  if (status !== 200) return `${status} at once`;
  const { translateId } = body.data as { translateId: string };
  const found = await client.ended(translateId, ({ items }) => (items[0]?.progress.total ?? 0) > 0);
  await client.call(`/api/v1/translate-result/${translateId}`, { method: 'DELETE' });
  const [item] = found.items;
  return item?.errorMessage ?? `${item?.progress.total} sentences`;
}

const result: Record<string, object> = {};
console.log(`at rest: ${peakMb()} MB`);
for (const [name, make] of HOSTILE_FILES) {
  if (!name.includes(values.only)) continue;
  console.error(`${name} …`);
  const file = await make();
  // Making it may have taken longer than the service keeps a connection: its end has to be heard before the next request.
  await sleep(SETTLE_MS);
  const waited = longestWait(`${service.url}/livez`);
  const started = performance.now();
  const outcome = await fate(file).catch((error: unknown) => `no answer: ${error}`);
  const seconds = Number(((performance.now() - started) / 1000).toFixed(1));
  result[name] = { outcome, seconds, peakMb: peakMb(), longestWaitMs: await waited() };
  console.log(`${name}: ${JSON.stringify(result[name])}`);
}
await service.close();
console.log(`RESULT ${JSON.stringify(result)}`);
