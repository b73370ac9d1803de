import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { status } from '@grpc/grpc-js';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { dataOf, expectFailure } from '../http/expectations.js';
import { BASE } from '../model/service.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { type Behaviour, type Peer, startPeer } from './peer.js';

const KEY = 'graphs-secret';
const folder = mkdtempSync(join(tmpdir(), 'kotobashi-graphs-'));
const keyFile = join(folder, 'key');
writeFileSync(keyFile, KEY);

const TEXTS = [
  'The meeting has been postponed until next Friday because the manager is ill.',
  'Please visit https://example.com/a?b=1 before you pay $3.2 million.',
  'No.',
];

/** Translates with graphs of its own; keeps the local model in memory while the others come and go. */
let peer: Peer;
let home: TestApp;
let atHome: Tenant;
beforeAll(async () => {
  peer = await startPeer('oip-peer.ts', BASE, KEY);
  home = await testApp();
  atHome = await home.tenant();
});
afterAll(async () => {
  await home.close();
  await peer.stop();
  rmSync(folder, { recursive: true, force: true });
});

const send = (app: TestApp, tenant: Tenant, text: readonly string[]) =>
  app.call(tenant, '/api/v1/translate', {
    body: {
      fieldId: '1',
      text,
      sourceLang: 'en',
      targetLang: 'ja',
      contractId: tenant.contracts['real-time'].id,
    },
  });

async function translated(app: TestApp, tenant: Tenant, text: readonly string[]) {
  const answer = await send(app, tenant, text);
  expect(answer).toMatchObject({ status: 200 });
  const { translationResult } = dataOf(answer) as {
    readonly translationResult: readonly { readonly translatedText: string }[];
  };
  return translationResult.map(({ translatedText }) => translatedText);
}

interface Protocol {
  readonly name: string;
  /** Which of the peer's addresses. */
  readonly place: number;
  readonly failing: Behaviour;
  /** JSON numbers for every step take their time. */
  readonly texts: readonly string[];
}
const PROTOCOLS: readonly Protocol[] = [
  {
    name: 'HTTP with binary tensors',
    place: 0,
    failing: { kind: 'status', status: 503 },
    texts: TEXTS,
  },
  {
    name: 'HTTP with tensors in JSON',
    place: 1,
    failing: { kind: 'cut' },
    texts: ['No.'],
  },
  {
    name: 'gRPC',
    place: 2,
    failing: { kind: 'status', status: status.UNAVAILABLE },
    texts: TEXTS,
  },
];

describe.each(PROTOCOLS)('graphs on an inference server over $name', ({ place, failing, texts }) => {
  let app: TestApp;
  let acme: Tenant;
  beforeAll(async () => {
    app = await testApp({
      segmentCacheEntries: 0,
      graphsUrl: peer.urls[place],
      graphsKeyFile: keyFile,
      modelThreads: 1,
      inferenceRetries: 1,
      inferenceBreakerFailures: 1000,
    });
    acme = await app.tenant();
    const { organization, contracts } = acme;
    await app.service.contracts.change(organization.id, contracts['real-time'].id, { inference: 'graphs' });
  });
  afterAll(() => app.close());
  beforeEach(async () => {
    await peer.behave({ kind: 'well' });
    await peer.calls();
  });

  const fallbacks = async () =>
    /kotobashi_inference_fallback_sentences_total\{upstream="graphs"\} (\d+)/.exec(
      String((await app.send('/metrics')).body),
    )?.[1];

  it('translate as they do at home', async () => {
    const there = await translated(app, acme, texts);
    expect(new Set(await peer.calls())).toEqual(
      new Set([
        'kotobashi-base-encoder',
        'kotobashi-base-decoder',
        expect.stringMatching(/^kotobashi-base-output/),
      ]),
    );
    expect(await fallbacks()).toBeUndefined();
    expect(there).toEqual(await translated(home, atHome, texts));
    expect(String((await app.send('/metrics')).body)).toMatch(
      /kotobashi_inference_attempt_seconds_count\{upstream="graphs",outcome="ok"\} [1-9]/,
    );
  });

  it('that fail leave the sentences to the local model', async () => {
    await peer.behave(failing);
    expect((await translated(app, acme, ['No.']))[0]).not.toBe('');
    expect(Number(await fallbacks())).toBeGreaterThan(0);
  });
});

describe('a server that cannot be reached', () => {
  it('is a failure that says what to do, where nothing may stand in', async () => {
    const app = await testApp({
      graphsUrl: 'grpc://127.0.0.1:9',
      inference: 'graphs',
      inferenceFallback: false,
      modelThreads: 1,
    });
    try {
      const answer = await send(app, await app.tenant(), ['No.']);
      expectFailure(answer, 40104);
    } finally {
      await app.close();
    }
  });
});
