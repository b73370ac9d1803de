import { createHmac } from 'node:crypto';
import { SignJWT, UnsecuredJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf, expectFailure } from './expectations.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp();
  acme = await app.tenant();
});
afterAll(() => app.close());

const HELLO = { status: 200, body: { status: 'success', message: 'hello, world!' } };
const entry = { fromLang: 'ja', fromText: '橋', toLang: 'en', toText: 'bridge' };

function headers(tenant: Tenant, path: string, nonce = String(Date.now())) {
  const { accessKey, secretKey } = tenant.key;
  return {
    accessKey,
    nonce,
    signature: createHmac('sha256', secretKey)
      .update(nonce + path)
      .digest('hex'),
  };
}

describe('the three headers', () => {
  it('let a signed request in', async () => {
    expect(await app.call(acme, '/api/v1/hello')).toMatchObject(HELLO);
  });

  it('work in upper case hexadecimal and in the other order of parts', async () => {
    const path = '/api/v1/training/models';
    const signed = headers(acme, path);
    const upper = await app.send(path, { headers: { ...signed, signature: signed.signature.toUpperCase() } });
    expect(upper).toMatchObject({ status: 200, body: [] });
    const signature = createHmac('sha256', path)
      .update(acme.key.secretKey + signed.nonce)
      .digest('hex');
    expect(await app.send(path, { headers: { ...signed, signature } })).toMatchObject({
      status: 200,
      body: [],
    });
  });

  it('may sign the query string before it was escaped', async () => {
    const path = '/api/v1/hello?q=';
    const signed = headers(acme, `${path}東 京`);
    expect(await app.send(`${path}${encodeURIComponent('東 京')}`, { headers: signed })).toMatchObject(HELLO);
  });

  it('are refused with 40006 when one is missing or the signature is wrong', async () => {
    const { accessKey, nonce, signature } = headers(acme, '/api/v1/hello');
    const wrong = [
      {},
      { accessKey, nonce },
      { accessKey, signature },
      { nonce, signature },
      { accessKey, nonce, signature: 'no' },
      { accessKey, nonce, signature: signature.replace(/^./, (digit) => (digit === '0' ? '1' : '0')) },
      { accessKey, nonce: `${Number(nonce) + 1}`, signature },
    ];
    for (const sent of wrong) expectFailure(await app.send('/api/v1/hello', { headers: sent }), 40006);
  });

  it('are refused with 40002 when nobody has the access key', async () => {
    const signed = headers(acme, '/api/v1/hello');
    for (const accessKey of ['0'.repeat(64), 'nobody', "' or 1=1 --"]) {
      expectFailure(await app.send('/api/v1/hello', { headers: { ...signed, accessKey } }), 40002);
    }
  });

  it('are refused with 40005 and 40008 when the nonce is old, no number, or too large', async () => {
    for (const nonce of [String(Date.now() - 301_000), String(Date.now() + 310_000), 'now', '17']) {
      expectFailure(await app.call(acme, '/api/v1/hello', { nonce }), 40005);
    }
    expectFailure(await app.call(acme, '/api/v1/hello', { nonce: '9223372036854775808' }), 40008);
  });

  it('are refused with 40003 as soon as the key is disabled, and work again when it is enabled', async () => {
    const other = await app.tenant();
    expect(await app.call(other, '/api/v1/hello')).toMatchObject(HELLO);
    await app.service.keyAdmin.change(other.organization.id, other.key.accessKey, { enabled: false });
    expectFailure(await app.call(other, '/api/v1/hello'), 40003);
    await app.service.keyAdmin.change(other.organization.id, other.key.accessKey, { enabled: true });
    expect(await app.call(other, '/api/v1/hello')).toMatchObject(HELLO);
    await app.service.organizationAdmin.enableUser(other.organization.id, other.user.id, false);
    expectFailure(await app.call(other, '/api/v1/hello'), 40003);
    await app.service.organizationAdmin.enableUser(other.organization.id, other.user.id, true);
    await app.service.organizationAdmin.enableOrganization(other.organization.id, false);
    expectFailure(await app.call(other, '/api/v1/hello'), 40003);
  });
});

