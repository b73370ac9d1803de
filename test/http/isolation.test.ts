import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf, expectFailure } from './expectations.js';

let app: TestApp;
let acme: Tenant;
let rival: Tenant;
beforeAll(async () => {
  app = await testApp();
  acme = await app.tenant();
  rival = await app.tenant();
});
afterAll(() => app.close());

const term = { fromLang: 'ja', fromText: '秘密語', toLang: 'en', toText: 'Secretword' };
const admin = (path: string, options: CallOptions = {}) =>
  app.send(`/admin/v1/organizations/${path}`, {
    ...options,
    headers: { authorization: `Bearer ${app.service.adminToken}` },
  });
const translated = async (tenant: Tenant) =>
  dataOf(
    await app.call(tenant, '/api/v1/translate', {
      body: {
        fieldId: '1',
        text: ['秘密語'],
        sourceLang: 'ja',
        targetLang: 'en',
        contractId: tenant.contracts.t4oo.id,
      },
    }),
  );

describe('two organizations', () => {
  it('do not see, change, delete or apply each other’s dictionary', async () => {
    await app.call(acme, '/api/v1/dictionary', { body: term });
    const mine = dataOf(await app.call(acme, '/api/v1/dictionary')) as { entries: { id: number }[] };
    const path = `/api/v1/dictionary/${mine.entries[0]?.id}`;
    expect(dataOf(await app.call(rival, '/api/v1/dictionary'))).toEqual({ entries: [] });
    expectFailure(await app.call(rival, path, { method: 'PUT', body: { ...term, toText: 'stolen' } }), 40203);
    expectFailure(await app.call(rival, path, { method: 'DELETE' }), 40203);
    await app.call(rival, '/api/v1/dictionary/dictionary-all', { method: 'DELETE' });
    expect(dataOf(await app.call(acme, '/api/v1/dictionary'))).toEqual(mine);
    expect(await translated(acme)).toMatchObject({ translationResult: [{ translatedText: 'Secretword' }] });
    expect(JSON.stringify(await translated(rival))).not.toContain('Secretword');
  });

  it('nor do two users of one organization', async () => {
    const user = await app.service.organizationAdmin.createUser(acme.organization.id, 'second');
    const key = await app.service.keyAdmin.create(acme.organization.id, user.id);
    const second = { ...acme, user, key };
    expect(dataOf(await app.call(second, '/api/v1/dictionary'))).toEqual({ entries: [] });
    expect(JSON.stringify(await translated(second))).not.toContain('Secretword');
  });

  it('cannot use each other’s contracts, phrase-pair dictionaries or glossaries', async () => {
    const body = { fieldId: '1', text: ['秘密語'], sourceLang: 'ja', targetLang: 'en' };
    const foreign = { ...body, contractId: acme.contracts.t4oo.id };
    expectFailure(await app.call(rival, '/api/v1/translate', { body: foreign }), 40204);
    const pool = app.database.store.pool;
    for (const [table, member] of [
      ['phrase_dictionaries', 't4ooCategoryId'],
      ['glossaries', 't4ooGlossaryId'],
    ]) {
      const { rows } = await pool.query<{ id: string }>(
        `insert into ${table} (org_id, name) values ($1, 'theirs') returning id`,
        [acme.organization.id],
      );
      await app.service.changes.announce('resource', acme.organization.id);
      const id = rows[0]?.id ?? '';
      const sent = (tenant: Tenant) => ({
        ...body,
        contractId: tenant.contracts.t4oo.id,
        [member ?? '']: id,
      });
      expect((await app.call(acme, '/api/v1/translate', { body: sent(acme) })).status).toBe(200);
      expectFailure(await app.call(rival, '/api/v1/translate', { body: sent(rival) }), 40203);
    }
  });

  it('have callbacks of their own', async () => {
    const body = { callbackUrl: 'https://93.184.216.34/' };
    await app.call(acme, '/api/v1/callback', { method: 'PUT', body });
    await app.call(rival, '/api/v1/callback', { method: 'DELETE' });
    expect(dataOf(await app.call(rival, '/api/v1/callback'))).toEqual({ callbackUrl: null });
    expect(dataOf(await app.call(acme, '/api/v1/callback'))).toEqual(body);
  });

  it('have usage of their own', async () => {
    const usage = dataOf(await admin(`${rival.organization.id}/usage`)) as { accessKey: string }[];
    expect(new Set(usage.map(({ accessKey }) => accessKey))).toEqual(new Set([rival.key.accessKey]));
  });

  it('are kept apart for the operator too: ids of one are unknown in the other', async () => {
    const group = await app.service.organizationAdmin.createGroup(acme.organization.id, 'g');
    const other = rival.organization.id;
    const put = (path: string, body: object = { enabled: false }) =>
      admin(`${other}/${path}`, { method: 'PUT', body });
    expectFailure(await put(`keys/${acme.key.accessKey}`), 40203);
    expectFailure(await admin(`${other}/keys/${acme.key.accessKey}/rotate`, { method: 'POST' }), 40203);
    expectFailure(await put(`users/${acme.user.id}`), 40203);
    expectFailure(await put(`contracts/${acme.contracts.t4oo.id}`, { name: 'x' }), 40203);
    expectFailure(await admin(`${other}/groups/${group.id}`, { method: 'DELETE' }), 40203);
    expectFailure(
      await admin(`${other}/groups/${group.id}/members/${rival.user.id}`, { method: 'PUT' }),
      40203,
    );
    expectFailure(await admin(`${other}/keys`, { body: { userId: acme.user.id } }), 40203);
    expect((await app.call(acme, '/api/v1/hello')).status).toBe(200);
  });

  it('cannot be mixed by the database itself: a row never points into another organization', async () => {
    const { pool } = app.database.store;
    await expect(
      pool.query(
        `insert into dictionary_entries (org_id, user_id, from_lang, from_text, to_lang, to_text)
         values ($1, $2, 'ja', 'a', 'en', 'b')`,
        [rival.organization.id, acme.user.id],
      ),
    ).rejects.toThrow(/foreign key/);
  });
});
