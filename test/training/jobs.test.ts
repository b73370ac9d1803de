import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { CustomModels } from '#src/adaptation/custom-models.js';
import type { JobId, ModelId } from '#src/base/ids.js';
import type { Pair } from '#src/interchange/pair.js';
import { writePairs } from '#src/interchange/write.js';
import { ThreadPool } from '#src/threads/thread-pool.js';
import { normalisePhrase } from '#src/translate/plan/normal-phrase.js';
import { openReceiver, type Receiver } from '../jobs/receiver.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { ended, fewPairs, jidOf, job, texts, translate, upload } from './customer.js';
import { asTsv } from './manual.js';

let app: TestApp;
let acme: Tenant;
let receiver: Receiver;
beforeAll(async () => {
  app = await testApp({
    workers: true,
    models: inject('noiseModels'),
    callbackAllowPrivate: true,
    callbackPause: 50,
  });
  acme = await app.tenant();
  receiver = await openReceiver();
  await app.call(acme, '/api/v1/callback', { method: 'PUT', body: { callbackUrl: receiver.url } });
}, 60_000);
afterAll(async () => {
  await receiver.close();
  await app.close();
});

const settled = { timeout: 60_000, interval: 50 };

function callbackOf(jid: string) {
  const calls = receiver.received.map(({ headers, body }) => ({ headers, body: JSON.parse(body) }));
  return calls.find(({ body }) => body.data.jid === jid);
}

describe('the end of a training', () => {
  it('is told to the callback address with the job as the lookup shows it', async () => {
    const jid = jidOf(await upload(app, acme, asTsv(fewPairs('cable'))));
    await ended(app, acme, jid);
    await vi.waitUntil(() => callbackOf(jid) !== undefined, settled);
    const { body } = await app.call(acme, `/api/v1/training/job/${jid}`);
    const told = callbackOf(jid);
    expect(told?.headers).toMatchObject({
      'x-event': 'training.finished',
      'access-key': acme.key.accessKey,
    });
    expect(told?.body).toEqual({ status: 'success', data: { ...(body as object), jid } });
  }, 120_000);

  it('is told as a failure, with its reason, when the training was cancelled', async () => {
    const jid = jidOf(await upload(app, acme, asTsv(fewPairs('hose'))));
    await app.call(acme, `/api/v1/training/job/${jid}`, { method: 'DELETE' });
    await vi.waitUntil(() => callbackOf(jid) !== undefined, settled);
    expect(callbackOf(jid)).toMatchObject({
      headers: { 'x-event': 'training.failed' },
      body: { status: 'failure', data: { jid, jobStatus: 'failed', errorCode: 41001 } },
    });
  }, 120_000);
});

