import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { Agent, request as requestHttp } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import type { DemoCredentials } from '#src/accounts/demo.js';
import { adminCommand } from '#src/cli/admin.js';
import { runHere } from '../setup/command.js';

/** These start whole processes; on a busy machine that takes its time. */
const LIMIT_MS = 300_000;
const PROGRAM = new URL('../../bin/kotobashi.js', import.meta.url).pathname;
let folder: string;
let created: DemoCredentials;
/** The one that runs: starts take most of the time of these tests, so one test goes on with what another started. */
let served: Served;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'kotobashi-serve-'));
  chmodSync(folder, 0o755);
});
afterAll(async () => {
  if (served.child.exitCode === null && served.child.signalCode === null) await stop(served.child);
  rmSync(folder, { recursive: true, force: true });
});

function environment(more: Record<string, string> = {}): Record<string, string> {
  return {
    PATH: process.env.PATH ?? '',
    KOTOBASHI_DATA: folder,
    // Read in a moment: what a translation says does not matter here.
    KOTOBASHI_MODELS: inject('noiseModels'),
    PORT: '0',
    KOTOBASHI_LOG_LEVEL: 'warn',
    ...more,
  };
}

interface Served {
  readonly child: ChildProcess;
  readonly output: () => string;
}

/** Starts `kotobashi serve` as a user would and waits until it says that it is up. */
async function serve(more: Record<string, string> = {}): Promise<void> {
  const child = spawn(process.execPath, [PROGRAM, 'serve'], {
    env: environment(more),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let text = '';
  served = { child, output: () => text };
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk.toString();
  });
  const ended = once(child, 'exit').then(() => {
    throw new Error(`kotobashi serve ended before it was up:\n${text}`);
  });
  ended.catch(() => undefined);
  await Promise.race([expect.poll(() => text, { timeout: LIMIT_MS }).toContain('Press Ctrl-C'), ended]);
}

async function stop(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  child.kill(signal);
  const [code] = await once(child, 'exit');
  return code;
}

const demo = (): DemoCredentials => JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8'));
const shell = (line: string) => execFileSync('sh', ['-c', line], { encoding: 'utf8' });
const admin = async (...args: string[]): Promise<unknown> => {
  const { stdout } = await runHere(adminCommand, environment(), ...args);
  return JSON.parse(stdout);
};
const lineAfter = (output: string, title: string) =>
  output.slice(output.indexOf(title)).split('\n')[1]?.trim() ?? '';

function signedHeaders(path: string): Record<string, string> {
  const { accessKey, secretKey } = demo();
  const nonce = String(Date.now());
  const signature = createHmac('sha256', secretKey)
    .update(nonce + path)
    .digest('hex');
  return { accessKey, nonce, signature, 'content-type': 'application/json' };
}
const signed = (path: string, body: unknown) =>
  fetch(`${demo().baseUrl}${path}`, {
    method: 'POST',
    headers: signedHeaders(path),
    body: JSON.stringify(body),
  });
const greeting = () => ({
  fieldId: '1',
  text: ['こんにちは'],
  sourceLang: 'ja',
  targetLang: 'en',
  contractId: demo().contracts['real-time'],
});
interface Usage {
  readonly requests: number;
}
const booked = (usage: unknown) => (usage as Usage[]).reduce((sum, { requests }) => sum + requests, 0);
const demoOrganization = async () => {
  const [organization] = (await admin('organizations', 'list')) as { id: string; name: string }[];
  return organization?.id ?? '';
};

