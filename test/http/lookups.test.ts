import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CustomFieldId } from '#src/base/ids.js';
import { callbackDeliveries, customModels, trainingJobs } from '#src/store/schema/index.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf, expectFailure } from './expectations.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp();
  acme = await app.tenant();
});
afterAll(() => app.close());

const FIELD = 'L000001' as CustomFieldId;

describe('lists of languages', () => {
  const languages = async (path: string) =>
    (dataOf(await app.call(acme, path)) as { languages: { abbreviation: string }[] }).languages;

  it('of translation hold what the loaded models serve, with zh-HK', async () => {
    const list = await languages('/api/v1/languages');
    const served = new Set(app.service.pipeline.directions().flatMap(({ from, to }) => [from, to]));
    expect(list.map(({ abbreviation }) => abbreviation)).toEqual([...served].sort());
    expect(list).toContainEqual({ language: 'Japanese', abbreviation: 'ja', description: '日本語' });
    expect(list).toContainEqual({ language: 'English', abbreviation: 'en', description: 'English' });
    for (const code of ['zh-CN', 'zh-TW', 'zh-HK']) expect([...served]).toContain(code);
  });

  it.each(['t4oo', 'real-time', 'insource-fast', 'custom', 't3mt'])(
    'of the engine %s are the same',
    async (engine) => {
      expect(await languages(`/api/v1/languages/engine/${engine}`)).toEqual(
        await languages('/api/v1/languages'),
      );
    },
  );

  it('of an unknown engine are refused', async () => {
    expectFailure(await app.call(acme, '/api/v1/languages/engine/other'), 40201);
  });

  it.each(['/api/v1/stt-languages', '/api/v1/stt-streaming-languages'])(
    'of speech come from %s',
    async (path) => {
      const list = await languages(path);
      expect(list.length).toBeGreaterThan(3);
      for (const entry of list) {
        expect(entry).toEqual({
          language: expect.stringMatching(/\S/),
          abbreviation: expect.stringMatching(/^([a-z]{2}|zh-(CN|TW|HK))$/),
          description: expect.stringMatching(/\S/),
        });
      }
    },
  );
});

describe('models and training jobs', () => {
  async function trained(tenant: Tenant, state: 'training' | 'finished' | 'failed') {
    const { db } = app.database.store;
    const owner = { orgId: tenant.organization.id, userId: tenant.user.id };
    const [model] = await db
      .insert(customModels)
      .values({ ...owner, name: 'Contracts', field: FIELD, firstLang: 'ja', secondLang: 'en' })
      .returning();
    if (model === undefined) throw new Error('No model was written.');
    const failed =
      state === 'failed' ? { errorCode: 40202, errorMessage: 'Only 3 pairs could be read.' } : {};
    const [job] = await db
      .insert(trainingJobs)
      .values({
        ...owner,
        mid: model.mid,
        accessKey: tenant.key.accessKey,
        contractId: tenant.contracts.custom.id,
        state,
        upload: { pairs: 10, repeated: 0, badRows: 0, examples: [] },
        ...failed,
      })
      .returning();
    return {
      jid: job?.jid,
      shape: { mid: model.mid, ...owner, name: 'Contracts', field: FIELD, firstLang: 'ja', secondLang: 'en' },
    };
  }

  it('are bare objects and arrays with exactly the documented members', async () => {
    const { jid, shape } = await trained(acme, 'finished');
    expect(shape.mid).toMatch(/^M\d{7}$/);
    expect(jid).toMatch(/^J\d{8}$/);
    expect((await app.call(acme, `/api/v1/training/model/${shape.mid}`)).body).toEqual(shape);
    expect((await app.call(acme, '/api/v1/training/models')).body).toEqual([shape]);
    expect((await app.call(acme, `/api/v1/training/job/${jid}`)).body).toEqual({
      jobStatus: 'finished',
      ...shape,
      errorCode: null,
      errorMessage: null,
    });
    const explained = await app.call(acme, `/api/v1/training/job/${jid}`, { headers: { 'x-explain': '1' } });
    expect(explained.body).toMatchObject({ progress: 100, upload: { pairs: 10 } });
  });

  it('say why a job failed, and are null before', async () => {
    const running = await trained(acme, 'training');
    expect((await app.call(acme, `/api/v1/training/job/${running.jid}`)).body).toMatchObject({
      jobStatus: 'training',
      errorCode: null,
      errorMessage: null,
    });
    const failed = await trained(acme, 'failed');
    expect((await app.call(acme, `/api/v1/training/job/${failed.jid}`)).body).toMatchObject({
      jobStatus: 'failed',
      errorCode: 40202,
      errorMessage: 'Only 3 pairs could be read.',
    });
  });

  it('of another organization, and ids that are none, are 40203', async () => {
    const other = await app.tenant();
    const { jid, shape } = await trained(other, 'finished');
    for (const path of [
      `model/${shape.mid}`,
      `job/${jid}`,
      'model/M9999999',
      'job/J99999999',
      'model/x',
      'job/7',
    ]) {
      expectFailure(await app.call(acme, `/api/v1/training/${path}`), 40203);
    }
    const mine = (await app.call(acme, '/api/v1/training/models')).body;
    expect(mine).not.toContainEqual(expect.objectContaining({ mid: shape.mid }));
  });
});

