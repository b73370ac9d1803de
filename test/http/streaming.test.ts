import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf, expectFailure } from './expectations.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp({ ratePerMinute: 10_000 });
  acme = await app.tenant();
});
afterAll(() => app.close());

interface Event {
  readonly event: string;
  readonly data: Readonly<Partial<Record<'index' | 'sentence' | 'source' | 'target', unknown>>>;
}

const PATH = '/api/v1/translate';
const EVENTS = { accept: 'text/event-stream' };
const request = (overrides: Record<string, unknown> = {}) => ({
  fieldId: '1',
  text: ['今日は雨です。', 'Good morning.', '明日は晴れます。今日は雨です。'],
  sourceLang: 'ja',
  targetLang: 'en',
  contractId: acme.contracts.t4oo.id,
  ...overrides,
});

function read(stream: unknown): Event[] {
  return String(stream)
    .split('\n\n')
    .filter((block) => block !== '')
    .map((block) => {
      const [, event = '', data = ''] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      return { event, data: JSON.parse(data) };
    });
}

/** With another sentence behind it too long to go to the model as one line. */
const FORECAST =
  '明日は北の地方では朝から晴れますが、南の地方では午後から雲が多くなり、夜には所によって雷を伴う強い雨が降るでしょう。';

it('sends sentences as they are finished, then the same result as without events', async () => {
  const body = request({
    sourceLang: 'auto',
    text: ['今日は雨です。', 'Good.', `${FORECAST}今日は雨です。`],
  });
  const streamed = await app.call(acme, PATH, { body, headers: EVENTS });
  expect(streamed).toMatchObject({
    status: 200,
    headers: { 'content-type': 'text/event-stream; charset=utf-8' },
  });
  const plain = await app.call(acme, PATH, { body });
  const events = read(streamed.body);
  const last = events.at(-1);
  const { taskId: _, ...wanted } = dataOf(plain) as Record<string, unknown>;
  expect(last).toMatchObject({ event: 'result', data: { status: 'success', data: wanted } });
  const sentences = events.slice(0, -1);
  const places = sentences.map(({ data: { index, sentence, source } }) => `${index}.${sentence} ${source}`);
  expect(places.sort()).toEqual(['0.0 今日は雨です。', `2.0 ${FORECAST}`, '2.1 今日は雨です。']);
  for (const one of sentences) {
    expect(one).toMatchObject({ event: 'sentence', data: { target: expect.stringMatching(/[a-z]{3}/) } });
    expect(Object.keys(one.data)).toEqual(['index', 'sentence', 'source', 'sourceStart', 'target']);
  }
});

it('explains each sentence to those who ask, and counts the request once', async () => {
  const other = await app.tenant();
  const body = request({ contractId: other.contracts.t4oo.id, alternatives: 1 });
  const events = read((await app.call(other, PATH, { body, headers: EVENTS })).body);
  expect(events[0]).toMatchObject({
    event: 'sentence',
    data: { by: 'model', quality: expect.any(Number), terms: [], alternatives: expect.any(Array) },
  });
  expect(await app.service.usage.report(other.organization.id)).toMatchObject([{ requests: 1 }]);
});

it('gives phrases that a person has written first', async () => {
  const entry = { fromLang: 'ja', fromText: '言橋', toLang: 'en', toText: 'Kotobashi' };
  await app.call(acme, '/api/v1/dictionary', { body: entry });
  const body = request({ text: ['今日は雨です。', '言橋'] });
  const events = read((await app.call(acme, PATH, { body, headers: EVENTS })).body);
  expect(events[0]).toMatchObject({
    event: 'sentence',
    data: { index: 1, source: '言橋', target: 'Kotobashi' },
  });
});

it('answers what fails before the first sentence with its own status', async () => {
  expectFailure(await app.call(acme, PATH, { body: request({ text: [''] }), headers: EVENTS }), 40202);
  expectFailure(
    await app.call(acme, PATH, { body: request({ contractId: 'none' }), headers: EVENTS }),
    40204,
  );
});

it('stops and charges nothing when the caller goes away', { timeout: 120_000 }, async () => {
  const text = Array.from(
    { length: 150 },
    (_, at) => `This is sentence number ${at} of a very long letter to my aunt.`,
  );
  const characters = text.reduce((sum, one) => sum + one.length, 0);
  const { id } = await app.service.contracts.create(acme.organization.id, {
    name: 'quota',
    kind: 'text',
    engine: 'real-time',
    charQuota: characters,
  });
  const { accessKey, secretKey } = acme.key;
  const nonce = String(Date.now() + 1000);
  const signature = createHmac('sha256', secretKey).update(`${nonce}${PATH}`).digest('hex');
  const leaving = new AbortController();
  const response = await fetch(`${app.url}${PATH}`, {
    method: 'POST',
    headers: { ...EVENTS, accessKey, nonce, signature, 'content-type': 'application/json' },
    body: JSON.stringify(request({ contractId: id, text, sourceLang: 'en', targetLang: 'ja' })),
    signal: leaving.signal,
  });
  const reader = response.body?.getReader();
  await reader?.read();
  const short = request({ contractId: id, text: ['Good morning.'], sourceLang: 'en', targetLang: 'ja' });
  expectFailure(await app.call(acme, PATH, { body: short }), 40001);
  leaving.abort();
  // The quota is free again once the work has stopped; had it gone on to its end, it would stay used up.
  await vi.waitFor(async () => expect((await app.call(acme, PATH, { body: short })).status).toBe(200), {
    timeout: 60_000,
    interval: 100,
  });
});