describe('kotobashi serve', { timeout: LIMIT_MS }, () => {
  it('prints lines that work when pasted', async () => {
    await serve();
    const output = served.output();
    expect(output).toContain('Created the organization "demo"');
    expect(statSync(join(folder, 'demo.json')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'secret.key')).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, 'admin.token')).mode & 0o777).toBe(0o600);
    created = demo();
    expect(Object.keys(created)).toEqual(['baseUrl', 'adminToken', 'accessKey', 'secretKey', 'contracts']);
    expect(Object.keys(created.contracts)).toEqual(['t4oo', 'real-time', 'custom', 'file']);
    expect(shell(lineAfter(output, 'Translate, signed'))).toContain('"translatedText"');
    expect(shell(lineAfter(output, 'Or with a token'))).toContain('hello, world!');
    const code = /#code=(\S+)/.exec(output)?.[1] ?? '';
    expect(output).toContain(`${created.baseUrl}/console/#code=${code}`);
    const body = JSON.stringify({ code });
    const headers = { 'content-type': 'application/json' };
    const signIn = await fetch(`${created.baseUrl}/console/sign-in`, { method: 'POST', headers, body });
    expect(signIn.status).toBe(200);
    for (const path of ['/livez', '/readyz', '/console/'])
      expect((await fetch(created.baseUrl + path)).status).toBe(200);
    const metrics = await (await fetch(`${created.baseUrl}/metrics`)).text();
    expect(metrics).toMatch(/kotobashi_translated_texts_total\{engine="t4oo",from="ja",to="en"\} 1/);
  });

  it('loses nothing when it is killed: what was answered is booked, and the next start stumbles over nothing', async () => {
    const organization = await demoOrganization();
    const before = booked(await admin('usage', '--org', organization));
    for (let time = 0; time < 5; time += 1)
      expect((await signed('/api/v1/translate', greeting())).status).toBe(200);
    await stop(served.child, 'SIGKILL');
    await serve({ KOTOBASHI_DRAIN_SECONDS: '3600' });
    expect(booked(await admin('usage', '--org', organization))).toBe(before + 5);
    expect((await signed('/api/v1/translate', greeting())).status).toBe(200);
  });

  it('says what it created the first time only', async () => {
    expect(served.output()).not.toContain('Created');
    expect(demo()).toEqual({ ...created, baseUrl: demo().baseUrl });
    expect(served.output()).not.toContain(created.secretKey);
    expect(served.output()).toContain('kotobashi admin keys create');
    const asked = async (path: string): Promise<unknown> => {
      const headers = { authorization: `Bearer ${created.adminToken}` };
      const answer = await fetch(`${demo().baseUrl}/admin/v1/organizations${path}`, { headers });
      return ((await answer.json()) as { data: unknown }).data;
    };
    const [organization] = (await asked('')) as { id: string }[];
    const contracts = (await asked(`/${organization?.id}/contracts`)) as { charQuota: number | null }[];
    expect(contracts.map(({ charQuota }) => charQuota)).toEqual([1e6, 1e6, 1e6, 1e6]);
  });
});

describe('kotobashi admin', { timeout: LIMIT_MS }, () => {
  it('makes everything a client needs beside a running service, which takes it over at once', async () => {
    const organization = (await admin('organizations', 'create', 'By hand')) as { id: string };
    const org = ['--org', organization.id];
    const user = (await admin('users', 'create', 'Taro', ...org)) as { id: string };
    const key = (await admin('keys', 'create', ...org, '--user', user.id, '--label', 'ci')) as {
      accessKey: string;
      secretKey: string;
    };
    const token = async (secretKey: string) =>
      (
        await fetch(`${demo().baseUrl}/api/v1/token`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body: JSON.stringify({ accessKey: key.accessKey, secretKey }),
        })
      ).status;
    expect(await token(key.secretKey)).toBe(200);
    await admin('keys', 'disable', key.accessKey, ...org);
    expect(await token(key.secretKey)).toBe(401);
    await admin('keys', 'enable', key.accessKey, ...org);
    expect(await token(key.secretKey)).toBe(200);
    const rotated = (await admin('keys', 'rotate', key.accessKey, ...org)) as { secretKey: string };
    expect(await token(key.secretKey)).toBe(401);
    expect(await token(rotated.secretKey)).toBe(200);
    const limits = ['--engine', 't4oo', '--rate', '120'];
    const contract = (await admin('contracts', 'create', 'text', ...org, ...limits)) as { id: string };
    const change = ['--strict', 'on', '--search', 'fast', '--char-quota', '5000'];
    expect(await admin('contracts', 'change', contract.id, ...org, ...change)).toMatchObject({
      ratePerMinute: 120,
      strict: true,
      search: 'fast',
      charQuota: 5000,
    });
  });

  it('says what is wrong with a command, and ends with a failure', async () => {
    const env = environment();
    const ended = spawnSync(process.execPath, [PROGRAM, 'admin', 'users', 'create', 'x'], { env });
    expect([ended.status, String(ended.stderr)]).toEqual([2, expect.stringContaining('--org is missing')]);
    const wrong = async (...args: string[]) => (await runHere(adminCommand, env, ...args)).stderr;
    expect(await wrong('keys', 'disable', '0'.repeat(64), '--org', 'none')).toContain('no such access key');
    expect(await wrong('usage', '--org', 'x', '--nonsense', 'y')).toContain('--nonsense');
  });
});

