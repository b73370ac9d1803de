import { createReadStream, createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as deepl from 'deepl-node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../../setup/app.js';
import { keyOf, keyUnder } from './vendor-keys.js';

let app: TestApp;
let acme: Tenant;
let folder: string;
let client: deepl.DeepLClient;

/** The vendor's own client, told nothing but an address and a key; failures are seen at once. */
const clientOf = (key: string) =>
  new deepl.DeepLClient(key, { serverUrl: app.url, maxRetries: 1, minTimeout: 60_000 });
const dictionary = (source: 'ja' | 'en', target: 'ja' | 'en', entries: Record<string, string>) => ({
  sourceLangCode: source,
  targetLangCode: target,
  entries: new deepl.GlossaryEntries({ entries }),
});

beforeAll(async () => {
  app = await testApp();
  acme = await app.tenant();
  folder = await mkdtemp(join(tmpdir(), 'kotobashi-deepl-'));
  client = clientOf(keyOf(acme));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await app.close();
});

describe('texts', () => {
  it('are translated, one or several, with the language they were in', async () => {
    const one = await client.translateText('このかばんはいくらですか。', 'ja', 'en-US');
    expect(one).toMatchObject({ detectedSourceLang: 'ja', billedCharacters: 13 });
    expect(one.text).toMatch(/how much is this bag/i);
    const several = await client.translateText(['窓を開けてください。', '你好吗？'], null, 'en-GB');
    expect(several.map(({ detectedSourceLang }) => detectedSourceLang)).toEqual(['ja', 'zh']);
    expect(several[0]?.text).toMatch(/open the window/i);
  });

  it('may come as JSON', async () => {
    const answer = await app.send('/v2/translate', {
      body: { text: ['Thank you.'], target_lang: 'JA', formality: 'more', context: 'A letter.' },
      headers: { authorization: `DeepL-Auth-Key ${keyOf(acme)}` },
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      translations: [{ detected_source_language: 'EN', text: expect.stringMatching(/ありがとう/) }],
    });
  });

  it('keep their tags, and what stands in tags to be ignored', async () => {
    const { text } = await client.translateText(
      'Press <b>Start</b>, then open the <keep id="7">Big <i>Lake</i></keep> page.',
      'en',
      'ja',
      { tagHandling: 'xml', ignoreTags: ['keep'] },
    );
    expect(text).toContain('<keep id="7">Big <i>Lake</i></keep>');
    expect(text).toMatch(/<b>[^<]+<\/b>/);
    expect(text).not.toContain('kx');
  });

  it('are cut at tags that split, and not at those that do not', async () => {
    const split = await client.translateText('<doc>Good morning<par/>Thank you</doc>', 'en', 'ja', {
      tagHandling: 'xml',
      splittingTags: 'par',
    });
    const [before = '', after = ''] = split.text.split('<par/>');
    expect(before).toMatch(/^<doc>.*おはよう/);
    expect(after).toMatch(/ありがとう.*<\/doc>$/);
    const joined = await client.translateText('<p>I like</p> <p>my dog.</p>', 'en', 'ja', {
      tagHandling: 'xml',
      nonSplittingTags: ['p'],
    });
    expect(joined.text.match(/<\/?p>/g)?.sort()).toEqual(['</p>', '</p>', '<p>', '<p>']);
    expect(joined.text).toContain('犬');
  });

  it('run under the contract of the key, and are counted there', async () => {
    const tenant = await app.tenant();
    const key = await keyUnder(app, tenant, { engine: 't4oo', charQuota: 100 });
    const own = clientOf(key);
    expect((await own.getUsage()).character).toMatchObject({ count: 0, limit: 100 });
    await own.translateText('こんにちは', 'ja', 'en-US');
    expect((await own.getUsage()).character).toMatchObject({ count: 5, limit: 100 });
    expect((await clientOf(keyOf(tenant)).getUsage()).character).toMatchObject({ count: 0 });
    const named = clientOf(`${keyOf(tenant)}:${tenant.contracts.t4oo.id}:1`);
    await named.translateText('こんにちは', 'ja', 'en-US');
    expect((await named.getUsage()).character).toMatchObject({ count: 5, limit: 1_000_000_000_000 });
  });
});

it('languages are those that the models serve', async () => {
  expect((await client.getSourceLanguages()).map(({ code }) => code)).toEqual(['en', 'ja', 'zh']);
  const targets = await client.getTargetLanguages();
  expect(targets.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['en-US', 'en-GB', 'ja', 'zh-HANS']),
  );
  const { register } = app.service.model.steering('en', 'ja');
  expect(targets.filter((one) => one.supportsFormality).map(({ code }) => code)).toEqual(
    register ? ['ja'] : [],
  );
  expect(await client.getGlossaryLanguagePairs()).toContainEqual({ sourceLang: 'ja', targetLang: 'en' });
});

