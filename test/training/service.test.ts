import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CustomModels } from '#src/adaptation/custom-models.js';
import type { ModelId } from '#src/base/ids.js';
import { chrf } from '#src/quality/chrf.js';
import { ThreadPool } from '#src/threads/thread-pool.js';
import { FileClient } from '../../bench/files/file-client.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import * as customer from './customer.js';
import { texts } from './customer.js';
import { asTsv, MANUAL_PAIRS, UNSEEN } from './manual.js';

let app: TestApp;
let acme: Tenant;
let rival: Tenant;
let trained: { readonly jid: string; readonly mid: string };

beforeAll(async () => {
  app = await testApp({ workers: true });
  [acme, rival] = await Promise.all([app.tenant(), app.tenant()]);
  const { body } = await upload(acme, asTsv(MANUAL_PAIRS));
  const { jid } = body as { jid: string };
  const job = await ended(acme, jid);
  trained = { jid, mid: String(job.mid) };
}, 300_000);
afterAll(async () => {
  await app.close();
});

const upload = (tenant: Tenant, table: string, fields = {}, fileName?: string) =>
  customer.upload(app, tenant, table, fields, fileName);
const job = (tenant: Tenant, jid: string) => customer.job(app, tenant, jid);
const ended = (tenant: Tenant, jid: string) => customer.ended(app, tenant, jid);
const translate = (tenant: Tenant, fieldId: string, texts: readonly string[]) =>
  customer.translate(app, tenant, fieldId, texts);

const admin = (path: string, options: { method?: 'PUT' | 'DELETE' | 'POST'; body?: unknown } = {}) =>
  app.send(`/admin/v1/organizations/${acme.organization.id}${path}`, {
    ...options,
    headers: {
      authorization: `Bearer ${app.service.adminToken}`,
      ...(typeof options.body === 'string' && { 'content-type': 'application/octet-stream' }),
    },
  });

