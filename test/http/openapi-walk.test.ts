import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openReceiver, type Receiver } from '../jobs/receiver.js';
import { type Answer, type Tenant, type TestApp, testApp } from '../setup/app.js';
import { keyOf } from './compat/vendor-keys.js';
import { dataOf } from './expectations.js';
import { type Document, formOf, OpenApiWalk } from './openapi-walk.js';

let app: TestApp;
let tenant: Tenant;
let walk: OpenApiWalk;
let receiver: Receiver;
let contractId: string;
let fileContractId: string;
beforeAll(async () => {
  app = await testApp({ callbackAllowPrivate: true, ratePerMinute: 10_000 });
  receiver = await openReceiver();
  tenant = await app.tenant();
  contractId = tenant.contracts.t4oo.id;
  const { id } = await app.service.contracts.create(tenant.organization.id, {
    name: 'files',
    kind: 'file',
    engine: 't4oo',
  });
  fileContractId = id;
  walk = new OpenApiWalk(app, tenant, (await app.send('/openapi.json')).body as Document);
}, 120_000);
afterAll(async () => {
  await app.close();
  await receiver.close();
});

const WAIT = { timeout: 60_000, interval: 200 };
const translation = () => ({
  fieldId: '1',
  text: ['今日は雨です。'],
  sourceLang: 'ja',
  targetLang: 'en',
  contractId,
});
const pair = (fromText: string, toText = 'x') => ({ fromLang: 'ja', fromText, toLang: 'en', toText });
const TABLE = Array.from(
  { length: 12 },
  (_, at) => `橋の番号は${at}です。\tThe bridge has number ${at}.\n`,
).join('');
const octets = { 'content-type': 'application/octet-stream' };
const member = <Value>(answer: Answer, name: string): Value =>
  (dataOf(answer) as Readonly<Record<string, Value>>)[name] as Value;

it('every operation has a name of its own', () => {
  const ids = walk.operations().map((operation) => walk.describedAs(operation).operationId);
  for (const id of ids) expect(id).toMatch(/^[a-z][A-Za-z0-9]+$/);
  expect(new Set(ids).size).toBe(ids.length);
});

it('texts, languages and the account answer as they are described', async () => {
  const { accessKey, secretKey } = tenant.key;
  await walk.succeed('POST /api/v1/token', { body: { accessKey, secretKey } });
  for (const path of [
    'hello',
    'languages',
    'stt-languages',
    'stt-streaming-languages',
    'contracts',
    'usage',
  ]) {
    await walk.succeed(`GET /api/v1/${path}`);
  }
  await walk.succeed('GET /api/v1/languages/engine/{engine}', { params: { engine: 't4oo' } });
  await walk.succeed('GET /api/v1/field/list', { query: { engine: 't4oo', language: 'ja' } });
  await walk.succeed('POST /api/v1/translate', { body: { ...translation(), alternatives: 2 } });
  await walk.succeed('POST /api/v1/terms/check', {
    body: { pairs: [{ source: '橋', target: 'pont' }], sourceLang: 'ja', targetLang: 'en' },
  });
});

it('asynchronous work and callbacks answer as they are described', async () => {
  receiver.answer = (_, response) => response.writeHead(500).end();
  await walk.succeed('PUT /api/v1/callback', { body: { callbackUrl: receiver.url } });
  await walk.succeed('GET /api/v1/callback');
  const submitted = await walk.succeed('POST /api/v1/translate/async', { body: translation() });
  const queueId = member<string>(submitted, 'queueId');
  await vi.waitFor(async () => {
    const answer = await walk.succeed('GET /api/v1/translate/async/{queueId}', { params: { queueId } });
    expect(answer.status).toBe(200);
  }, WAIT);
  await walk.succeed('GET /api/v1/translate/async');
  await vi.waitFor(() => expect(receiver.received.length).toBeGreaterThan(0), WAIT);
  await walk.succeed('GET /api/v1/callback/deliveries');
  /** Gives the one delivery up, as a day of failed attempts would. */
  const giveUp = async () => {
    const { rows } = await app.database.store.pool.query<{ id: string }>(
      `update callback_deliveries set state = 'dead', leased_until = null where state = 'pending' returning id`,
    );
    expect(rows).toHaveLength(1);
    return rows[0]?.id ?? '';
  };
  const deliveryId = await giveUp();
  expect(dataOf(await walk.succeed('GET /admin/v1/deliveries'))).toHaveLength(1);
  await walk.succeed('POST /api/v1/callback/deliveries/{deliveryId}/resend', { params: { deliveryId } });
  await giveUp();
  await walk.succeed('POST /admin/v1/deliveries/{deliveryId}/resend', { params: { deliveryId } });
  await giveUp();
  const { id: orgId } = tenant.organization;
  await walk.succeed('POST /admin/v1/organizations/{orgId}/deliveries/resend', { params: { orgId } });
  await walk.succeed('DELETE /api/v1/callback');
});