describe('the callback URL', () => {
  const put = (callbackUrl: unknown) =>
    app.call(acme, '/api/v1/callback', { method: 'PUT', body: { callbackUrl } });
  const get = async (tenant = acme) => (await app.call(tenant, '/api/v1/callback')).body;

  it('is null, is set, replaced and deleted, per key', async () => {
    expect(await get()).toEqual({ status: 'success', data: { callbackUrl: null } });
    expect((await put('https://93.184.216.34/notify')).body).toEqual({ status: 'success', data: null });
    await put('https://93.184.216.34/other?a=b');
    expect(await get()).toEqual({
      status: 'success',
      data: { callbackUrl: 'https://93.184.216.34/other?a=b' },
    });
    const key = await app.service.keyAdmin.create(acme.organization.id, acme.user.id);
    expect(await get({ ...acme, key })).toMatchObject({ data: { callbackUrl: null } });
    const deleted = await app.call(acme, '/api/v1/callback', { method: 'DELETE' });
    expect(deleted).toMatchObject({ status: 200, body: { status: 'success', data: null } });
    expect(await get()).toMatchObject({ data: { callbackUrl: null } });
  });

  it('when deleted stops what was still to be announced', async () => {
    const { db, pool } = app.database.store;
    await db.insert(callbackDeliveries).values({
      orgId: acme.organization.id,
      accessKey: acme.key.accessKey,
      url: 'https://93.184.216.34/',
      host: '93.184.216.34:443',
      event: 'translation.finished',
      subjectId: 'x',
      body: {},
      giveUpAt: new Date(Date.now() + 1000),
    });
    await app.call(acme, '/api/v1/callback', { method: 'DELETE' });
    expect((await pool.query('select state from callback_deliveries')).rows).toEqual([
      { state: 'cancelled' },
    ]);
  });

  it.each([
    'http://127.0.0.1/x',
    'http://localhost:8080/',
    'http://10.1.2.3/',
    'http://192.168.0.1/',
    'http://169.254.169.254/latest/meta-data',
    'http://[::1]/',
    'http://[::ffff:127.0.0.1]/',
    'http://[fd00::1]/',
    'http://0x7f.1/',
    'http://2130706433/',
    'http://0.0.0.0/',
    'ftp://93.184.216.34/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:pass@93.184.216.34/',
    'not a url',
    `https://93.184.216.34/${'x'.repeat(3000)}`,
  ])('is refused when it is %s', async (url) => {
    expectFailure(await put(url), 40201);
  });

  it('is required, and a text', async () => {
    expectFailure(await app.call(acme, '/api/v1/callback', { method: 'PUT', body: {} }), 40200);
    expectFailure(await put(5), 40201);
    expectFailure(await put(''), 40202);
  });

  it('may lead to a private address when the operator allows it', async () => {
    const lenient = await testApp({ callbackAllowPrivate: true });
    const tenant = await lenient.tenant();
    const answer = await lenient.call(tenant, '/api/v1/callback', {
      method: 'PUT',
      body: { callbackUrl: 'http://127.0.0.1:8099/x' },
    });
    await lenient.close();
    expect(answer.status).toBe(200);
  });
});
