import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  BusyError,
  ConnectionError,
  InvalidRequestError,
  Kotobashi,
  NotFoundError,
  readCallback,
} from '#client';
import { openReceiver, type Receiver } from '../jobs/receiver.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { type FaultyProxy, openProxy } from './proxy.js';

let app: TestApp;
let tenant: Tenant;
let proxy: FaultyProxy;
beforeAll(async () => {
  app = await testApp({ callbackAllowPrivate: true });
  tenant = await app.tenant();
  proxy = await openProxy(app.url);
});
afterAll(async () => {
  await proxy.close();
  await app.close();
});

function clientOf(options: { method?: 'sign' | 'token'; secretKey?: string; baseUrl?: string } = {}) {
  const { accessKey, secretKey } = tenant.key;
  return new Kotobashi({
    baseUrl: options.baseUrl ?? app.url,
    authentication: {
      accessKey,
      secretKey: options.secretKey ?? secretKey,
      ...(options.method && { method: options.method }),
    },
    contractId: tenant.contracts.t4oo.id,
    retry: { baseMs: 1 },
  });
}

const term = { fromLang: 'en', fromText: 'flange coupler', toLang: 'ja', toText: 'フランジ継手' };

describe('translating', () => {
  it.each(['sign', 'token'] as const)('works by %s', async (method) => {
    const text = await clientOf({ method }).translate('The weather is nice today.', { from: 'en', to: 'ja' });
    expect(text).toMatch(/\p{Script=Hiragana}/u);
  });

  it('gives several texts back in their order', async () => {
    const texts = ['https://example.com/1', 'https://example.com/2', 'https://example.com/3'];
    const result = await clientOf().translate(texts, { from: 'en', to: 'ja' });
    expect(result.texts).toEqual(texts);
    expect(result.taskIds).toHaveLength(1);
  });

  it('takes texts beyond the limit of one request, through the queue, with progress', async () => {
    const line = 'https://example.com/a-rather-long-address-that-nobody-translates\n';
    const text = line.repeat(5000);
    const steps: { done: number; total: number }[] = [];
    const translated = await clientOf().translateLong(text, {
      from: 'en',
      to: 'ja',
      onProgress: (step) => steps.push(step),
    });
    expect(translated).toBe(text);
    expect(steps.length).toBeGreaterThan(0);
  });

  it('stops when told to', async () => {
    const stop = new AbortController();
    const translation = clientOf().translate('Good morning.', { to: 'ja', signal: stop.signal });
    stop.abort(new Error('no longer needed'));
    await expect(translation).rejects.toThrow('no longer needed');
  });
});

describe('the dictionary', () => {
  it('is changed and used', async () => {
    const client = clientOf();
    await client.dictionary.add(term);
    const [entry] = await client.dictionary.list();
    expect(entry).toMatchObject(term);
    expect(await client.translate('flange coupler', { from: 'en', to: 'ja' })).toBe('フランジ継手');
    await client.dictionary.remove(entry?.id ?? 0);
    expect(await client.dictionary.list()).toEqual([]);
  });

  it('takes parallel changes: no two requests share a nonce', async () => {
    const client = clientOf();
    await Promise.all(
      Array.from({ length: 40 }, (_, at) => client.dictionary.add({ ...term, fromText: `part ${at}` })),
    );
    expect(await client.dictionary.list()).toHaveLength(40);
    await client.dictionary.clear();
  });
});

describe('failures', () => {
  it('are classes with the code and the sentence of the service', async () => {
    const options = { from: 'en', to: 'ja' };
    const wrongSecret = clientOf({ secretKey: 'wrong' }).translate('a', options);
    await expect(wrongSecret).rejects.toBeInstanceOf(AuthenticationError);
    const wrongLanguage = clientOf().translate('a', { ...options, to: 'xx' });
    await expect(wrongLanguage).rejects.toBeInstanceOf(InvalidRequestError);
    await expect(wrongLanguage).rejects.toMatchObject({ code: 40301, status: 400 });
    const wrongContract = clientOf().translate('a', { ...options, contractId: 'no-such-contract' });
    await expect(wrongContract).rejects.toBeInstanceOf(NotFoundError);
    await expect(wrongContract).rejects.toMatchObject({ message: expect.stringMatching(/contract/i) });
  });

  it('of a moment are waited out', async () => {
    proxy.next.push({ status: 503, retryAfter: '0' }, { status: 429, retryAfter: '0' }, 'cut');
    const before = proxy.seen.length;
    expect(await clientOf({ baseUrl: proxy.url }).languages()).not.toHaveLength(0);
    expect(proxy.seen.length - before).toBe(4);
  });

  it('that last are told', async () => {
    proxy.next.push(...Array.from({ length: 5 }, () => ({ status: 503 })));
    await expect(clientOf({ baseUrl: proxy.url }).languages()).rejects.toBeInstanceOf(BusyError);
    proxy.next.push({ status: 503, retryAfter: '3600' });
    await expect(clientOf({ baseUrl: proxy.url }).languages()).rejects.toMatchObject({ retryAfter: 3600 });
    await expect(clientOf({ baseUrl: 'http://127.0.0.1:9' }).languages()).rejects.toBeInstanceOf(
      ConnectionError,
    );
  });

  it('an expired token is renewed once', async () => {
    const client = clientOf({ method: 'token', baseUrl: proxy.url });
    await client.languages();
    proxy.next.push({ status: 401 });
    await client.languages();
    expect(proxy.seen.filter((target) => target === 'POST /api/v1/token')).toHaveLength(2);
  });
});

describe('notifications', () => {
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver.close());

  it('are read when their signature is right, and only then', async () => {
    const client = clientOf();
    await client.callback.set(receiver.url);
    expect(await client.callback.get()).toBe(receiver.url);
    const arrived = new Promise<void>((resolve) => {
      receiver.answer = (_, response) => {
        response.end();
        resolve();
      };
    });
    const queueId = await client.translations.submit(['https://example.com/'], { from: 'en', to: 'ja' });
    await arrived;
    const [notification] = receiver.received;
    const headers = Object.fromEntries(
      Object.entries(notification?.headers ?? {}).map(([name, value]) => [name, String(value)]),
    );
    const request = { headers, body: notification?.body ?? '' };
    const event = await readCallback(tenant.key.secretKey, request);
    expect(event).toMatchObject({ event: 'translation.finished', status: 'success', data: { queueId } });
    await expect(readCallback('another secret', request)).rejects.toThrow('not signed');
    await client.callback.remove();
  });
});