it('the dictionary answers as it is described', async () => {
  await walk.succeed('POST /api/v1/dictionary', { body: pair('橋') });
  await walk.succeed('POST /api/v1/dictionary/bulk', { body: [pair('川'), pair('山')] });
  const { entries } = dataOf(await walk.succeed('GET /api/v1/dictionary')) as { entries: { id: number }[] };
  const [first, second] = entries.map(({ id }) => id);
  await walk.succeed('PUT /api/v1/dictionary/{id}', { params: { id: first ?? 0 }, body: pair('池') });
  await walk.succeed('DELETE /api/v1/dictionary/{id}', { params: { id: second ?? 0 } });
  await walk.succeed('GET /api/v1/dictionary/entries');
  await walk.succeed('POST /api/v1/dictionary/undo');
  const table = {
    query: { format: 'tsv', fromLang: 'ja', toLang: 'en' },
    body: '森\tforest\n\n林\n',
    headers: octets,
  };
  await walk.succeed('POST /api/v1/dictionary/import/preview', table);
  await walk.succeed('POST /api/v1/dictionary/import', table);
  for (const format of ['tsv', 'csv', 'tmx', 'xlsx']) {
    await walk.succeed('GET /api/v1/dictionary/export', { query: { format } });
  }
  await walk.succeed('DELETE /api/v1/dictionary/dictionary-all');
});

it('glossaries and phrase pairs answer as they are described', async () => {
  for (const kind of ['glossaries', 'phrase-pairs']) {
    const root = `/api/v1/${kind}`;
    const made = await walk.succeed(`POST ${root}`, { body: { name: `walk ${kind}` } });
    const params = { listId: member<number>(made, 'id') };
    await walk.succeed(`GET ${root}`);
    await walk.succeed(`PUT ${root}/{listId}`, { params, body: { name: `walked ${kind}` } });
    await walk.succeed(`POST ${root}/{listId}/entries`, { params, body: [pair('橋'), pair('川')] });
    const listed = await walk.succeed(`GET ${root}/{listId}/entries`, { params });
    const entries = member<{ id: number }[]>(listed, 'entries');
    const entry = (at: number) => ({ ...params, entryId: entries[at]?.id ?? 0 });
    await walk.succeed(`PUT ${root}/{listId}/entries/{entryId}`, { params: entry(0), body: pair('池') });
    await walk.succeed(`DELETE ${root}/{listId}/entries/{entryId}`, { params: entry(1) });
    const table = {
      params,
      query: { format: 'tsv', fromLang: 'ja', toLang: 'en' },
      body: '森\tforest\n\n林\n',
      headers: octets,
    };
    await walk.succeed(`POST ${root}/{listId}/import/preview`, table);
    const imported = await walk.succeed(`POST ${root}/{listId}/import`, table);
    const importId = member<string>(imported, 'importId');
    await vi.waitFor(async () => {
      const answer = await walk.succeed('GET /api/v1/imports/{importId}', { params: { importId } });
      expect(dataOf(answer)).toMatchObject({ state: 'finished' });
    }, WAIT);
    await walk.succeed(`POST ${root}/{listId}/undo`, { params });
    await walk.succeed(`GET ${root}/{listId}/export`, { params, query: { format: 'csv' } });
    await walk.succeed(`DELETE ${root}/{listId}/entries`, { params });
    await walk.succeed(`DELETE ${root}/{listId}`, { params });
  }
});

