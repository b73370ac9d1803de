import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type CallOptions, type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf } from './expectations.js';

let here: TestApp;
let there: TestApp;
let acme: Tenant;
beforeAll(async () => {
  const settings = { masterKey: randomBytes(32).toString('base64'), ratePerMinute: 10_000, workers: false };
  here = await testApp(settings);
  there = await testApp({ ...settings, databaseUrl: here.database.url });
});
beforeEach(async () => {
  acme = await here.tenant();
});
afterAll(async () => {
  await there.close();
  await here.close();
});

const WORD = 'sample word';
const wordOf = (toText: string) => ({ fromLang: 'en', fromText: WORD, toLang: 'ja', toText });

/** More than is made ready for a request in the server's own thread. */
const others = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ ...wordOf(`語${at}`), fromText: `part number ${at}` }));

async function change(path: string, options: CallOptions): Promise<void> {
  expect(await here.call(acme, path, options)).toMatchObject({ status: 200 });
}

async function translated(service: TestApp, text: string): Promise<string | undefined> {
  const answer = await service.call(acme, '/api/v1/translate', {
    body: {
      fieldId: '1',
      text: [text],
      sourceLang: 'en',
      targetLang: 'ja',
      contractId: acme.contracts.t4oo.id,
    },
  });
  expect(answer).toMatchObject({ status: 200 });
  const { translationResult } = dataOf(answer) as {
    readonly translationResult: readonly { readonly translatedText: string }[];
  };
  return translationResult[0]?.translatedText;
}

async function expectTranslated(text: string, toText: string): Promise<void> {
  expect(await translated(here, text)).toBe(toText);
  await expect.poll(() => translated(there, text), { timeout: 30_000 }).toBe(toText);
}

async function expectUnknown(text: string, toText: string): Promise<void> {
  expect(await translated(here, text)).not.toBe(toText);
  await expect.poll(() => translated(there, text), { timeout: 30_000 }).not.toBe(toText);
}

async function idOf(place: string, search: string): Promise<number> {
  const found = await here.call(acme, `${place}/entries?search=${encodeURIComponent(search)}`);
  return (dataOf(found) as { readonly entries: readonly { readonly id: number }[] }).entries[0]?.id ?? 0;
}

async function glossary(): Promise<string> {
  const made = await here.call(acme, '/api/v1/glossaries', { body: { name: 'mine' } });
  return `/api/v1/glossaries/${(dataOf(made) as { readonly id: number }).id}`;
}

interface Place {
  readonly open: () => Promise<string>;
  readonly bulk: string;
  readonly all: string;
  readonly entry: string;
}

const PLACES: readonly (readonly [string, Place])[] = [
  [
    'a dictionary',
    { open: async () => '/api/v1/dictionary', bulk: '/bulk', all: '/dictionary-all', entry: '' },
  ],
  ['a glossary', { open: glossary, bulk: '/entries', all: '/entries', entry: '/entries' }],
];

describe.each(PLACES)('%s of many words on two servers', (_, { open, ...paths }) => {
  it('applies in the next request after a word was added, changed, deleted and brought back', async () => {
    const place = await open();
    const entry = async (search: string) => `${place}${paths.entry}/${await idOf(place, search)}`;
    await change(`${place}${paths.bulk}`, { body: others(600) });
    await expectTranslated('part number 7', '語7');
    await change(`${place}${paths.bulk}`, { body: [wordOf('見本')] });
    await expectTranslated(WORD, '見本');
    await change(await entry(WORD), { method: 'PUT', body: wordOf('標本') });
    await expectTranslated(WORD, '標本');
    await change(await entry(WORD), { method: 'DELETE' });
    await expectUnknown(WORD, '標本');
    await change(`${place}/undo`, { method: 'POST' });
    await expectTranslated(WORD, '標本');
    await expectTranslated('part number 8', '語8');
    await change(`${place}${paths.all}`, { method: 'DELETE' });
    await expectUnknown(WORD, '標本');
    // More than is named one by one.
    await change(`${place}${paths.bulk}`, { body: [...others(2_500), wordOf('再び')] });
    await expectTranslated(WORD, '再び');
    await expectTranslated('part number 2400', '語2400');
  });
});
