import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { ServiceProcess } from '../robustness/service-process.js';
import { signedHeaders } from './signed-client.js';

/** What became of a fault that was tried some times. */
export interface OneServerCount {
  readonly fault: string;
  readonly tried: number;
  /** How often it ended as it should. */
  readonly good: number;
}

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SERVERS = 3;
const STARTS = 8;
/** From the first lines of the program to a database that takes connections. */
const SIGNAL_EVERY_MS = 250;
const IN_FLIGHT = 100;

/** Faults of a server that keeps its own database in its data folder, one after the other. */
export async function oneServerFaults(): Promise<readonly OneServerCount[]> {
  return [await secondServers(), await interruptedStarts(), await stopOnStarvedMachine()];
}

interface Started {
  readonly child: ChildProcess;
  readonly said: () => string;
}

/** Without models, so that it starts fast. */
function serve(folder: string): Started {
  const models = join(folder, 'no-models');
  mkdirSync(models, { recursive: true });
  const child = spawn(process.execPath, ['bin/kotobashi.js', 'serve'], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH ?? '',
      KOTOBASHI_DATA: folder,
      KOTOBASHI_MODELS: models,
      KOTOBASHI_DEMO: '0',
      KOTOBASHI_LOG_LEVEL: 'error',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return { child, said: () => text };
}

async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'kotobashi-faults-one-'));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Each has to be refused with a sentence, and the first has to go on. */
function secondServers(): Promise<OneServerCount> {
  return inFolder(async (folder) => {
    const first = serve(folder);
    while (!first.said().includes('listens at')) await sleep(50);
    const [, url = ''] = /listens at (\S+)/.exec(first.said()) ?? [];
    let good = 0;
    for (let time = 0; time < SERVERS; time += 1) {
      const second = serve(folder);
      const [code] = await once(second.child, 'exit');
      const refused = code === 1 && second.said().includes('Another server already runs');
      if (refused && (await fetch(`${url}/livez`)).ok) good += 1;
    }
    first.child.kill('SIGTERM');
    await once(first.child, 'exit');
    return { fault: 'a second server on the data folder', tried: SERVERS, good };
  });
}

/** Two signals at moments spread over the start: nothing may go on running on the folder. */
function interruptedStarts(): Promise<OneServerCount> {
  return inFolder(async (folder) => {
    let good = 0;
    for (let time = 0; time < STARTS; time += 1) {
      const { child } = serve(folder);
      const ended = once(child, 'exit');
      await sleep(time * SIGNAL_EVERY_MS);
      child.kill('SIGTERM');
      await sleep(20);
      child.kill('SIGTERM');
      await ended;
      // PostgreSQL was told to stop and needs a moment for it.
      for (let look = 0; look < 100 && processesOn(folder) > 0; look += 1) await sleep(100);
      if (processesOn(folder) === 0) good += 1;
    }
    return { fault: 'two signals during the start, no orphan', tried: STARTS, good };
  });
}

function processesOn(folder: string): number {
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(folder);
    } catch {
      return false;
    }
  }).length;
}

/** Requests that had arrived before the signal have to be answered, however slow the machine is. */
async function stopOnStarvedMachine(): Promise<OneServerCount> {
  const service = await ServiceProcess.open(1, { KOTOBASHI_DRAIN_SECONDS: '600' });
  const burners = Array.from({ length: availableParallelism() * 3 }, () =>
    spawn(process.execPath, ['-e', 'for (;;);'], { stdio: 'ignore' }),
  );
  try {
    const tenant = service.tenant(0);
    const path = '/api/v1/translate';
    const requests = Array.from({ length: IN_FLIGHT }, (_, at) => {
      const body = JSON.stringify({
        fieldId: '1',
        text: [`The ${at + 2} boxes were sent to the office in Osaka.`],
        sourceLang: 'en',
        targetLang: 'ja',
        contractId: tenant.contractId,
      });
      const headers = {
        ...signedHeaders(tenant, path, String(Date.now() + at)),
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      };
      const open = request(`${service.url}${path}`, { method: 'POST', headers, agent: false });
      open.flushHeaders();
      return { open, body };
    });
    // The server has taken each of them.
    await Promise.all(requests.map(({ open }) => once(open, 'continue')));
    const answers = requests.map(async ({ open, body }) => {
      open.end(body);
      return await answered(open);
    });
    service.program.kill('SIGTERM');
    const good = (await Promise.all(answers)).filter((isAnswered) => isAnswered).length;
    return { fault: 'SIGTERM with requests in flight on a starved machine', tried: IN_FLIGHT, good };
  } finally {
    for (const burner of burners) burner.kill('SIGKILL');
    await service.close();
  }
}

async function answered(open: ClientRequest): Promise<boolean> {
  try {
    const response = await new Promise<IncomingMessage>((resolve, reject) => {
      open.once('response', resolve).once('error', reject);
    });
    response.resume();
    await once(response, 'end');
    return response.statusCode === 200;
  } catch {
    return false;
  }
}
