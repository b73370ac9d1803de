import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf, finished, orderOf, submit } from './client.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp();
  acme = await app.tenant();
});
afterAll(() => app.close());

describe('asynchronous translation', () => {
  it('answers a queue id, then the same translation as the synchronous request', async () => {
    const text = ['このかばんはいくらですか。', '駅はどこですか。'];
    const sync = await app.call(acme, '/api/v1/translate', { body: orderOf(acme, text) });
    const queueId = await submit(app, acme, orderOf(acme, text));
    expect(queueId).toMatch(/^[0-9a-f-]{36}$/);
    const answer = await finished(app, acme, queueId);
    expect(answer.status).toBe(200);
    expect(dataOf(answer).translationResult).toEqual(dataOf(sync).translationResult);
    expect(dataOf(answer).wordCount).toBe(dataOf(sync).wordCount);
    expect(dataOf(answer).taskId).toEqual(expect.any(String));
    const list = async (who: Tenant) => (await app.call(who, '/api/v1/translate/async')).body;
    expect(await list(acme)).toMatchObject({
      data: [
        {
          queueId,
          state: 'finished',
          engine: 't4oo',
          sourceLang: 'ja',
          targetLang: 'en',
          progress: { done: 2, total: 2 },
          error: null,
        },
      ],
    });
    expect(await list(await app.tenant())).toEqual({ status: 'success', data: [] });
  });

  it('of many sentences goes without a warning of the runtime', async () => {
    const warnings: string[] = [];
    const hear = ({ name }: Error) => warnings.push(name);
    process.on('warning', hear);
    const text = Array.from({ length: 12 }, (_, index) => `これは${index}番目の文です。`);
    expect((await finished(app, acme, await submit(app, acme, orderOf(acme, text)))).status).toBe(200);
    process.off('warning', hear);
    expect(warnings).not.toContain('MaxListenersExceededWarning');
  });

  it('serves the custom-model engine too, and refuses a contract of the real-time engine', async () => {
    const custom = {
      ...orderOf(acme, ['駅はどこですか。']),
      fieldId: 'L000001',
      contractId: acme.contracts.custom.id,
    };
    const realTime = { ...custom, fieldId: '1', contractId: acme.contracts['real-time'].id };
    expect((await finished(app, acme, await submit(app, acme, custom))).status).toBe(200);
    const refused = await app.call(acme, '/api/v1/translate/async', { body: realTime });
    expect([refused.status, dataOf(refused).code]).toEqual([404, 40204]);
  });

  it('tells at once what is wrong with a request', async () => {
    const wrong = [
      [{ ...orderOf(acme, ['a'.repeat(201)]) }, 40202],
      [{ ...orderOf(acme, ['駅']), targetLang: 'tlh' }, 40301],
      [{ ...orderOf(acme, ['駅']), fieldId: undefined }, 40200],
      [{ ...orderOf(acme, ['12345']), sourceLang: 'auto' }, 40300],
      [{ ...orderOf(acme, ['駅']), contractId: 'unknown' }, 40204],
    ] as const;
    for (const [body, code] of wrong) {
      const answer = await app.call(acme, '/api/v1/translate/async', { body });
      expect(dataOf(answer).code).toBe(code);
    }
  });

  it('shows a queue id to no other account, and knows none that is malformed or made up', async () => {
    const queueId = await submit(app, acme, orderOf(acme, ['駅はどこですか。']));
    const stranger = await app.tenant();
    for (const [who, id] of [
      [stranger, queueId],
      [acme, 'not-an-id'],
      [acme, '00000000-0000-4000-8000-000000000000'],
      [acme, "'; drop table translation_jobs; --"],
    ] as const) {
      const path = `/api/v1/translate/async/${encodeURIComponent(id)}`;
      const answer = await app.call(who, path);
      expect([answer.status, dataOf(answer).code]).toEqual([404, 40203]);
    }
    expect((await finished(app, acme, queueId)).status).toBe(200);
  });

  it('counts usage once, when the work is done', async () => {
    const tenant = await app.tenant();
    const queueIds = await Promise.all(
      ['駅はどこですか。', '水をください。', '駅はどこですか。'].map((text) =>
        submit(app, tenant, orderOf(tenant, [text])),
      ),
    );
    for (const queueId of queueIds) await finished(app, tenant, queueId);
    const [day] = await app.service.usage.report(tenant.organization.id);
    expect(day).toMatchObject({ requests: 3, characters: 8 + 7 + 8 });
  });

  it('keeps texts byte for byte', async () => {
    const text = ['𠮷野家 👩‍👩‍👧 駅\u2028はどこですか。', '駅はどこですか。\r\n\r\n水をください。'];
    const queueId = await submit(app, acme, orderOf(acme, text));
    const answer = await finished(app, acme, queueId);
    expect(answer.status).toBe(200);
    expect(dataOf(answer).translationResult).toMatchObject(text.map((sourceText) => ({ sourceText })));
  });
});
