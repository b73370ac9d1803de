import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';

/** These start whole processes; on a busy machine that takes its time. */
const LIMIT_MS = 300_000;
const PROGRAM = new URL('../../bin/kotobashi.js', import.meta.url).pathname;
let root: string;
const running: ChildProcess[] = [];

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'kotobashi-lock-'));
  mkdirSync(join(root, 'no-models'));
});

afterAll(async () => {
  for (const child of running) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
  rmSync(root, { recursive: true, force: true });
});

/** Without models, so that it starts fast. */
function serve(): { child: ChildProcess; output: () => string } {
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: {
      PATH: process.env.PATH,
      KOTOBASHI_DATA: join(root, 'data'),
      KOTOBASHI_MODELS: join(root, 'no-models'),
      KOTOBASHI_LOG_LEVEL: 'error',
      KOTOBASHI_DEMO: '0',
      PORT: '0',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.push(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
  }
  return { child, output: () => text };
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

it(
  'a second server on a data folder is refused with a sentence, and the first goes on',
  async () => {
    const first = serve();
    await expect.poll(first.output, { timeout: LIMIT_MS }).toContain('listens at');
    const second = serve();
    const [code] = await once(second.child, 'exit');
    expect(code).toBe(1);
    expect(second.output()).toContain('Another server already runs on the data folder');
    const [, url = ''] = /listens at (\S+)/.exec(first.output()) ?? [];
    expect((await fetch(`${url}/livez`)).status).toBe(200);
    first.child.kill('SIGTERM');
    expect(await once(first.child, 'exit')).toEqual([0, null]);
  },
  LIMIT_MS,
);

it(
  'a second signal during the start ends it at once and leaves no database behind',
  async () => {
    const pidFile = join(root, 'data', 'postgres', 'postmaster.pid');
    const pid = () => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8').split('\n')[0]) : 0);
    expect(pid()).toBe(0);
    const { child } = serve();
    let server = 0;
    await expect
      .poll(
        () => {
          server = pid();
          return server;
        },
        { timeout: LIMIT_MS, interval: 5 },
      )
      .toBeGreaterThan(0);
    child.kill('SIGTERM');
    child.kill('SIGINT');
    await once(child, 'exit');
    await expect.poll(() => isAlive(server), { timeout: LIMIT_MS }).toBe(false);
  },
  LIMIT_MS,
);