describe('kotobashi serve, told to stop', { timeout: LIMIT_MS }, () => {
  it('finishes open requests before it stops', async () => {
    const { baseUrl } = demo();
    const body = JSON.stringify({ ...greeting(), text: ['この文は、まだ一度も訳されたことがありません。'] });
    const open = requestHttp(`${baseUrl}/api/v1/translate`, {
      method: 'POST',
      headers: {
        ...signedHeaders('/api/v1/translate'),
        'content-length': Buffer.byteLength(body),
        expect: '100-continue',
      },
      // The client keeps its connection for the next request; that must not hold up the end.
      agent: new Agent({ keepAlive: true }),
    });
    open.flushHeaders();
    await once(open, 'continue');
    const stopped = stop(served.child);
    const listens = () =>
      fetch(`${baseUrl}/livez`).then(
        () => true,
        () => false,
      );
    await expect.poll(listens, { timeout: LIMIT_MS }).toBe(false);
    open.end(body);
    const [answer] = await once(open, 'response');
    expect(answer.statusCode).toBe(200);
    answer.resume();
    expect(await stopped).toBe(0);
  });
});

describe('without a running service', { timeout: LIMIT_MS }, () => {
  it('kotobashi admin works too, and takes the demo away', async () => {
    expect(await admin('organizations', 'list')).toContainEqual(expect.objectContaining({ name: 'demo' }));
    expect(await admin('demo', 'remove')).toEqual({ status: 'success' });
    expect(existsSync(join(folder, 'demo.json'))).toBe(false);
  });
});

describe('a service that the network can reach', { timeout: LIMIT_MS }, () => {
  it('makes no demo by itself, and speaks HTTPS when it is given a certificate', async () => {
    const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    const subject = ['-subj', '/CN=localhost', '-days', '2'];
    const make = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-keyout', key, '-out', cert, ...subject];
    execFileSync('openssl', make, { stdio: 'ignore' });
    await serve({ HOST: '0.0.0.0', KOTOBASHI_TLS_CERT: cert, KOTOBASHI_TLS_KEY: key });
    const output = served.output();
    expect(output).toContain('A first key: kotobashi admin');
    expect(output).not.toContain('#code=');
    expect(existsSync(join(folder, 'demo.json'))).toBe(false);
    expect(await admin('organizations', 'list')).not.toContainEqual(
      expect.objectContaining({ name: 'demo' }),
    );
    expect(await admin('audit', 'list')).toContainEqual(
      expect.objectContaining({
        action: 'demo remove',
        actor: expect.stringContaining('command of'),
        status: 200,
      }),
    );
    const [, baseUrl = ''] = /listens at (https:\S+)/.exec(output) ?? [];
    const status = await new Promise((resolve, reject) => {
      request(`${baseUrl}/livez`, { ca: readFileSync(cert), servername: 'localhost' }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on('error', reject)
        .end();
    });
    expect(status).toBe(200);
    expect(await stop(served.child, 'SIGINT')).toBe(0);
  });
});
