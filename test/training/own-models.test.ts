import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { expectFailure } from '../http/expectations.js';
import { openReceiver } from '../jobs/receiver.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { fewPairs, jidOf, upload } from './customer.js';
import { asTsv } from './manual.js';

let app: TestApp;
let acme: Tenant;
let rival: Tenant;
beforeAll(async () => {
  // Nothing trains: what is looked at here exists from the moment a training is asked for.
  app = await testApp({ workers: false, callbackAllowPrivate: true });
  [acme, rival] = await Promise.all([app.tenant(), app.tenant()]);
});
afterAll(() => app.close());

async function newModel(name: string): Promise<{ readonly jid: string; readonly path: string }> {
  const jid = jidOf(await upload(app, acme, asTsv(fewPairs(name)), { name }));
  const { body } = await app.call(acme, `/api/v1/training/job/${jid}`);
  return { jid, path: `/api/v1/training/model/${String((body as { mid: string }).mid)}` };
}

describe('a customer', () => {
  it('renames a model of the organization', async () => {
    const { path } = await newModel('first');
    const rename = (name: string) => app.call(acme, path, { method: 'PUT', body: { name } });
    expect((await rename(' Engine manual ')).body).toEqual({ status: 'success' });
    expect((await app.call(acme, path)).body).toMatchObject({ name: 'Engine manual' });
    for (const name of ['', ' ', 'two\nlines', 'x'.repeat(201)]) expectFailure(await rename(name), 40202);
    expectFailure(await app.call(acme, path, { method: 'PUT', body: {} }), 40200);
  });

  it('deletes a model of the organization, with its jobs', async () => {
    const { jid, path } = await newModel('second');
    expect((await app.call(acme, path, { method: 'DELETE' })).body).toEqual({ status: 'success' });
    expectFailure(await app.call(acme, path), 40203);
    expectFailure(await app.call(acme, `/api/v1/training/job/${jid}`), 40203);
    expectFailure(await app.call(acme, path, { method: 'DELETE' }), 40203);
  });

  it('can do neither to a model of another organization', async () => {
    const { path } = await newModel('third');
    expectFailure(await app.call(rival, path, { method: 'PUT', body: { name: 'mine' } }), 40203);
    expectFailure(await app.call(rival, path, { method: 'DELETE' }), 40203);
    expect((await app.call(acme, path)).body).toMatchObject({ name: 'third' });
  });
});

describe('what a customer sees of trainings', () => {
  it('is what a file holds, before anything is trained', async () => {
    const preview = (table: string) => upload(app, acme, table, {}, 'm.tsv', '/api/v1/training/preview');
    const pairs = fewPairs('preview');
    const bad = `${asTsv(pairs)}\nonly one column\n`;
    expect((await preview(bad)).body).toMatchObject({
      pairs: pairs.length,
      badRows: 1,
      examples: [{ line: pairs.length + 1, reason: expect.stringMatching(/second column/) }],
      rows: pairs.slice(0, 20).map(({ fromText, toText }) => ({ fromText, toText })),
      refusal: null,
    });
    expect((await preview(asTsv(pairs.slice(0, 3)))).body).toMatchObject({
      pairs: 3,
      refusal: expect.stringMatching(/at least 10/),
    });
  });

  it('are the trainings and versions of the organization alone', async () => {
    const { jid, path } = await newModel('listed');
    const { body } = await app.call(acme, '/api/v1/training/jobs');
    expect(body).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ jid, name: 'listed', jobStatus: 'queued', progress: 0, finishedAt: null }),
      ]),
    );
    expect((await app.call(rival, '/api/v1/training/jobs')).body).toEqual([]);
    expect((await app.call(acme, `${path}/versions`)).body).toEqual([]);
    expectFailure(await app.call(rival, `${path}/versions`), 40203);
  });
});

describe('the notification of a training', () => {
  it('carries exactly what the lookup of the job answers, and its jid', async () => {
    const worker = await testApp({ callbackAllowPrivate: true });
    const receiver = await openReceiver();
    try {
      const tenant = await worker.tenant();
      const callback = { method: 'PUT', body: { callbackUrl: receiver.url } } as const;
      await worker.call(tenant, '/api/v1/callback', callback);
      const jid = jidOf(await upload(worker, tenant, asTsv(fewPairs('fourth'))));
      const path = `/api/v1/training/job/${jid}`;
      await worker.call(tenant, path, { method: 'DELETE' });
      await vi.waitUntil(() => receiver.received.length > 0, { timeout: 20_000, interval: 20 });
      const { body: job } = await worker.call(tenant, path);
      expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual({
        status: 'failure',
        data: { ...(job as object), jid },
      });
      expect(receiver.received[0]?.headers['x-event']).toBe('training.failed');
    } finally {
      await receiver.close();
      await worker.close();
    }
  });
});