it('files answer as they are described', async () => {
  const file = { name: 'a.txt', content: '今日は雨です。' };
  const texts = { targetLangs: '["en"]', fieldId: '1', contractId: fileContractId };
  const sent = await walk.succeed('POST /api/v1/file-translate', { form: formOf('files', file, texts) });
  const params = { translateId: member<string>(sent, 'translateId') };
  let translateItemId = '';
  await vi.waitFor(async () => {
    const found = await walk.succeed('GET /api/v1/translate-result/{translateId}', { params });
    const [item] = member<{ translateItemId: string }[]>(found, 'items');
    translateItemId = item?.translateItemId ?? '';
    expect(dataOf(found)).toMatchObject({ done: true });
  }, WAIT);
  await walk.succeed('GET /api/v1/translate-result/all');
  await walk.succeed('GET /api/v1/downloads', { query: { ids: JSON.stringify([translateItemId]) } });
  const item = { params: { translateItemId } };
  await walk.succeed('GET /api/v1/downloads/{translateItemId}', item);
  const bilingual = await walk.succeed('GET /api/v1/downloads/{translateItemId}/bilingual', {
    ...item,
    query: { format: 'tsv' },
  });
  const revised = { name: 'revised.tsv', content: String(bilingual.body) };
  await walk.succeed('POST /api/v1/downloads/{translateItemId}/revised', {
    ...item,
    form: formOf('file', revised),
  });
  await walk.succeed('DELETE /api/v1/translate-result/{translateId}', { params });
  const broken = await walk.fail('POST /api/v1/file-translate', {
    form: formOf('files', { name: 'a.docx', content: 'no' }, texts),
  });
  expect(broken.status).toBe(400);
}, 120_000);

it('custom models answer as they are described', async () => {
  const { id: orgId } = tenant.organization;
  const table = { name: 'pairs.tsv', content: TABLE };
  const langs = { firstLang: 'ja', secondLang: 'en' };
  await walk.succeed('POST /api/v1/training/preview', { form: formOf('file', table, langs) });
  const texts = { ...langs, field: 'L100001', contractId: tenant.contracts.custom.id };
  const begun = await walk.succeed('POST /api/v1/training/train', { form: formOf('file', table, texts) });
  const { jid } = begun.body as { jid: string };
  const job = await walk.succeed('GET /api/v1/training/job/{jid}', { params: { jid } });
  await walk.succeed('GET /api/v1/training/job/{jid}', { params: { jid }, headers: { 'x-explain': '1' } });
  const { mid } = job.body as { mid: string };
  await walk.succeed('DELETE /api/v1/training/job/{jid}', { params: { jid } });
  await walk.succeed('GET /api/v1/training/jobs');
  await walk.succeed('GET /api/v1/training/models');
  const params = { mid };
  await walk.succeed('GET /api/v1/training/model/{mid}', { params });
  await walk.succeed('GET /api/v1/training/model/{mid}', { params, headers: { 'x-explain': '1' } });
  await walk.succeed('GET /api/v1/training/model/{mid}/versions', { params });
  await walk.succeed('PUT /api/v1/training/model/{mid}', { params, body: { name: 'walked' } });
  const again = await walk.succeed('POST /api/v1/training/model/{mid}/train', {
    params,
    form: formOf('file', table),
  });
  const own = { orgId, jid: (again.body as { jid: string }).jid };
  await walk.succeed('GET /admin/v1/organizations/{orgId}/training-jobs/{jid}', { params: own });
  await walk.succeed('DELETE /admin/v1/organizations/{orgId}/training-jobs/{jid}', { params: own });
  await walk.succeed('GET /api/v1/training/fields/sourceLang/{sourceLang}/targetLang/{targetLang}', {
    params: { sourceLang: 'ja', targetLang: 'en' },
  });
  const root = '/admin/v1/organizations/{orgId}/models';
  const model = { orgId, mid };
  await walk.succeed(`GET ${root}`, { params: { orgId } });
  await walk.succeed(`GET ${root}/{mid}`, { params: model });
  await walk.succeed(`PUT ${root}/{mid}`, { params: model, body: { name: 'again' } });
  await walk.succeed(`GET ${root}/{mid}/export`, { params: model, query: { format: 'tsv' } });
  const third = await walk.succeed(`POST ${root}/{mid}/train`, {
    params: model,
    query: { format: 'tsv' },
    body: TABLE,
    headers: octets,
  });
  const last = member<string>(third, 'jid');
  await walk.succeed('DELETE /api/v1/training/job/{jid}', { params: { jid: last } });
  await walk.succeed('DELETE /api/v1/training/model/{mid}', { params });
  const other = await walk.succeed('POST /api/v1/training/train', { form: formOf('file', table, texts) });
  const { jid: otherJid } = other.body as { jid: string };
  const { body } = await walk.succeed('DELETE /api/v1/training/job/{jid}', { params: { jid: otherJid } });
  const otherModel = { orgId, mid: (body as { mid: string }).mid };
  await walk.succeed(`DELETE ${root}/{mid}`, { params: otherModel });
}, 120_000);

