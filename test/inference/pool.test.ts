import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf } from '../http/expectations.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { type Collector, startCollector } from './collector.js';

const MAIN = fileURLToPath(new URL('../../bin/kotobashi.js', import.meta.url));
const SECRET = '6f1d0c5b8a7e4f3290d1c2b3a4958677';
const folder = mkdtempSync(join(tmpdir(), 'kotobashi-pool-'));
const secretFile = join(folder, 'secret');
writeFileSync(secretFile, `${SECRET}\n`);

interface Member {
  readonly process: ChildProcess;
  readonly url: string;
  /** What it has printed as an error. */
  readonly said: () => string;
}

/** `kotobashi inference`, as an operator starts it on another machine. */
async function startMember(environment: Readonly<Record<string, string>> = {}): Promise<Member> {
  const child = spawn(process.execPath, [MAIN, 'inference'], {
    env: {
      ...process.env,
      PORT: '0',
      KOTOBASHI_INFERENCE_SECRET_FILE: secretFile,
      KOTOBASHI_MODEL_THREADS: '1',
      KOTOBASHI_LOG_LEVEL: 'silent',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    process.stderr.write(chunk);
  });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface(child.stdout).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`It ended with ${code}.`)));
  });
  return { process: child, url: /http:\S+\d/.exec(line)?.[0] ?? '', said: () => said };
}

/** Resolves when the process has ended. */
function stop({ process: child }: Member, signal: 'SIGTERM' | 'SIGKILL'): Promise<unknown> {
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill(signal);
  return ended;
}