describe('glossaries', () => {
  it('of version 2 are made, listed, read, applied and deleted', async () => {
    const entries = new deepl.GlossaryEntries({
      entries: { 青い鳥: 'Bluebird Terminal', 係長: 'Unit Lead' },
    });
    const made = await client.createGlossary('v2 terms', 'ja', 'en', entries);
    expect(made).toMatchObject({
      name: 'v2 terms',
      ready: true,
      sourceLang: 'ja',
      targetLang: 'en',
      entryCount: 2,
    });
    expect(await client.listGlossaries()).toContainEqual(made);
    expect(await client.getGlossary(made.glossaryId)).toEqual(made);
    expect((await client.getGlossaryEntries(made)).entries()).toEqual(entries.entries());
    const translated = await client.translateText('係長は青い鳥で待っています。', 'ja', 'en-US', {
      glossary: made,
    });
    expect(translated.text).toContain('Bluebird Terminal');
    expect(translated.text).toMatch(/unit lead/i);
    // They are the glossaries of the organization.
    const { body } = await app.call(acme, '/api/v1/glossaries');
    expect(JSON.stringify(body)).toContain(`{"id":${made.glossaryId},"name":"v2 terms","entries":2}`);
    await client.deleteGlossary(made);
    const [last] = await app.service.auditTrail.list({ orgId: acme.organization.id });
    expect(last).toMatchObject({ action: 'DELETE /v2/glossaries/:glossaryId', status: 204 });
    await expect(client.getGlossary(made.glossaryId)).rejects.toThrow(deepl.GlossaryNotFoundError);
  });

  it('of version 3 have several directions, each edited on its own', async () => {
    const made = await client.createMultilingualGlossary('v3 terms', [
      dictionary('ja', 'en', { 係長: 'Unit Lead' }),
      dictionary('en', 'ja', { 'Unit Lead': '係長', Bluebird: '青い鳥' }),
    ]);
    const { glossaryId } = made;
    expect(made.dictionaries).toEqual([
      { sourceLangCode: 'en', targetLangCode: 'ja', entryCount: 2 },
      { sourceLangCode: 'ja', targetLangCode: 'en', entryCount: 1 },
    ]);
    const read = async () =>
      (await client.getMultilingualGlossaryDictionaryEntries(glossaryId, 'ja', 'en')).entries.entries();
    await client.updateMultilingualGlossaryDictionary(
      glossaryId,
      dictionary('ja', 'en', { 課長: 'Section Head' }),
    );
    expect(await read()).toEqual({ 係長: 'Unit Lead', 課長: 'Section Head' });
    const replaced = await client.replaceMultilingualGlossaryDictionary(
      glossaryId,
      dictionary('ja', 'en', { 部長: 'Department Head' }),
    );
    expect(replaced.entryCount).toBe(1);
    expect(await read()).toEqual({ 部長: 'Department Head' });
    await client.updateMultilingualGlossaryName(glossaryId, 'renamed');
    expect(await client.getMultilingualGlossary(glossaryId)).toMatchObject({ name: 'renamed' });
    await client.deleteMultilingualGlossaryDictionary(glossaryId, 'ja', 'en');
    await expect(read()).rejects.toThrow(deepl.GlossaryNotFoundError);
    expect(await client.listMultilingualGlossaries()).toContainEqual(
      expect.objectContaining({ glossaryId, dictionaries: [expect.objectContaining({ entryCount: 2 })] }),
    );
    await client.deleteMultilingualGlossary(glossaryId);
    await expect(client.getMultilingualGlossary(glossaryId)).rejects.toThrow(deepl.GlossaryNotFoundError);
  });

  it('come from CSV too, and a line that is no entry is named', async () => {
    const made = await client.createGlossaryWithCsv('csv', 'ja', 'en', Buffer.from('係長,"Unit, Lead"\n'));
    expect((await client.getGlossaryEntries(made)).entries()).toEqual({ 係長: 'Unit, Lead' });
    await client.deleteGlossary(made);
    await expect(
      client.createGlossaryWithCsv('bad', 'ja', 'en', Buffer.from('a,b\nalone\n')),
    ).rejects.toThrow(/Line 2 of entries/);
    expect(await client.listGlossaries()).not.toContainEqual(expect.objectContaining({ name: 'bad' }));
  });

  it('give out no formula, and take back what they gave', async () => {
    const entries = { 合計: '=SUM(A1)', 連絡: '@home' };
    const made = await client.createGlossary('formulas', 'ja', 'en', new deepl.GlossaryEntries({ entries }));
    const path = `/v2/glossaries/${made.glossaryId}/entries`;
    const { body } = await app.send(path, { headers: { authorization: `DeepL-Auth-Key ${keyOf(acme)}` } });
    expect(String(body).split('\n').sort()).toEqual(["合計\t'=SUM(A1)", "連絡\t'@home"]);
    const given = await client.getGlossaryEntries(made);
    const again = await client.createGlossary('formulas again', 'ja', 'en', given);
    const total = await client.translateText('合計', 'ja', 'en-US', { glossary: again });
    expect(total.text).toBe('=SUM(A1)');
  });

  it('of another organization are not there', async () => {
    const rival = clientOf(keyOf(await app.tenant()));
    const made = await client.createGlossary(
      'secret',
      'ja',
      'en',
      new deepl.GlossaryEntries({ entries: { 秘: 'x' } }),
    );
    expect(await rival.listGlossaries()).toEqual([]);
    await expect(rival.getGlossary(made.glossaryId)).rejects.toThrow(deepl.GlossaryNotFoundError);
    await expect(rival.deleteGlossary(made.glossaryId)).rejects.toThrow(deepl.GlossaryNotFoundError);
    await expect(
      rival.replaceMultilingualGlossaryDictionary(made.glossaryId, dictionary('ja', 'en', { 秘: 'y' })),
    ).rejects.toThrow(deepl.GlossaryNotFoundError);
    await expect(rival.translateText('秘密', 'ja', 'en-US', { glossary: made.glossaryId })).rejects.toThrow(
      /Not found/,
    );
    await client.deleteGlossary(made);
  });
});