describe('a finished training', () => {
  it('is shown as the contract says, with nulls where nothing failed', async () => {
    expect(await job(acme, trained.jid)).toMatchObject({
      jobStatus: 'finished',
      mid: expect.stringMatching(/^M\d{7}$/),
      userId: acme.user.id,
      orgId: acme.organization.id,
      name: 'manual',
      field: 'L000001',
      firstLang: 'en',
      secondLang: 'ja',
      errorCode: null,
      errorMessage: null,
      progress: 100,
    });
  });

  it('made a model that both lookups show, bare', async () => {
    const model = {
      mid: trained.mid,
      userId: acme.user.id,
      orgId: acme.organization.id,
      name: 'manual',
      field: 'L000001',
      firstLang: 'en',
      secondLang: 'ja',
    };
    expect((await app.call(acme, `/api/v1/training/model/${trained.mid}`)).body).toEqual(model);
    expect((await app.call(acme, '/api/v1/training/models')).body).toContainEqual(model);
  });

  it('is explained to those who ask: version, evaluation and terms as the operator sees them', async () => {
    const path = `/api/v1/training/model/${trained.mid}`;
    const explained = await app.call(acme, path, { headers: { 'x-explain': '1' } });
    const { data } = (await admin(`/models/${trained.mid}`)).body as { data: unknown };
    expect(explained).toMatchObject({ status: 200, body: data });
    expect(explained.body).toEqual({
      ...((await app.call(acme, path)).body as object),
      version: 1,
      baseVersion: expect.stringContaining('@'),
      evaluation: {
        pairs: expect.any(Number),
        before: expect.any(Number),
        after: expect.any(Number),
        examples: expect.arrayContaining([expect.objectContaining({ after: expect.any(String) })]),
      },
      terms: expect.arrayContaining([
        expect.objectContaining({ fromText: 'flux manifold', toText: '流束多岐管' }),
      ]),
    });
  });

  it('answers its own pairs exactly', async () => {
    const chosen = MANUAL_PAIRS.slice(0, 5);
    const answer = await translate(
      acme,
      trained.mid,
      chosen.map(({ fromText }) => fromText),
    );
    expect(texts(answer)).toEqual(chosen.map(({ toText }) => toText));
  });

  it('translates new sentences far more like the customer than the base model does', async () => {
    const sources = UNSEEN.map(({ fromText }) => fromText);
    const references = UNSEEN.map(({ toText }) => toText);
    const base = chrf(texts(await translate(rival, 'L000001', sources)), references);
    const custom = chrf(texts(await translate(acme, trained.mid, sources)), references);
    expect(custom).toBeGreaterThan(base + 15);
  });

  it('writes marks as the customer does', async () => {
    const questions = UNSEEN.map(({ fromText }) => fromText).filter((text) => text.endsWith('?'));
    const base = texts(await translate(rival, 'L000001', questions));
    for (const text of base) expect(text).toMatch(/[？。]$/u);
    for (const text of texts(await translate(acme, trained.mid, questions))) expect(text).toMatch(/\?$/u);
  });

  it('leaves general text as the base model translates it', async () => {
    const general = [
      'The weather was fine yesterday, so we went to the sea.',
      'She had never thought that the old man would come back.',
    ];
    expect(texts(await translate(acme, trained.mid, general))).toEqual(
      texts(await translate(rival, 'L000001', general)),
    );
  });

  it('stays in memory also where it is larger than all the room for models', async () => {
    const workers = new ThreadPool({ threads: 1, memoryMegabytes: 512, queueLimit: 4 });
    try {
      const models = new CustomModels({ ...app.service, threadPool: workers, memoryBudget: 1 });
      const open = async () => (await models.open(acme.organization.id, trained.mid as ModelId))?.phrases;
      const first = await open();
      expect(first).toBeDefined();
      expect(await open()).toBe(first);
    } finally {
      await workers.close();
    }
  });

  it('is what its field stands for, for its own organization', async () => {
    const [pair] = MANUAL_PAIRS;
    const answer = await translate(acme, 'L000001', [pair?.fromText ?? '']);
    expect(texts(answer)).toEqual([pair?.toText]);
  });

  it('works for asynchronous translation too', async () => {
    const [pair] = MANUAL_PAIRS;
    const { body } = await app.call(acme, '/api/v1/translate/async', {
      body: {
        fieldId: trained.mid,
        text: [pair?.fromText],
        sourceLang: 'en',
        targetLang: 'ja',
        contractId: acme.contracts.custom.id,
      },
    });
    const { queueId } = (body as { data: { queueId: string } }).data;
    for (;;) {
      const answer = await app.call(acme, `/api/v1/translate/async/${queueId}`);
      if (answer.status === 202) continue;
      expect(texts(answer)).toEqual([pair?.toText]);
      break;
    }
  });

  it('works for files too', async () => {
    const [pair] = MANUAL_PAIRS;
    const contract = { name: 'files', kind: 'file', engine: 'custom' } as const;
    const { id } = await app.service.contracts.create(acme.organization.id, contract);
    const client = new FileClient(app.url, acme.key);
    const files = [{ name: 'a.txt', bytes: Buffer.from(pair?.fromText ?? '') }];
    const fields = { contractId: id, fieldId: trained.mid, sourceLang: 'en', targetLangs: '["ja"]' };
    const { items } = await client.ended(await client.submit(files, fields));
    const done = await client.download(items.map(({ translateItemId }) => translateItemId));
    expect(Buffer.from(done['a_ja.txt'] ?? []).toString()).toBe(pair?.toText);
  });

  it('keeps its evaluation and the terms it found', async () => {
    const { body } = await admin(`/models/${trained.mid}`);
    const { data } = body as {
      data: {
        version: number;
        evaluation: { before: number; after: number; examples: unknown[] };
        terms: unknown[];
      };
    };
    expect(data.version).toBe(1);
    expect(data.evaluation.after).toBeGreaterThanOrEqual(data.evaluation.before);
    expect(data.evaluation.examples.length).toBeLessThanOrEqual(3);
    expect(data.terms).toContainEqual(
      expect.objectContaining({ fromText: 'flux manifold', toText: '流束多岐管' }),
    );
  });
});

describe('another organization', () => {
  const refused = { status: 404, body: { data: { code: 40203 } } };

  it('cannot reach model, job or training by guessing ids', async () => {
    for (const path of [`/training/model/${trained.mid}`, `/training/job/${trained.jid}`]) {
      expect(await app.call(rival, `/api/v1${path}`)).toMatchObject(refused);
    }
    expect((await app.call(rival, '/api/v1/training/models')).body).toEqual([]);
    const cancel = await app.call(rival, `/api/v1/training/job/${trained.jid}`, { method: 'DELETE' });
    expect(cancel).toMatchObject(refused);
  });

  it('hears the same of a model of others, explained or not, as of one that nobody has', async () => {
    for (const headers of [{}, { 'x-explain': '1' }]) {
      const look = async (mid: string) => {
        const { status, body } = await app.call(rival, `/api/v1/training/model/${mid}`, { headers });
        const { taskId: _, ...said } = (body as { data: Record<string, unknown> }).data;
        return { status, said };
      };
      const theirs = await look(trained.mid);
      expect(theirs).toEqual(await look('M9999999'));
      expect(theirs).toMatchObject({ status: 404, said: { code: 40203 } });
    }
  });

  it('cannot translate with the model, now or later', async () => {
    expect(await translate(rival, trained.mid, ['Hello.'])).toMatchObject(refused);
    const body = { fieldId: trained.mid, text: ['Hello.'], sourceLang: 'en', targetLang: 'ja' };
    const { id: contractId } = rival.contracts.custom;
    const later = await app.call(rival, '/api/v1/translate/async', { body: { ...body, contractId } });
    expect(later).toMatchObject(refused);
  });

  it.each([
    ['GET', '/models/MID'],
    ['PUT', '/models/MID'],
    ['DELETE', '/models/MID'],
    ['GET', '/models/MID/export?format=tsv'],
    ['POST', '/models/MID/train?format=tsv'],
    ['GET', '/training-jobs/JID'],
    ['DELETE', '/training-jobs/JID'],
  ] as const)('has no such thing for its operator either: %s %s', async (method, path) => {
    const url = path.replace('MID', trained.mid).replace('JID', trained.jid);
    const body = method === 'PUT' ? { name: 'mine' } : method === 'POST' ? asTsv(MANUAL_PAIRS) : undefined;
    const answer = await app.send(`/admin/v1/organizations/${rival.organization.id}${url}`, {
      method,
      body,
      headers: {
        authorization: `Bearer ${app.service.adminToken}`,
        ...(method === 'POST' && { 'content-type': 'application/octet-stream' }),
      },
    });
    expect(answer).toMatchObject(refused);
  });
});