it('the administration answers as it is described', async () => {
  const root = '/admin/v1/organizations';
  const made = await walk.succeed(`POST ${root}`, { body: { name: 'walked' } });
  const orgId = member<string>(made, 'id');
  const params = { orgId };
  await walk.succeed(`GET ${root}`);
  await walk.succeed(`PUT ${root}/{orgId}`, { params, body: { enabled: true } });
  const user = await walk.succeed(`POST ${root}/{orgId}/users`, { params, body: { name: 'user' } });
  const userId = member<string>(user, 'id');
  await walk.succeed(`GET ${root}/{orgId}/users`, { params });
  await walk.succeed(`PUT ${root}/{orgId}/users/{userId}`, {
    params: { orgId, userId },
    body: { enabled: true },
  });
  const group = await walk.succeed(`POST ${root}/{orgId}/groups`, { params, body: { name: 'group' } });
  const groupId = member<string>(group, 'id');
  await walk.succeed(`GET ${root}/{orgId}/groups`, { params });
  const membership = { orgId, groupId, userId };
  await walk.succeed(`PUT ${root}/{orgId}/groups/{groupId}/members/{userId}`, { params: membership });
  await walk.succeed(`DELETE ${root}/{orgId}/groups/{groupId}/members/{userId}`, { params: membership });
  await walk.succeed(`DELETE ${root}/{orgId}/groups/{groupId}`, { params: { orgId, groupId } });
  const key = await walk.succeed(`POST ${root}/{orgId}/keys`, { params, body: { userId } });
  const accessKey = member<string>(key, 'accessKey');
  await walk.succeed(`GET ${root}/{orgId}/keys`, { params });
  await walk.succeed(`PUT ${root}/{orgId}/keys/{accessKey}`, {
    params: { orgId, accessKey },
    body: { label: 'x' },
  });
  await walk.succeed(`POST ${root}/{orgId}/keys/{accessKey}/rotate`, {
    params: { orgId, accessKey },
    body: {},
  });
  const contract = await walk.succeed(`POST ${root}/{orgId}/contracts`, {
    params,
    body: { name: 'text', kind: 'text', engine: 't4oo' },
  });
  await walk.succeed(`GET ${root}/{orgId}/contracts`, { params });
  await walk.succeed(`PUT ${root}/{orgId}/contracts/{contractId}`, {
    params: { orgId, contractId: member<string>(contract, 'id') },
    body: { charQuota: 10, search: 'fast' },
  });
  await walk.succeed(`GET ${root}/{orgId}/usage`, { params });
  for (const kind of ['glossaries', 'phrase-dictionaries']) {
    const lists = `${root}/{orgId}/${kind}`;
    const list = await walk.succeed(`POST ${lists}`, { params, body: { name: kind } });
    const own = { orgId, listId: member<number>(list, 'id') };
    await walk.succeed(`GET ${lists}`, { params });
    await walk.succeed(`GET ${lists}/{listId}`, { params: own });
    await walk.succeed(`PUT ${lists}/{listId}`, { params: own, body: { name: `${kind} again` } });
    await walk.succeed(`POST ${lists}/{listId}/bindings`, { params: own, body: { userId } });
    const bound = dataOf(await walk.succeed(`GET ${lists}/{listId}/bindings`, { params: own }));
    const [{ id: bindingId } = { id: 0 }] = bound as { id: number }[];
    await walk.succeed(`DELETE ${lists}/{listId}/bindings/{bindingId}`, { params: { ...own, bindingId } });
    const imported = await walk.succeed(`POST ${lists}/{listId}/import`, {
      params: own,
      query: { format: 'tsv', fromLang: 'ja', toLang: 'en' },
      body: '森\tforest\n林\n',
      headers: octets,
    });
    const importId = member<string>(imported, 'importId');
    await walk.succeed(`GET ${root}/{orgId}/imports/{importId}`, { params: { orgId, importId } });
    await walk.succeed(`GET ${root}/{orgId}/imports`, { params });
    await walk.succeed(`GET ${lists}/{listId}/export`, { params: own, query: { format: 'tmx' } });
    await walk.succeed(`DELETE ${lists}/{listId}/entries`, { params: own });
    await walk.succeed(`DELETE ${lists}/{listId}`, { params: own });
  }
  await walk.succeed('GET /admin/v1/status');
  await walk.succeed('GET /admin/v1/audit');
  for (const format of ['csv', 'jsonl'])
    await walk.succeed('GET /admin/v1/audit/export', { query: { format } });
});

