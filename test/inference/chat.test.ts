import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { composeLogger, composeService } from '#src/compose/service.js';
import { readSettings } from '#src/settings/read-settings.js';
import { dataOf, expectFailure } from '../http/expectations.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { startChatPeer } from './openai-peer.js';
import type { Peer } from './peer.js';

const KEY = 'sk-loopback';
const folder = mkdtempSync(join(tmpdir(), 'kotobashi-chat-'));
const keyFile = join(folder, 'key');
writeFileSync(keyFile, `${KEY}\n`);

let first: Peer;
let second: Peer;
/** With the local model behind the endpoints, and without. */
let app: TestApp;
let alone: TestApp;
let acme: Tenant;
let strict: Tenant;
/** A circuit stays open for as long as an attempt may take. */
const PATIENCE = { timeout: 20_000 };
beforeAll(async () => {
  [first, second] = await Promise.all([startChatPeer(KEY), startChatPeer(KEY)]);
  const common = {
    ratePerMinute: 10_000,
    segmentCacheEntries: 0,
    chatModel: 'large',
    chatKeyFile: keyFile,
    inferenceTimeout: 1_000,
  };
  app = await testApp({ ...common, chatUrl: first.url });
  alone = await testApp({
    ...common,
    chatUrl: `${first.url}, ${second.url}`,
    inference: 'chat',
    inferenceFallback: false,
  });
  acme = await app.tenant();
  strict = await alone.tenant();
  await app.service.contracts.change(acme.organization.id, acme.contracts.t4oo.id, { inference: 'chat' });
});
afterAll(async () => {
  await app.close();
  await alone.close();
  await Promise.all([first.stop(), second.stop()]);
  rmSync(folder, { recursive: true, force: true });
});
beforeEach(async () => {
  for (const peer of [first, second]) {
    peer.behave({ kind: 'well' });
    peer.calls();
  }
});

interface Conversation {
  readonly model: string;
  readonly messages: readonly { readonly role: string; readonly content: string }[];
}

const send = (service: TestApp, tenant: Tenant, text: string, more: object = {}) =>
  service.call(tenant, '/api/v1/translate', {
    body: {
      fieldId: '1',
      text: [text],
      sourceLang: 'en',
      targetLang: 'ja',
      contractId: tenant.contracts.t4oo.id,
      ...more,
    },
  });

async function translated(text: string, service = app, tenant = acme, more: object = {}): Promise<string> {
  const answer = await send(service, tenant, text, more);
  expect(answer).toMatchObject({ status: 200 });
  const [element] = (dataOf(answer) as { translationResult: readonly { readonly translatedText: string }[] })
    .translationResult;
  return element?.translatedText ?? '';
}

async function metric(service: TestApp, line: string): Promise<number> {
  const text = String((await service.send('/metrics')).body);
  const found = text.split('\n').find((one) => one.startsWith(line));
  return Number(found?.slice(line.length) ?? 0);
}

const conversations = async (peer: Peer) => peer.calls() as Conversation[];
const said = ({ messages }: Conversation) => messages.map(({ content }) => content).join('\n');

describe('a contract whose sentences a large language model translates', () => {
  it('says so, and what the model cost is counted', async () => {
    expect(dataOf(await app.call(acme, '/api/v1/contracts'))).toMatchObject({
      contracts: [{ inference: 'chat' }, { inference: 'local' }, { inference: 'local' }],
    });
    expect(await translated('How much is this bag?')).toBe('このかばんはいくらですか。');
    const [asked] = await conversations(first);
    expect(asked?.model).toBe('large');
    expect(asked?.messages.at(-1)).toEqual({ role: 'user', content: 'How much is this bag?' });
    expect(await metric(app, 'kotobashi_inference_tokens_total{upstream="chat",part="prompt"} ')).toBe(40);
    expect(await metric(app, 'kotobashi_inference_tokens_total{upstream="chat",part="completion"} ')).toBe(
      10,
    );
  });

  it('leaves the other contracts of the organization to the local model', async () => {
    const contractId = acme.contracts['real-time'].id;
    expect(await translated('How much is this bag?', app, acme, { contractId })).toMatch(/いくら/);
    expect(first.calls()).toEqual([]);
  });

  it('keeps protected spans, which the model never sees', async () => {
    const text = 'Please visit https://example.com/a?b=1 now.';
    expect(await translated(text)).toBe('今すぐhttps://example.com/a?b=1をご覧ください。');
    expect((await conversations(first)).map(said).join()).not.toContain('example.com');
  });

  it('puts terms into the conversation once the model did not choose them by itself', async () => {
    await app.call(acme, '/api/v1/dictionary/bulk', {
      body: [{ fromLang: 'en', fromText: 'ball valve', toLang: 'ja', toText: '玉形弁' }],
    });
    await expect.poll(() => translated('The ball valve is open.')).toBe('玉形弁が開いています。');
    const asked = (await conversations(first)).map(said);
    expect(asked.at(-1)).toContain('玉形弁');
  });

  it('shows near phrase pairs as examples, and what the text is about', async () => {
    const list = dataOf(await app.call(acme, '/api/v1/phrase-pairs', { body: { name: 'mine' } })) as {
      readonly id: number;
    };
    await app.call(acme, `/api/v1/phrase-pairs/${list.id}/entries`, {
      body: [
        {
          fromLang: 'en',
          fromText: 'The red lamp is on the right side.',
          toLang: 'ja',
          toText: '赤ランプは右です。',
        },
      ],
    });
    await expect
      .poll(async () => {
        await translated('The red lamp is on the left side.', app, acme, { t4ooCategoryId: String(list.id) });
        return (await conversations(first))[0]?.messages.slice(1, 3);
      }, PATIENCE)
      .toEqual([
        { role: 'user', content: 'The red lamp is on the right side.' },
        { role: 'assistant', content: '赤ランプは右です。' },
      ]);
  });

  it('checks values: what the model gets wrong twice, the local model translates', async () => {
    const text = await translated('The price is 250 dollars.');
    expect(text).toContain('250');
    expect(text).not.toContain('520');
  });

  it('checks placeholders: what the model loses, the local model keeps', async () => {
    first.behave({ kind: 'broken-placeholders' });
    expect(await translated('Please open https://example.com/ now.')).toContain('https://example.com/');
  });
});