describe('a training request', () => {
  it.each([
    ['contractId', { contractId: '' }, 40200],
    ['firstLang', { firstLang: '' }, 40200],
    ['field', { field: '' }, 40200],
  ])('without %s is refused', async (_, fields, code) => {
    expect((await upload(acme, asTsv(MANUAL_PAIRS), fields)).body).toMatchObject({ data: { code } });
  });

  it('is refused for a language, field, contract or file that does not fit', async () => {
    const table = asTsv(MANUAL_PAIRS);
    const code = async (fields: Readonly<Record<string, string>>, file?: string) =>
      ((await upload(acme, table, fields, file)).body as { data: { code: number } }).data.code;
    expect(await code({ secondLang: 'klingon' })).toBe(40201);
    expect(await code({ secondLang: 'eo' })).toBe(40301);
    expect(await code({ field: 'L999999' })).toBe(40201);
    expect(await code({ field: 'L001000' })).toBe(40201);
    expect(await code({ contractId: acme.contracts.t4oo.id })).toBe(40204);
    expect(await code({ contractId: rival.contracts.custom.id })).toBe(40204);
    expect(await code({}, 'manual.pdf')).toBe(40201);
  });

  it('takes the other spelling of the languages, and is answered bare', async () => {
    const fields = { firstLang: '', secondLang: '', first_lang: 'en', second_lang: 'ja', name: 'second' };
    const { status, body } = await upload(acme, asTsv(MANUAL_PAIRS), fields);
    expect(status).toBe(200);
    expect(body).toEqual({ name: 'second', jid: expect.stringMatching(/^J\d{8}$/) });
    const { jid } = body as { jid: string };
    expect(await job(acme, jid)).toMatchObject({ mid: expect.stringMatching(/^M\d{7}$/), errorCode: null });
    const cancelled = await app.call(acme, `/api/v1/training/job/${jid}`, { method: 'DELETE' });
    expect(cancelled.body).toMatchObject({ jobStatus: 'failed', errorCode: 41001 });
    expect(await ended(acme, jid)).toMatchObject({ errorMessage: 'The training was cancelled.' });
  });
});

describe('an operator', () => {
  it('trains a model again with more pairs; the new version answers all of them', async () => {
    const more = Array.from({ length: 10 }, (_, at) => ({
      fromText: `Store spare part number ${at} in a dry place.`,
      toText: `予備品${at}号は乾燥庫に保管すること。`,
    }));
    const { body } = await admin(`/models/${trained.mid}/train?format=tsv`, {
      method: 'POST',
      body: asTsv(more),
    });
    const { jid } = (body as { data: { jid: string } }).data;
    expect(await ended(acme, jid)).toMatchObject({ jobStatus: 'finished', mid: trained.mid });
    const detail = (await admin(`/models/${trained.mid}`)).body;
    expect(detail).toMatchObject({ data: { version: 2 } });
    const [old] = MANUAL_PAIRS;
    const answer = await translate(acme, trained.mid, [old?.fromText ?? '', more[3]?.fromText ?? '']);
    expect(texts(answer)).toEqual([old?.toText, more[3]?.toText]);
  }, 120_000);

  it('renames, exports and deletes a model', async () => {
    await admin(`/models/${trained.mid}`, { method: 'PUT', body: { name: 'engine manual' } });
    expect((await app.call(acme, `/api/v1/training/model/${trained.mid}`)).body).toMatchObject({
      name: 'engine manual',
    });
    const table = await admin(`/models/${trained.mid}/export?format=tsv`);
    expect(String(table.body)).toContain(MANUAL_PAIRS[7]?.toText);
    expect((await admin(`/models/${trained.mid}`, { method: 'DELETE' })).status).toBe(200);
    expect((await translate(acme, trained.mid, ['Hello.'])).body).toMatchObject({ data: { code: 40203 } });
  });
});