it('the interfaces of other vendors answer as they are described', async () => {
  await walk.succeed('POST /v2/translate', {
    body: { text: ['橋'], target_lang: 'EN', show_billed_characters: true },
  });
  for (const path of ['/v2/languages', '/v2/usage']) {
    await walk.succeed(`GET ${path}`);
    await walk.succeed(`POST ${path}`, { body: {} });
  }
  await walk.succeed('GET /v2/glossary-language-pairs');
  const direction = { source_lang: 'ja', target_lang: 'en' };
  const dictionary = { ...direction, entries: '橋\tbridge', entries_format: 'tsv' };
  const second = await walk.succeed('POST /v2/glossaries', { body: { name: 'two', ...dictionary } });
  const two = { params: { glossaryId: (second.body as { glossary_id: string }).glossary_id } };
  await walk.succeed('GET /v2/glossaries');
  await walk.succeed('GET /v2/glossaries/{glossaryId}', two);
  await walk.succeed('GET /v2/glossaries/{glossaryId}/entries', {
    ...two,
    headers: { accept: 'text/tab-separated-values' },
  });
  await walk.succeed('DELETE /v2/glossaries/{glossaryId}', two);
  const third = await walk.succeed('POST /v3/glossaries', {
    body: { name: 'three', dictionaries: [dictionary] },
  });
  const three = { params: { glossaryId: (third.body as { glossary_id: string }).glossary_id } };
  await walk.succeed('GET /v3/glossaries');
  await walk.succeed('GET /v3/glossaries/{glossaryId}', three);
  await walk.succeed('PATCH /v3/glossaries/{glossaryId}', { ...three, body: { name: 'four' } });
  await walk.succeed('GET /v3/glossaries/{glossaryId}/entries', { ...three, query: direction });
  await walk.succeed('PUT /v3/glossaries/{glossaryId}/dictionaries', { ...three, body: dictionary });
  await walk.succeed('DELETE /v3/glossaries/{glossaryId}/dictionaries', { ...three, query: direction });
  await walk.succeed('DELETE /v3/glossaries/{glossaryId}', three);
  const file = { name: 'a.txt', content: '今日は雨です。' };
  const sent = await walk.succeed('POST /v2/document', { form: formOf('file', file, { target_lang: 'EN' }) });
  const { document_id: documentId, document_key } = sent.body as {
    document_id: string;
    document_key: string;
  };
  const document = { params: { documentId }, body: { document_key } };
  await vi.waitFor(async () => {
    const { body } = await walk.succeed('POST /v2/document/{documentId}', document);
    expect(body).toMatchObject({ status: 'done' });
  }, WAIT);
  await walk.succeed('POST /v2/document/{documentId}/result', document);

  const api_key = keyOf(tenant);
  await walk.succeed('POST /translate', {
    body: { q: ['橋', '川'], source: 'auto', target: 'en', alternatives: 2, api_key },
  });
  await walk.succeed('POST /detect', { body: { q: '橋です', api_key } });
  for (const path of ['/languages', '/frontend/settings', '/health']) await walk.succeed(`GET ${path}`);
  const texts = { source: 'ja', target: 'en', api_key };
  const translated = await walk.succeed('POST /translate_file', { form: formOf('file', file, texts) });
  const { translatedFileUrl } = translated.body as { translatedFileUrl: string };
  const ticket = new URL(translatedFileUrl).pathname.split('/').at(-1) ?? '';
  await walk.succeed('GET /download_file/{ticket}', { params: { ticket } });

  const second2 = '/language/translate/v2';
  await walk.succeed(`GET ${second2}`, { query: { q: '橋', target: 'en' } });
  await walk.succeed(`POST ${second2}`, { body: { q: ['橋'], source: 'ja', target: 'en', model: 'nmt' } });
  await walk.succeed(`GET ${second2}/detect`, { query: { q: '橋です' } });
  await walk.succeed(`POST ${second2}/detect`, { body: { q: ['橋です', '…'] } });
  await walk.succeed(`GET ${second2}/languages`, { query: { target: 'ja' } });
  for (const parent of ['/v3/projects/{project}', '/v3/projects/{project}/locations/{location}']) {
    await walk.succeed(`POST ${parent}:translateText`, {
      body: { contents: ['橋'], targetLanguageCode: 'en' },
    });
    await walk.succeed(`POST ${parent}:detectLanguage`, { body: { content: '橋です' } });
    await walk.succeed(`GET ${parent}/supportedLanguages`, { query: { displayLanguageCode: 'en' } });
  }
  const microsoft = '/translator/text/v3.0';
  const query = { 'api-version': '3.0' };
  const body = [{ Text: '橋です。' }];
  await walk.succeed(`POST ${microsoft}/translate`, { query: { ...query, to: 'en' }, body });
  await walk.succeed(`POST ${microsoft}/detect`, { query, body });
  await walk.succeed(`POST ${microsoft}/breaksentence`, { query, body });
  await walk.succeed(`POST ${microsoft}/dictionary/lookup`, {
    query: { ...query, from: 'ja', to: 'en' },
    body,
  });
  await walk.succeed(`GET ${microsoft}/languages`, { query });
}, 120_000);