describe('documents', () => {
  it('are uploaded, translated and downloaded', async () => {
    const { organization } = acme;
    await app.service.contracts.create(organization.id, { name: 'files', kind: 'file', engine: 'real-time' });
    const source = join(folder, 'letter.txt');
    await writeFile(source, 'このかばんはいくらですか。\n');
    const handle = await client.uploadDocument(createReadStream(source), 'ja', 'en-US', {
      filename: 'letter.txt',
    });
    await expect
      .poll(() => client.getDocumentStatus(handle), { timeout: 60_000, interval: 100 })
      .toMatchObject({ status: 'done', billedCharacters: 13 });
    const target = join(folder, 'letter-en.txt');
    await client.downloadDocument(handle, createWriteStream(target));
    expect(await readFile(target, 'utf8')).toMatch(/how much is this bag/i);
    const wrongKey = { ...handle, documentKey: handle.documentId };
    await expect(client.getDocumentStatus(wrongKey)).rejects.toThrow(/Not found/);
    await expect(clientOf(keyOf(await app.tenant())).getDocumentStatus(handle)).rejects.toThrow(/Not found/);
  });

  it('of unknown kinds are refused, and nothing is downloaded before it is done', async () => {
    await expect(
      client.uploadDocument(Buffer.from('x'), 'ja', 'en-US', { filename: 'song.mp3' }),
    ).rejects.toThrow(/not translated/);
    await expect(
      client.uploadDocument(Buffer.from('x'), 'ja', 'en-US', {
        filename: 'a.txt',
        extraRequestParameters: { output_format: 'docx' },
      }),
    ).rejects.toThrow(/Bad request/);
  });
});

describe('failures', () => {
  const translate = (key: string, text = 'こんにちは', target: deepl.TargetLanguageCode = 'en-US') =>
    clientOf(key).translateText(text, 'ja', target);

  it('403: keys that are not there, wrong, disabled, or without a contract', async () => {
    const { accessKey } = acme.key;
    for (const key of ['nobody', `${accessKey}:wrong`, `${'0'.repeat(64)}:${'0'.repeat(64)}`]) {
      await expect(translate(key)).rejects.toThrow(deepl.AuthorizationError);
    }
    expect((await app.send('/v2/usage')).status).toBe(403);
    const tenant = await app.tenant();
    await app.service.contracts.create(tenant.organization.id, {
      name: '2',
      kind: 'text',
      engine: 'real-time',
    });
    await expect(translate(keyOf(tenant))).rejects.toThrow(/default contract/);
    await app.service.keyAdmin.change(tenant.organization.id, tenant.key.accessKey, { enabled: false });
    await expect(translate(keyOf(tenant))).rejects.toThrow(deepl.AuthorizationError);
  });

  it('456 when the quota is used up, 429 when the rate is', async () => {
    const tenant = await app.tenant();
    await expect(translate(await keyUnder(app, tenant, { engine: 't4oo', charQuota: 3 }))).rejects.toThrow(
      deepl.QuotaExceededError,
    );
    const slow = await keyUnder(app, tenant, { engine: 't4oo', ratePerMinute: 1 });
    await translate(slow);
    await expect(translate(slow)).rejects.toThrow(deepl.TooManyRequestsError);
  });

  it('400, 404 and 413 say what is wrong', async () => {
    await expect(translate(keyOf(acme), 'こんにちは', 'fr')).rejects.toThrow(/Bad request.*not supported/);
    await expect(client.translateText('こんにちは', 'ja', 'en-US', { glossary: '424242' })).rejects.toThrow(
      /Not found.*424242/,
    );
    await expect(translate(keyOf(acme), 'あ'.repeat(100_000))).rejects.toThrow(/413/);
    const missing = await app.send('/v2/translate', {
      body: { text: ['x'] },
      headers: { authorization: `DeepL-Auth-Key ${keyOf(acme)}` },
    });
    expect(missing).toMatchObject({ status: 400, body: { message: expect.stringContaining('target_lang') } });
  });
});