let collector: Collector;
let members: readonly [Member, Member];
let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  collector = await startCollector();
  const traced = { KOTOBASHI_TRACE_URL: collector.url };
  members = await Promise.all([startMember(traced), startMember(traced)]);
  app = await testApp({
    segmentCacheEntries: 0,
    inference: 'pool',
    inferencePool: members.map(({ url }) => url).join(),
    inferenceSecretFile: secretFile,
    traceUrl: collector.url,
    tracePercent: 0,
  });
  acme = await app.tenant();
  // Two processes read their models at once, on a machine that may have other things to do.
}, 240_000);
afterAll(async () => {
  await app.close();
  await collector.stop();
  for (const { process: child } of members) if (child.exitCode === null) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

async function translated(texts: readonly string[], headers = {}): Promise<readonly string[]> {
  const answer = await app.call(acme, '/api/v1/translate', {
    body: {
      fieldId: '1',
      text: texts,
      sourceLang: 'en',
      targetLang: 'ja',
      contractId: acme.contracts['real-time'].id,
    },
    headers,
  });
  expect(answer).toMatchObject({ status: 200 });
  return (
    dataOf(answer) as { translationResult: readonly { readonly translatedText: string }[] }
  ).translationResult.map(({ translatedText }) => translatedText);
}

async function metric(line: string): Promise<number> {
  const lines = String((await app.send('/metrics')).body).split('\n');
  return Number(lines.find((one) => one.startsWith(line))?.slice(line.length) ?? 0);
}
const fallbacks = () => metric('kotobashi_inference_fallback_sentences_total{upstream="pool"} ');
const answered = () => metric('kotobashi_inference_attempt_seconds_count{upstream="pool",outcome="ok"} ');

describe('a pool of our own processes', () => {
  it('translates: placeholders, values and second tries included', async () => {
    const [visit, price] = await translated([
      'Please visit https://example.com/a?b=1 now.',
      'The company paid $3.2 million for the patent.',
    ]);
    expect(visit).toContain('https://example.com/a?b=1');
    expect(price).toContain('320万ドル');
    expect(await answered()).toBeGreaterThan(0);
    expect(await fallbacks()).toBe(0);
  });

  it('is one trace, of whoever asks and whoever translates', async () => {
    const trace = 'c0ffee3577b34da6a3ce929d0e0e4736';
    await translated(['How much is this bag?'], { traceparent: `00-${trace}-00f067aa0ba902b7-01` });
    const named = async (service: string, name: string) =>
      collector
        .spans()
        .find((span) => span.traceId === trace && span.service === service && span.name === name);
    const deep = { timeout: 20_000, interval: 200 };
    await expect.poll(() => named('kotobashi', 'pool'), deep).toBeDefined();
    await expect.poll(() => named('kotobashi-inference', 'decoder step'), deep).toBeDefined();
    const asking = await named('kotobashi', 'pool');
    await expect
      .poll(() => named('kotobashi-inference', 'infer kotobashi'), deep)
      .toMatchObject({ parentSpanId: asking?.spanId });
  });

  it.each([
    ['GET', '/v2'],
    ['GET', '/v2/models/kotobashi'],
    ['POST', '/v2/models/kotobashi/infer'],
  ])('answers nobody without the secret: %s %s', async (method, path) => {
    for (const authorization of ['', `Bearer ${SECRET}x`]) {
      const answer = await fetch(`${members[0].url}${path}`, { method, headers: { authorization } });
      expect(answer.status).toBe(401);
      expect(await answer.json()).toEqual({ error: expect.stringMatching(/secret/) });
    }
    expect((await fetch(`${members[0].url}/v2/health/ready`)).status).toBe(200);
  });

  it('speaks JSON to those who speak JSON, and says what is wrong with a request', async () => {
    const infer = async (inputs: unknown) => {
      const answer = await fetch(`${members[0].url}/v2/models/kotobashi/infer`, {
        method: 'POST',
        headers: { authorization: `Bearer ${SECRET}`, 'content-type': 'application/json' },
        body: JSON.stringify({ inputs }),
      });
      return { status: answer.status, body: await answer.json() };
    };
    const bytes = (name: string, ...values: unknown[]) => ({
      name,
      datatype: 'BYTES',
      shape: [values.length],
      data: values.map((value) => JSON.stringify(value)),
    });
    const call = bytes('call', { caller: 'me', priority: 'interactive' });
    const version = app.service.model.version('en', 'ja');
    const sentence = { from: 'en', to: 'ja', source: [{ kind: 'text', text: 'No.' }], version };
    expect(await infer([bytes('sentences', sentence), call])).toMatchObject({
      status: 200,
      body: { model_name: 'kotobashi', outputs: [{ name: 'results', datatype: 'BYTES', shape: [1] }] },
    });
    const problems: readonly (readonly [unknown, number])[] = [
      [[bytes('sentences', { from: 'en' }), call], 400],
      [[bytes('sentences', sentence)], 400],
      [[{ name: 'sentences', datatype: 'FP32', shape: [2], data: [1] }, call], 400],
      [[bytes('sentences', { ...sentence, version: 'other@1' }), call], 409],
      [[bytes('sentences', { ...sentence, to: 'xx' }), call], 400],
      ['inputs', 400],
    ];
    for (const [inputs, status] of problems) {
      expect(await infer(inputs)).toEqual({ status, body: { error: expect.stringMatching(/\S/) } });
    }
  });

  it('listens for the end of each answer, and not again and again for that of a connection', async () => {
    for (let number = 0; number < 24; number += 1)
      await translated([`Room ${number} is on the second floor.`]);
    for (const { said } of members) expect(said()).not.toContain('MaxListenersExceededWarning');
  }, 60_000);

  it('goes on when one of them is killed, and leaves the work to the local model when all are gone', async () => {
    await stop(members[0], 'SIGKILL');
    expect((await translated(['No.', 'How much is this bag?'])).every((text) => text !== '')).toBe(true);
    expect(await fallbacks()).toBe(0);
    // A second member that is asked to stop finishes what it has.
    const underWay = translated(['The meeting has been postponed until next Friday.']);
    const stopped = stop(members[1], 'SIGTERM');
    expect((await underWay)[0]).not.toBe('');
    await stopped;
    expect((await translated(['How much is this bag?']))[0]).toMatch(/いくら/);
    expect(await fallbacks()).toBeGreaterThan(0);
  });
});

it('does not start without a secret that nobody can guess', async () => {
  const weak = join(folder, 'weak');
  writeFileSync(weak, 'secret');
  for (const file of ['', weak]) {
    const child = spawn(process.execPath, [MAIN, 'inference'], {
      env: { ...process.env, KOTOBASHI_INFERENCE_SECRET_FILE: file },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const said = (await child.stderr.setEncoding('utf8').toArray()).join('');
    expect(said).toContain('KOTOBASHI_INFERENCE_SECRET_FILE');
    expect(said).toContain('128 bits');
  }
});
