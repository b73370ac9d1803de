import { createHash, createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CallOptions, type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf, expectFailure } from './expectations.js';

let app: TestApp;
let acme: Tenant;
let old: Tenant;
let clock = Date.now();
beforeAll(async () => {
  app = await testApp({ callbackAllowPrivate: true });
  acme = await app.tenant();
  old = await app.tenant({ profile: 'legacy' });
});
afterAll(() => app.close());

function newNonce(): string {
  clock += 1;
  return String(clock);
}
const term = (fromText: string) => ({ fromLang: 'ja', fromText, toLang: 'en', toText: 'x' });

/** Headers as somebody who listens on the line has them. */
function captured(tenant: Tenant, path: string) {
  const { accessKey, secretKey } = tenant.key;
  const nonce = newNonce();
  const signature = createHmac('sha256', secretKey).update(`${nonce}${path}`).digest('hex');
  return { accessKey, nonce, signature };
}

describe('the headers of a request', () => {
  it.each([['standard'], ['legacy']])('that read cannot change, in the %s profile', async (profile) => {
    const tenant = profile === 'legacy' ? old : acme;
    const path = '/api/v1/callback';
    const headers = captured(tenant, path);
    expect((await app.send(path, { headers })).status).toBe(200);
    const stolen = { method: 'PUT', body: { callbackUrl: 'http://127.0.0.1:9999/' }, headers } as const;
    expectFailure(await app.send(path, stolen), 40005);
    expectFailure(await app.send(path, { method: 'DELETE', headers }), 40005);
    expect(dataOf(await app.call(tenant, path))).toEqual({ callbackUrl: null });
    // Reading again with them is harmless, and clients that poll do it.
    expect((await app.send(path, { headers })).status).toBe(200);
  });

  it('that changed cannot change something else', async () => {
    const path = '/api/v1/dictionary';
    const headers = captured(acme, path);
    expect((await app.send(path, { headers, body: term('橋') })).status).toBe(200);
    expectFailure(await app.send(path, { headers, body: term('盗') }), 40005);
    expectFailure(await app.send(path, { headers, body: term('橋') }), 40005);
    expectFailure(await app.send(path, { headers }), 40005);
  });

  it.each([
    ['/api/v1/dictionary/0?a=b+c', '/api/v1/dictionary/0?a=b%2Bc'],
    ['/api/v1/dictionary/0', '/api/v1/dictionary/%30'],
  ])('of %s do not serve for %s', async (first, second) => {
    const headers = captured(acme, first);
    expectFailure(await app.send(first, { method: 'DELETE', headers }), 40203);
    expectFailure(await app.send(second, { method: 'DELETE', headers }), 40005);
  });

  it('of %41 do not serve for %2541, not even once', async () => {
    const headers = captured(acme, '/api/v1/dictionary/%41');
    const answer = await app.send('/api/v1/dictionary/%2541', { method: 'DELETE', headers });
    expectFailure(answer, 40006);
  });

  it('serve for two different additions of one second in the legacy profile', async () => {
    const path = '/api/v1/dictionary';
    const nonce = String(Math.floor(Date.now() / 1000));
    for (const fromText of ['一', '二', '一']) {
      expect((await app.call(old, path, { nonce, body: term(fromText) })).status).toBe(200);
    }
    const { entries } = dataOf(await app.call(old, path)) as { entries: unknown[] };
    expect(entries).toHaveLength(2);
  });
});

describe('x-signature-v2', () => {
  const signed = (tenant: Tenant, method: string, path: string, body = '', nonce = newNonce()) => {
    const sha256 = createHash('sha256').update(body).digest('hex');
    const { accessKey, secretKey } = tenant.key;
    const message = [method, path, sha256, nonce].join('\n');
    const signature = createHmac('sha256', secretKey).update(message).digest('hex');
    return { accessKey, nonce, 'x-content-sha256': sha256, 'x-signature-v2': signature };
  };
  const send = (path: string, options: CallOptions) => app.send(path, options);

  it('lets in the request that was signed, and no other method, path or body', async () => {
    const path = '/api/v1/dictionary';
    const body = JSON.stringify(term('川'));
    const headers = () => signed(acme, 'POST', path, body);
    expect((await send(path, { body, headers: headers() })).status).toBe(200);
    expectFailure(await send(path, { body: JSON.stringify(term('海')), headers: headers() }), 40006);
    expectFailure(await send(`${path}/bulk`, { body: `[${body}]`, headers: headers() }), 40006);
    expectFailure(await send(path, { headers: headers() }), 40006);
    expect((await send(path, { headers: signed(acme, 'GET', path) })).status).toBe(200);
  });

  it('covers a form with files, to the last byte', async () => {
    const path = '/api/v1/training/train';
    const rows = Array.from({ length: 10 }, (_, at) => `Press key ${at}.\t${at}のキーを押します。`);
    const part = (name: string, content: string, file = '') =>
      `--x\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${content}\r\n`;
    const form = (last: string) =>
      [
        part('file', [...rows, last].join('\n'), '; filename="a.tsv"'),
        ...[part('firstLang', 'en'), part('secondLang', 'ja'), part('field', 'L100001')],
        `${part('contractId', acme.contracts.custom.id)}--x--\r\n`,
      ].join('');
    const body = form('Press the last key.\t最後のキーを押します。');
    const type = { 'content-type': 'multipart/form-data; boundary=x' };
    const headers = () => ({ ...signed(acme, 'POST', path, body), ...type });
    const other = form('Press the lost key.\t最後のキーを押します。');
    expectFailure(await send(path, { body: other, headers: headers() }), 40006);
    const unsigned = { ...headers(), 'x-content-sha256': 'UNSIGNED-PAYLOAD' };
    expectFailure(await send(path, { body, headers: unsigned }), 40006);
    expect((await send(path, { body, headers: headers() })).body).toMatchObject({
      jid: expect.stringMatching(/^J/),
    });
  });

  it('does not let the same change in twice, nor an old one', async () => {
    const path = '/api/v1/dictionary';
    const body = JSON.stringify(term('山'));
    const headers = signed(acme, 'POST', path, body);
    expect((await send(path, { body, headers })).status).toBe(200);
    expectFailure(await send(path, { body, headers }), 40005);
    const late = signed(acme, 'POST', path, body, String(Date.now() - 301_000));
    expectFailure(await send(path, { body, headers: late }), 40005);
  });

  it('is all that a key takes that is set to require it', async () => {
    const tenant = await app.tenant();
    const { accessKey, secretKey } = tenant.key;
    const issue = () => app.send('/api/v1/token', { body: { accessKey, secretKey } });
    const { encodedJWT } = dataOf(await issue()) as { encodedJWT: string };
    await app.service.keyAdmin.change(tenant.organization.id, accessKey, { requiresV2: true });
    const path = '/api/v1/hello';
    expectFailure(await app.call(tenant, path), 40006);
    expectFailure(await issue(), 40006);
    const authorization = `Bearer ${encodedJWT}`;
    expectFailure(await app.send(path, { headers: { authorization } }), 40006);
    expect((await send(path, { headers: signed(tenant, 'GET', path) })).status).toBe(200);
  });
});
