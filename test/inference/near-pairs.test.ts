import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dataOf } from '../http/expectations.js';
import { type CallOptions, type Tenant, type TestApp, testApp } from '../setup/app.js';
import { startChatPeer } from './openai-peer.js';
import type { Peer } from './peer.js';

/** A model that is shown near phrase pairs as examples: its side of the conversation tells which of them were applied. */
let peer: Peer;
let here: TestApp;
let there: TestApp;
let acme: Tenant;
let list: string;
beforeAll(async () => {
  peer = await startChatPeer('');
  const settings = {
    masterKey: randomBytes(32).toString('base64'),
    ratePerMinute: 10_000,
    segmentCacheEntries: 0,
    chatModel: 'large',
    chatUrl: peer.url,
    inference: 'chat',
    workers: false,
  } as const;
  here = await testApp(settings);
  there = await testApp({ ...settings, databaseUrl: here.database.url });
  acme = await here.tenant();
  const made = await here.call(acme, '/api/v1/phrase-pairs', { body: { name: 'mine' } });
  list = `/api/v1/phrase-pairs/${(dataOf(made) as { readonly id: number }).id}`;
});
afterAll(async () => {
  await there.close();
  await here.close();
  await peer.stop();
});

const pairOf = (thing: string) => ({
  fromLang: 'en',
  fromText: `How much is this ${thing}?`,
  toLang: 'ja',
  toText: `${thing}はおいくら。`,
});

async function change(path: string, options: CallOptions): Promise<void> {
  expect(await here.call(acme, `${list}${path}`, options)).toMatchObject({ status: 200 });
}

const add = (...things: readonly string[]) => change('/entries', { body: things.map(pairOf) });

async function idOf(thing: string): Promise<number> {
  const found = await here.call(acme, `${list}/entries?search=${thing}`);
  return (dataOf(found) as { readonly entries: readonly { readonly id: number }[] }).entries[0]?.id ?? 0;
}

/** What stands before the sentence in the conversation, by the words of the examples' translations. */
async function applied(service: TestApp): Promise<readonly string[]> {
  peer.calls();
  const answer = await service.call(acme, '/api/v1/translate', {
    body: {
      fieldId: '1',
      text: ['How much is this bag?'],
      sourceLang: 'en',
      targetLang: 'ja',
      contractId: acme.contracts.t4oo.id,
    },
  });
  expect(answer).toMatchObject({ status: 200 });
  const [asked] = peer.calls() as {
    readonly messages: readonly { readonly role: string; readonly content: string }[];
  }[];
  const examples = asked?.messages.filter(({ role }) => role === 'assistant') ?? [];
  return examples.map(({ content }) => content.replace('はおいくら。', '')).sort();
}

async function expectApplied(...things: readonly string[]): Promise<void> {
  expect(await applied(here)).toEqual(things);
  await expect.poll(() => applied(there), { timeout: 30_000 }).toEqual(things);
}

/** Enough that the index is built in a thread; none of them resembles the sentence. */
const others = (count: number, name: string) =>
  Array.from({ length: count }, (_, at) => ({
    ...pairOf(''),
    fromText: `Fit part ${at} of ${name} to unit ${at * 7}.`,
    toText: `部品${at}`,
  }));

describe('near phrase pairs of two servers', () => {
  it('apply in the next request after they were added, changed, deleted and brought back', async () => {
    await change('/entries', { body: [...others(300, 'the pump'), pairOf('cup')] });
    await expectApplied('cup');
    await add('hat');
    await expectApplied('cup', 'hat');
    await change(`/entries/${await idOf('cup')}`, { method: 'PUT', body: pairOf('box') });
    await expectApplied('box', 'hat');
    await change(`/entries/${await idOf('hat')}`, { method: 'DELETE' });
    await expectApplied('box');
    await change('/undo', { method: 'POST' });
    await expectApplied('box', 'hat');
    // Of another direction, and then of ours.
    const id = await idOf('hat');
    await change(`/entries/${id}`, { method: 'PUT', body: { ...pairOf('hat'), toLang: 'de' } });
    await expectApplied('box');
    await change(`/entries/${id}`, { method: 'PUT', body: pairOf('hat') });
    await expectApplied('box', 'hat');
  });

  it('apply also when more changed than is named one by one', async () => {
    await change('/entries', { method: 'DELETE' });
    await expectApplied();
    await change('/entries', { body: [...others(2_500, 'the valve'), pairOf('pen')] });
    await expectApplied('pen');
    await add('mug');
    await expectApplied('mug', 'pen');
    await change('/entries', { method: 'DELETE' });
    await expectApplied();
  });
});