it('none was left out', () => {
  expect(walk.operations().filter((operation) => !walk.called.has(operation))).toEqual([]);
});

it('failures of every operation are as they are described', async () => {
  for (const operation of walk.operations()) {
    const [method = ''] = operation.split(' ');
    const { security = [] } = walk.describedAs(operation);
    // Nobody in particular.
    if (security.length > 0) await walk.fail(operation, {}, { authorization: 'Nobody' });
    if (method === 'GET') continue;
    // What cannot be read, what is packed, and what makes no sense.
    await walk.fail(operation, { body: '{"a":' });
    await walk.fail(operation, { body: '{}', headers: { 'content-encoding': 'gzip' } });
  }
}, 120_000);

it('what breaks in the house is a failure as it is described', async () => {
  const { pool } = app.database.store;
  // The tables are somewhere else for a moment.
  await pool.query('alter schema public rename to elsewhere; create schema public');
  const broken = new Set<string>();
  try {
    for (const operation of walk.operations()) {
      const [method = ''] = operation.split(' ');
      const options = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
      const { status } = await walk.refusedOrEmpty(operation, options);
      if (status >= 500) broken.add(operation);
    }
  } finally {
    await pool.query('drop schema public; alter schema elsewhere rename to public');
  }
  // Of each interface some, whatever statements the connections still know.
  for (const start of ['GET /api/', 'DELETE /api/', 'GET /admin/', 'GET /v3/', 'GET /v2/']) {
    expect([...broken].filter((operation) => operation.startsWith(start))).not.toEqual([]);
  }
}, 120_000);

it('unknown ids are failures as they are described', async () => {
  for (const operation of walk.operations()) {
    if (!operation.includes('{') || operation.includes('{project}')) continue;
    const [method = ''] = operation.split(' ');
    const options = method === 'GET' || method === 'DELETE' ? {} : { body: {} };
    expect((await walk.refusedOrEmpty(operation, options)).status).toBeLessThan(500);
  }
}, 120_000);
