import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  AuthenticationError,
  BusyError,
  ConnectionError,
  type FileTranslation,
  InvalidRequestError,
  Kotobashi,
  NotFoundError,
  readCallback,
  type StreamedSentence,
  signIn,
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

function clientOf(
  options: { method?: 'sign' | 'token'; secretKey?: string; baseUrl?: string; retries?: number } = {},
) {
  const { accessKey, secretKey } = tenant.key;
  return new Kotobashi({
    baseUrl: options.baseUrl ?? app.url,
    authentication: {
      accessKey,
      secretKey: options.secretKey ?? secretKey,
      ...(options.method && { method: options.method }),
    },
    contractId: tenant.contracts.t4oo.id,
    retry: { baseMs: 1, ...(options.retries !== undefined && { retries: options.retries }) },
  });
}

const term = { fromLang: 'en', fromText: 'flange coupler', toLang: 'ja', toText: 'フランジ継手' };

describe('translating', () => {
  it.each(['sign', 'token'] as const)('works by %s', async (method) => {
    const text = await clientOf({ method }).translate('The weather is nice today.', { from: 'en', to: 'ja' });
    expect(text).toMatch(/\p{Script=Hiragana}/u);
  });

  it('works in a page that keeps a token and no secret', async () => {
    const token = await signIn({ baseUrl: app.url, keys: tenant.key, seconds: 60 });
    const page = new Kotobashi({ baseUrl: app.url, authentication: { token } });
    expect(await page.languages()).not.toHaveLength(0);
    const wrong = { ...tenant.key, secretKey: 'wrong' };
    await expect(signIn({ baseUrl: app.url, keys: wrong })).rejects.toBeInstanceOf(AuthenticationError);
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

describe('sentence by sentence', () => {
  const options = { from: 'ja', to: 'en' } as const;

  it('says how good each sentence looks, with other translations where asked', async () => {
    const text = '来週の会議は金曜日に延期されました。';
    const result = await clientOf().translations.explain([text], { ...options, alternatives: 2 });
    expect(result.explain[0]?.sentences).toMatchObject([
      { source: text, target: result.texts[0], quality: expect.any(Number), alternatives: expect.any(Array) },
    ]);
  });

  it('tells sentences as they are finished, then the whole', async () => {
    const told: StreamedSentence[] = [];
    // Too long a line to go to the model as one.
    const forecast =
      '明日は北の地方では朝から晴れますが、南の地方では午後から雲が多くなり、夜には所によって雷を伴う強い雨が降るでしょう。';
    const texts = ['今日は雨です。', `${forecast}今日は雨です。`];
    const onSentence = (sentence: StreamedSentence) => told.push(sentence);
    const result = await clientOf().translations.stream(texts, { ...options, onSentence });
    expect(told.map(({ index, sentence }) => `${index}.${sentence}`).sort()).toEqual(['0.0', '1.0', '1.1']);
    expect(result.texts[0]).toBe(told.find(({ index }) => index === 0)?.target);
    const broken = clientOf().translations.stream(['a'], { to: 'xx', onSentence });
    await expect(broken).rejects.toBeInstanceOf(InvalidRequestError);
  });

  it.each(['cut', 'half'] as const)('fails when the connection ends before it does (%s)', async (end) => {
    proxy.next.push(end);
    const client = clientOf({ baseUrl: proxy.url, retries: 0 });
    const cut = client.translations.stream(['今日は雨です。'], { ...options, onSentence: () => undefined });
    await expect(cut).rejects.toBeInstanceOf(ConnectionError);
  });

  it('ends when its signal says so', async () => {
    const controller = new AbortController();
    const reason = new Error('Something newer was typed.');
    const ended = clientOf().translations.stream(['今日は雨です。明日は晴れます。'], {
      ...options,
      signal: controller.signal,
      onSentence: () => controller.abort(reason),
    });
    await expect(ended).rejects.toBe(reason);
  });
});

describe('submissions', () => {
  it('whose answer was lost are found again under the same id', async () => {
    const before = proxy.lost.length;
    proxy.next.push('cut');
    const texts = ['https://example.com/lost'];
    const queueId = await clientOf({ baseUrl: proxy.url }).translations.submit(texts, {
      from: 'en',
      to: 'ja',
    });
    expect(JSON.parse(proxy.lost[before] ?? '')).toMatchObject({ data: { queueId } });
  });
});

describe('files', () => {
  it('are translated from bytes to bytes, with progress', async () => {
    const { id } = await app.service.contracts.create(tenant.organization.id, {
      name: 'files',
      kind: 'file',
      engine: 't4oo',
    });
    const client = clientOf();
    const content = new TextEncoder().encode('今日は雨です。\n');
    const states: FileTranslation[] = [];
    const file = { name: 'weather.txt', content };
    const translated = await client.files.translate(file, {
      from: 'ja',
      to: 'en',
      contractId: id,
      onProgress: (state) => states.push(state),
    });
    expect(new TextDecoder().decode(translated)).toMatch(/rain/i);
    const [last] = await client.files.list();
    expect(states.at(-1)).toMatchObject({ done: true, translateId: last?.translateId });
    const archive = await client.files.archive(
      last?.items.map(({ translateItemId }) => translateItemId) ?? [],
    );
    expect(new TextDecoder().decode(archive.slice(0, 2))).toBe('PK');
    const itemId = last?.items[0]?.translateItemId ?? '';
    const pairs = new TextDecoder().decode(await client.files.bilingual(itemId, 'csv'));
    expect(pairs).toContain('今日は雨です。');
  });
});

describe('the account', () => {
  it('knows its contracts, its lists and what it has used', async () => {
    const client = clientOf();
    const glossary = await app.service.lists.create(tenant.organization.id, 'glossary', 'parts');
    const pairs = await app.service.lists.create(tenant.organization.id, 'phrase-dictionary', 'letters');
    expect(await client.account.glossaries()).toEqual([{ id: glossary.id, name: 'parts', entries: 0 }]);
    expect(await client.account.phrasePairs()).toEqual([{ id: pairs.id, name: 'letters', entries: 0 }]);
    await client.translate('https://example.com/', { from: 'en', to: 'ja' });
    const contracts = await client.account.contracts();
    const own = contracts.find(({ id }) => id === tenant.contracts.t4oo.id);
    expect(own?.usedThisMonth.requests).toBeGreaterThan(0);
    expect(await client.account.usage({ from: '2000-01-01', to: '2000-01-02' })).toEqual([]);
    expect(await client.account.usage()).not.toEqual([]);
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

  it('is what translations made elsewhere are held against, however many', async () => {
    const client = clientOf();
    await client.dictionary.add(term);
    const pairs = Array.from({ length: 1200 }, (_, at) => ({
      source: `Fasten flange coupler ${at}.`,
      target: at === 1100 ? '継ぎ手を締めます。' : 'フランジ継手を締めます。',
    }));
    const { terms, findings } = await client.terms.check(pairs, { from: 'en', to: 'ja' });
    expect(terms).toBe(1200);
    expect(findings).toMatchObject([{ index: 1100, kind: 'missing', toText: term.toText }]);
    await client.dictionary.clear();
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

  it('are waited out for as long as the service asks', async () => {
    proxy.next.push({ status: 503, retryAfter: '1' });
    const begun = performance.now();
    await clientOf({ baseUrl: proxy.url }).languages();
    expect(performance.now() - begun).toBeGreaterThanOrEqual(990);
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
