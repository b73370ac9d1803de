import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { composeLogger, composeService } from '#src/compose/service.js';
import type { Settings } from '#src/settings/read-settings.js';
import { type CallOptions, type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf, expectFailure } from './expectations.js';

const METRICS_TOKEN = 'metrics';
const oldKey = randomBytes(32).toString('base64');
const newKey = randomBytes(32).toString('base64');
let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp({ metricsToken: METRICS_TOKEN, masterKey: oldKey });
  acme = await app.tenant();
});
afterAll(() => app.close());

const admin = (path: string, options: CallOptions = {}) =>
  app.send(`/admin/v1${path}`, {
    ...options,
    headers: { authorization: `Bearer ${app.service.adminToken}`, ...options.headers },
  });
/** A start with other settings, on the same database. */
const start = (settings: Partial<Settings>) =>
  composeService({ ...app.service.settings, ...settings }, composeLogger({ logLevel: 'silent' }), {
    model: app.service.model,
  });
const ofAcme = (path: string) => `/organizations/${acme.organization.id}${path}`;

describe('the audit trail', () => {
  it('tells who changed what, when and from where, and nothing secret', async () => {
    const { id } = acme.organization;
    const key = await admin(ofAcme('/keys'), { body: { userId: acme.user.id, label: '=1+1' } });
    const { secretKey } = dataOf(key) as { secretKey: string };
    await admin(ofAcme('/contracts/none'), {
      method: 'PUT',
      body: { name: 'x' },
      headers: { 'x-operator': 'Hanako' },
    });
    await admin(ofAcme('/keys'));
    const entries = dataOf(await admin(`/audit?orgId=${id}`)) as { at: string }[];
    expect(entries).toMatchObject([
      {
        actor: expect.stringMatching(/^admin token [0-9a-f]{8} \(Hanako\)$/),
        origin: '127.0.0.1',
        action: 'PUT /admin/v1/organizations/:orgId/contracts/:contractId',
        orgId: id,
        detail: { params: { contractId: 'none' }, body: { name: 'x' } },
        status: 404,
      },
      {
        action: 'POST /admin/v1/organizations/:orgId/keys',
        detail: { body: { label: '=1+1', userId: acme.user.id } },
        status: 200,
      },
    ]);
    expect(JSON.stringify(entries)).not.toContain(secretKey);
    expect(Date.parse(entries[0]?.at ?? '')).toBeGreaterThan(Date.now() - 60_000);
  });

  it('does not change the answer when the database fails at its last word', async () => {
    await app.database.store.pool.query(`
      create function no_room() returns trigger language plpgsql as $$
        begin raise exception 'no room' using errcode = 'disk_full'; end $$;
      create trigger no_room before update on audit_entries execute function no_room();`);
    try {
      const path = ofAcme(`/contracts/${acme.contracts.t4oo.id}`);
      expect(await admin(path, { method: 'PUT', body: { name: 'kept' } })).toMatchObject({
        status: 200,
        body: { status: 'success', data: { name: 'kept' } },
      });
      expectFailure(await admin(ofAcme('/contracts/none'), { method: 'PUT', body: { name: 'x' } }), 40203);
    } finally {
      await app.database.store.pool.query('drop function no_room cascade');
    }
  });

  it('can be taken along as CSV and JSON lines', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const csv = String((await admin(`/audit/export?format=csv&from=${today}&to=${today}`)).body);
    expect(csv.split('\r\n')[0]).toBe('id,at,actor,origin,action,orgId,status,detail');
    expect(csv).toContain('POST /admin/v1/organizations/:orgId/keys');
    const lines = String((await admin('/audit/export?format=jsonl')).body)
      .trim()
      .split('\n');
    expect(lines.map((line) => JSON.parse(line)).length).toBeGreaterThan(1);
    expectFailure(await app.send('/admin/v1/audit'), 40006);
  });
});

describe('the operator’s door', () => {
  it.each(['operator', 'a'.repeat(64), '123456789012345678901234', 'correct horse'])(
    'does not open for a token that can be guessed: %s',
    async (adminToken) => {
      await expect(start({ adminToken })).rejects.toThrow('can be guessed');
    },
  );

  it('stands apart when it is told to, with the metrics', async () => {
    const apart = await testApp({ adminListen: '0' });
    const headers = { authorization: `Bearer ${apart.service.adminToken}` };
    for (const path of ['/admin/v1/organizations', '/metrics']) {
      expectFailure(await apart.send(path, { headers }), 40404);
      expect((await apart.service.adminApp.inject({ url: path, headers })).statusCode).toBe(200);
    }
    expect((await apart.service.adminApp.inject({ url: '/api/v1/hello' })).statusCode).toBe(404);
    expect((await apart.send('/api/v1/hello')).status).toBe(401);
    await apart.close();
  });

  it('keeps the metrics behind a token when there is one', async () => {
    expectFailure(await app.send('/metrics'), 40006);
    const headers = { authorization: `Bearer ${METRICS_TOKEN}` };
    expect((await app.send('/metrics', { headers })).status).toBe(200);
    expect((await app.send('/livez')).status).toBe(200);
  });
});