describe('an endpoint that misbehaves', () => {
  const BAG = 'How much is this bag?';
  const fallbacks = () => metric(app, 'kotobashi_inference_fallback_sentences_total{upstream="chat"} ');

  it.each([
    ['fails once', { kind: 'status', status: 503, calls: 1 }],
    ['is overloaded for a moment', { kind: 'status', status: 429, calls: 2 }],
  ] as const)('that %s is asked again', async (_, behaviour) => {
    const before = await fallbacks();
    first.behave(behaviour);
    expect(await translated(BAG)).toBe('このかばんはいくらですか。');
    expect(await fallbacks()).toBe(before);
    expect(first.calls().length).toBe(behaviour.calls + 1);
  });

  it.each([
    ['fails', { kind: 'status', status: 500 }],
    ['breaks the connection in its answer', { kind: 'cut' }],
    ['answers with something else', { kind: 'nonsense' }],
    ['does not know the key', { kind: 'status', status: 401 }],
  ] as const)('that %s is replaced by the local model', async (_, behaviour) => {
    // Whatever circuit an earlier test opened has been closed by a call that went well.
    await expect
      .poll(async () => {
        await translated(BAG);
        return first.calls().length;
      }, PATIENCE)
      .toBe(1);
    const before = await fallbacks();
    first.behave(behaviour);
    expect(await translated(BAG)).toMatch(/いくら/);
    expect(await fallbacks()).toBe(before + 1);
  });

  it('is left alone after failures in a row, and taken back when it works again', async () => {
    first.behave({ kind: 'status', status: 500 });
    const open = () =>
      metric(app, `kotobashi_inference_open_circuits{upstream="chat",address="${first.url}"} `);
    await expect
      .poll(async () => {
        await translated(BAG);
        return await open();
      }, PATIENCE)
      .toBe(1);
    first.calls();
    await translated(BAG);
    expect(first.calls().length).toBeLessThan(2);
    first.behave({ kind: 'well' });
    await expect
      .poll(async () => {
        await translated(BAG);
        return await open();
      }, PATIENCE)
      .toBe(0);
  });

  it('that redirects is not followed: the text goes nowhere else', async () => {
    second.calls();
    first.behave({ kind: 'redirect', to: `${second.url}/chat/completions` });
    await translated(BAG);
    expect(second.calls()).toEqual([]);
  });
});

describe('without the local model behind it', () => {
  const BAG = 'How much is this bag?';

  it('an address that hangs is passed by', async () => {
    first.behave({ kind: 'hang' });
    for (let i = 0; i < 3; i++)
      expect(await translated(BAG, alone, strict)).toBe('このかばんはいくらですか。');
  });

  it('two addresses that fail are a failure that says what to do', async () => {
    first.behave({ kind: 'status', status: 500 });
    second.behave({ kind: 'status', status: 500 });
    const answer = await send(alone, strict, BAG);
    expectFailure(answer, 40104);
    expect(answer.headers['retry-after']).toBe('2');
  });

  it('what the model gets wrong after all tries is a warning, as with any model', async () => {
    expect(await translated('The price is 250 dollars.', alone, strict)).not.toBe('');
  });
});

describe('settings of inference', () => {
  const start = (environment: Record<string, string>) => {
    const settings = {
      ...readSettings(environment),
      databaseUrl: app.database.url,
      data: app.service.settings.data,
    };
    return composeService(settings, composeLogger({ ...settings, logLevel: 'silent' }));
  };

  it.each([
    [{ KOTOBASHI_CHAT_URL: 'gpu:8000' }, /KOTOBASHI_CHAT_URL/],
    [{ KOTOBASHI_CHAT_URL: 'http://gpu/v1' }, /KOTOBASHI_CHAT_MODEL/],
    [{ KOTOBASHI_INFERENCE: 'chat' }, /KOTOBASHI_CHAT_URL/],
    [
      {
        KOTOBASHI_CHAT_URL: 'http://gpu/v1',
        KOTOBASHI_CHAT_MODEL: 'm',
        KOTOBASHI_CHAT_KEY_FILE: '/does/not/exist',
      },
      /KOTOBASHI_CHAT_KEY_FILE/,
    ],
  ])('that cannot work end the start: %j', async (environment, name) => {
    await expect(start({ KOTOBASHI_CHAT_MODEL: '', ...environment })).rejects.toThrow(name);
  });
});