describe('a repeated nonce', () => {
  it('is refused for a change, but only under the same signature', async () => {
    const nonce = String(Date.now());
    const change = { body: entry, nonce };
    expect((await app.call(acme, '/api/v1/dictionary', change)).status).toBe(200);
    expectFailure(await app.call(acme, '/api/v1/dictionary', change), 40005);
    expect((await app.call(acme, '/api/v1/dictionary/bulk', { body: [entry], nonce })).status).toBe(200);
    expect((await app.call(acme, '/api/v1/callback', { method: 'DELETE', nonce })).status).toBe(200);
    expectFailure(await app.call(acme, '/api/v1/callback', { method: 'DELETE', nonce }), 40005);
  });

  it('is the same nonce when the same path comes with a letter written as an escape', async () => {
    expect((await app.call(acme, '/api/v1/dictionary', { body: entry })).status).toBe(200);
    const nonce = String(Date.now());
    const { accessKey, secretKey } = acme.key;
    const signature = createHmac('sha256', secretKey).update(`${nonce}/api/v1/dictionary/0`).digest('hex');
    const remove = (path: string) =>
      app.send(path, { method: 'DELETE', headers: { accessKey, nonce, signature } });
    expectFailure(await remove('/api/v1/dictionary/0'), 40203);
    expectFailure(await remove('/api/v1/dictionary/%30'), 40005);
  });

  it('lets exactly one of many racing changes through', async () => {
    const nonce = String(Date.now());
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => app.call(acme, '/api/v1/dictionary', { body: entry, nonce })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });

  it('is accepted for reads and translations', async () => {
    const nonce = String(Date.now());
    for (let time = 0; time < 2; time += 1) {
      expect(await app.call(acme, '/api/v1/hello', { nonce })).toMatchObject(HELLO);
      const sent = { fieldId: '1', text: ['こんにちは'], sourceLang: 'ja', targetLang: 'en' };
      const body = { ...sent, contractId: acme.contracts['real-time'].id };
      expect((await app.call(acme, '/api/v1/translate', { body, nonce })).status).toBe(200);
    }
  });

  it('and any text as nonce are accepted from keys of the legacy profile', async () => {
    const old = await app.tenant({ profile: 'legacy' });
    for (let time = 0; time < 2; time += 1) {
      expect((await app.call(old, '/api/v1/dictionary', { body: entry, nonce: 'abc' })).status).toBe(200);
    }
    expectFailure(await app.call(old, '/api/v1/hello', { nonce: '' }), 40005);
  });

  it('is forgotten when it is older than the window allows', async () => {
    const { pool } = app.database.store;
    await app.call(acme, '/api/v1/dictionary', { body: entry });
    await pool.query(`update nonces set seen_at = now() - interval '11 minutes'`);
    await app.service.nonceStore.cleanUp();
    expect((await pool.query('select 1 from nonces')).rowCount).toBe(0);
  });
});

describe('tokens', () => {
  const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } });
  const issue = async (body: object) => app.send('/api/v1/token', { body });
  const credentials = () => ({ accessKey: acme.key.accessKey, secretKey: acme.key.secretKey });
  const selfMade = (claims: Record<string, unknown>, secret = acme.key.secretKey, alg = 'HS256') =>
    new SignJWT({ accessKey: acme.key.accessKey, iss: 'me', ...claims })
      .setProtectedHeader({ alg })
      .sign(Buffer.from(secret));
  const seconds = () => Math.floor(Date.now() / 1000);

  it('are issued for the secret key and open every endpoint', async () => {
    const answer = await issue(credentials());
    expect(answer).toMatchObject({ status: 200, body: { status: 'success' } });
    const { encodedJWT } = dataOf(answer) as { encodedJWT: string };
    expect(await app.send('/api/v1/hello', bearer(encodedJWT))).toMatchObject(HELLO);
    const [head, claims] = encodedJWT.split('.').map((part) => Buffer.from(part, 'base64url').toString());
    expect(JSON.parse(head ?? '')).toMatchObject({ alg: 'HS256' });
    const { accessKey, iss, iat, exp } = JSON.parse(claims ?? '');
    expect({ accessKey, iss: typeof iss, life: exp - iat }).toEqual({
      accessKey: acme.key.accessKey,
      iss: 'string',
      life: 1800,
    });
  });

  it('live as long as asked, at most a day', async () => {
    const life = async (duration: number) => {
      const { encodedJWT } = dataOf(await issue({ ...credentials(), duration })) as { encodedJWT: string };
      const { iat, exp } = JSON.parse(Buffer.from(encodedJWT.split('.')[1] ?? '', 'base64url').toString());
      return exp - iat;
    };
    expect(await life(60)).toBe(60);
    expect(await life(1_000_000)).toBe(86_400);
    for (const duration of [0, -5]) expectFailure(await issue({ ...credentials(), duration }), 40201);
    expectFailure(await issue({ ...credentials(), duration: '60' }), 40201);
    expectFailure(await issue({ accessKey: acme.key.accessKey }), 40200);
  });

  it('may be made by the client with its own secret', async () => {
    const token = await selfMade({ exp: seconds() + 3600 });
    expect(await app.send('/api/v1/hello', bearer(token))).toMatchObject(HELLO);
  });

  it('are refused when expired, too long, without claims, or under another secret or algorithm', async () => {
    const unsecured = new UnsecuredJWT({ accessKey: acme.key.accessKey, iss: 'me' })
      .setExpirationTime('1h')
      .encode();
    const refused = [
      unsecured,
      await selfMade({ exp: seconds() - 10 }),
      await selfMade({ exp: seconds() + 90_000 }),
      await selfMade({}),
      await selfMade({ exp: seconds() + 60, iss: undefined }),
      await selfMade({ exp: seconds() + 60 }, 'x'.repeat(96)),
      await selfMade({ exp: seconds() + 60 }, acme.key.secretKey, 'HS512'),
      'rubbish',
      'a.b.c',
    ];
    for (const token of refused) expectFailure(await app.send('/api/v1/hello', bearer(token)), 40006);
    expectFailure(
      await app.send(
        '/api/v1/hello',
        bearer(await selfMade({ exp: seconds() + 60, accessKey: '0'.repeat(64) })),
      ),
      40002,
    );
  });

  it('stop working when the key is rotated', async () => {
    const other = await app.tenant();
    const { accessKey, secretKey } = other.key;
    const { encodedJWT } = dataOf(await issue({ accessKey, secretKey })) as { encodedJWT: string };
    expect(await app.send('/api/v1/hello', bearer(encodedJWT))).toMatchObject(HELLO);
    await app.service.keyAdmin.rotate(other.organization.id, accessKey);
    expectFailure(await app.send('/api/v1/hello', bearer(encodedJWT)), 40006);
  });
});