describe('every answer', () => {
  it.each(['/livez', '/api/v1/hello', '/nope', '/console/', '/docs', '/openapi.json', '/admin/v1/audit'])(
    'of %s forbids what nobody needs',
    async (path) => {
      const { headers } = await app.send(path);
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['referrer-policy']).toBe('no-referrer');
      expect(headers['content-security-policy']).toContain("default-src 'none'");
    },
  );
});

describe('a name', () => {
  it.each(['two\nlines', 'two\u2028lines', 'bell\u0007', 'turned\u202Eeman', 'un\uFEFFseen', ' ', '\u3000'])(
    'is none with control characters, nor white space alone: %j',
    async (name) => {
      const contract = { name, kind: 'text', engine: 't4oo' };
      expectFailure(await admin('/organizations', { body: { name } }), 40202);
      expectFailure(await admin(ofAcme('/users'), { body: { name } }), 40202);
      expectFailure(await admin(ofAcme('/groups'), { body: { name } }), 40202);
      expectFailure(await admin(ofAcme('/contracts'), { body: contract }), 40202);
      expectFailure(await admin(ofAcme('/keys'), { body: { userId: acme.user.id, label: name } }), 40202);
      expectFailure(await admin(ofAcme('/glossaries'), { body: { name } }), 40202);
    },
  );
});

describe('a callback address', () => {
  const put = (callbackUrl: string) =>
    app.call(acme, '/api/v1/callback', { method: 'PUT', body: { callbackUrl } });

  it('is refused with one sentence, whatever is wrong with it', async () => {
    const answers = await Promise.all(
      [
        'http://168.63.129.16/',
        'http://[::ffff:10.0.0.1]/',
        'http://[::ffff:8.8.8.8]/',
        'http://[::ffff:0:10.0.0.1]/',
        'http://[64:ff9b::10.0.0.1]/',
        'http://8.8.8.8:22/',
        'https://8.8.8.8:25/',
        'http://no-such-host.invalid/',
        'http://user:password@8.8.8.8/',
        'ftp://8.8.8.8/',
        'nonsense',
      ].map(put),
    );
    for (const answer of answers) expectFailure(answer, 40201);
    expect(new Set(answers.map((answer) => (dataOf(answer) as { message: string }).message)).size).toBe(1);
    for (const good of ['https://8.8.8.8/', 'http://8.8.8.8:8080/notify']) {
      expect((await put(good)).status).toBe(200);
    }
  });
});

describe('a table that is opened in a spreadsheet', () => {
  it.each(['csv', 'tsv'])('of %s holds no formulas, and comes back as it was', async (format) => {
    const pairs = ['=1+1', '+1', '-1', '@SUM(A1)', "'=quoted", 'plain'];
    const body = pairs.map((text) => `"${text}"\t${text}`).join('\n');
    const make = async (name: string) =>
      (dataOf(await admin(ofAcme('/glossaries'), { body: { name: `${name} ${format}` } })) as { id: number })
        .id;
    const put = (id: number, table: string, as: string) =>
      admin(ofAcme(`/glossaries/${id}/import?format=${as}&fromLang=en&toLang=ja`), {
        method: 'POST',
        body: table,
        headers: { 'content-type': 'application/octet-stream' },
      });
    const get = async (id: number) =>
      String((await admin(ofAcme(`/glossaries/${id}/export?format=${format}`))).body);
    const first = await make('first');
    expect((await put(first, body, 'tsv')).status).toBe(200);
    const exported = await get(first);
    expect(exported).not.toMatch(/(?:^|[\n\t,"])[=+@-]/);
    expect(exported).toContain("'=1+1");
    const second = await make('second');
    expect((await put(second, exported, format)).status).toBe(200);
    expect(await get(second)).toBe(exported);
  });
});

describe('the master key', () => {
  it('is replaced while secrets stay, from the environment or a command', async () => {
    const on = (settings: Parameters<typeof testApp>[0]) =>
      testApp({ ...settings, databaseUrl: app.database.url });
    const both = await on({ masterKeyCommand: `printf '%s\\n%s\\n' '${newKey}' '${oldKey}'` });
    expect((await both.call(acme, '/api/v1/hello')).status).toBe(200);
    await app.service.keyAdmin.rotate(acme.organization.id, acme.key.accessKey, 0).then((rotated) => {
      acme = { ...acme, key: rotated };
    });
    expect(await both.service.keyAdmin.reencrypt()).toBeGreaterThan(0);
    await both.close();
    const after = await on({ masterKey: newKey });
    expect((await after.call(acme, '/api/v1/hello')).status).toBe(200);
    await after.close();
    await expect(start({ masterKey: 'short' })).rejects.toThrow('Base64 of 32 bytes');
  });
});

describe('a secret that was rotated with an overlap', () => {
  it('goes on beside the new one, and ends with the overlap', async () => {
    const tenant = await app.tenant();
    const { id } = tenant.organization;
    const rotated = await app.service.keyAdmin.rotate(id, tenant.key.accessKey, 3600);
    for (const key of [tenant.key, rotated]) {
      expect((await app.call({ ...tenant, key }, '/api/v1/hello')).status).toBe(200);
    }
    await app.service.keyAdmin.rotate(id, tenant.key.accessKey);
    expectFailure(await app.call({ ...tenant, key: rotated }, '/api/v1/hello'), 40006);
  });
});