describe('the trainings of an organization', () => {
  it('run one at a time, in the order in which they came', async () => {
    const jids: string[] = [];
    for (const about of ['bolt', 'nut', 'washer']) {
      jids.push(jidOf(await upload(app, acme, asTsv(fewPairs(about)))));
    }
    // In one answer: between two of them one training may end and the next begin.
    const states = async () => {
      const { body } = await app.call(acme, '/api/v1/training/jobs');
      const listed = body as readonly { readonly jid: string; readonly jobStatus: string }[];
      return jids.map((jid) => listed.find((one) => one.jid === jid)?.jobStatus ?? 'missing');
    };
    for (let now = await states(); !now.every((state) => state === 'finished'); now = await states()) {
      const running = now.filter((state) => state !== 'queued' && state !== 'finished');
      expect(running.length).toBeLessThanOrEqual(1);
      expect(running).not.toContain('failed');
      // Whoever came later has not got further.
      const order = now.map((state) => (state === 'finished' ? 0 : state === 'queued' ? 2 : 1));
      expect(order).toEqual(order.toSorted());
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }, 240_000);
});

describe('the trainings of an organization that is disabled', () => {
  it('end, and say why when it is enabled again', async () => {
    const other = await app.tenant();
    const jids: string[] = [];
    for (const about of ['gear', 'chain', 'belt']) {
      jids.push(jidOf(await upload(app, other, asTsv(fewPairs(about)))));
    }
    const enable = async (enabled: boolean) => {
      const headers = { authorization: `Bearer ${app.service.adminToken}` };
      const path = `/admin/v1/organizations/${other.organization.id}`;
      expect((await app.send(path, { method: 'PUT', body: { enabled }, headers })).status).toBe(200);
    };
    await enable(false);
    await vi.waitFor(async () => {
      const { rows } = await app.database.store.pool.query(
        `select 1 from training_jobs where org_id = $1 and state not in ('finished', 'failed')`,
        [other.organization.id],
      );
      expect(rows).toEqual([]);
    }, settled);
    await enable(true);
    expect(await job(app, other, jids.at(-1) ?? '')).toMatchObject({
      jobStatus: 'failed',
      errorMessage: expect.stringContaining('disabled'),
    });
  }, 120_000);
});

describe('training again', () => {
  it('switches with its end; what was opened before is finished on the version it was opened with', async () => {
    const { store, model, customFields, trainedModels } = app.service;
    const workers = new ThreadPool({ threads: 1, memoryMegabytes: 256, queueLimit: 10 });
    onTestFinished(() => workers.close());
    const customModels = new CustomModels({
      store,
      model,
      customFields,
      trainedModels,
      threadPool: workers,
      memoryBudget: 2 ** 26,
    });
    const old = fewPairs('pump');
    const first = await ended(app, acme, jidOf(await upload(app, acme, asTsv(old))));
    const mid = String(first.mid);
    const opened = await customModels.open(acme.organization.id, mid as ModelId);

    const changed = old.map(({ fromText }) => ({ fromText, toText: '新しい訳文です。' }));
    const answer = await app.send(
      `/admin/v1/organizations/${acme.organization.id}/models/${mid}/train?format=tsv`,
      {
        method: 'POST',
        body: asTsv(changed),
        headers: {
          authorization: `Bearer ${app.service.adminToken}`,
          'content-type': 'application/octet-stream',
        },
      },
    );
    const { jid } = (answer.body as { data: { jid: JobId } }).data;
    const source = old[2]?.fromText ?? '';
    // Until the end the old version serves; afterwards the new one does, and never anything between.
    const served = new Set<string>();
    while ((await job(app, acme, jid)).jobStatus !== 'finished') {
      served.add(texts(await translate(app, acme, mid, [source]))[0] ?? '');
    }
    expect([...served].filter((text) => text !== old[2]?.toText && text !== '新しい訳文です。')).toEqual([]);
    expect(texts(await translate(app, acme, mid, [source]))).toEqual(['新しい訳文です。']);

    const key = normalisePhrase(source);
    expect((await opened?.phrases?.exact([key], 'en', 'ja'))?.get(key)).toBe(old[2]?.toText);
    const reopened = await customModels.open(acme.organization.id, mid as ModelId);
    expect((await reopened?.phrases?.exact([key], 'en', 'ja'))?.get(key)).toBe('新しい訳文です。');
  }, 240_000);
});

describe('a table for training', () => {
  it.each(['xlsx', 'tmx', 'csv'] as const)('may be %s', async (format) => {
    async function* rows(): AsyncGenerator<Pair> {
      for (const pair of fewPairs('lamp')) yield { fromLang: 'en', toLang: 'ja', ...pair };
    }
    const bytes = new Uint8Array(await buffer(writePairs(rows(), format)));
    const answer = await upload(app, acme, bytes, { name: format }, `lamps.${format}`);
    expect(answer).toMatchObject({ status: 200, body: { name: format } });
    const jid = jidOf(answer);
    expect(await job(app, acme, jid)).toMatchObject({ upload: { pairs: 10, badRows: 0 } });
    await app.call(acme, `/api/v1/training/job/${jid}`, { method: 'DELETE' });
  });
});
