import { once } from 'node:events';
import { connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { FailureCode } from '#src/base/failure.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { expectFailure } from './expectations.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp({ bodyLimit: 100_000 });
  acme = await app.tenant();
});
afterAll(() => app.close());

const post = (body: string | Uint8Array, headers = {}) =>
  app.call(acme, '/api/v1/dictionary', { method: 'POST', body, headers });
const term = { fromLang: 'ja', fromText: '橋', toLang: 'en', toText: 'bridge' };

/** Where something is sent that its schema refuses, and what is said about it. */
const REFUSED: readonly (readonly [string, object | undefined, FailureCode, string])[] = [
  ['dictionary', [], 40202, 'The body must be an object, in braces.'],
  ['dictionary', {}, 40200, 'fromLang is missing: send it in the body of the request.'],
  ['dictionary', { ...term, toText: 5 }, 40201, 'toText must be a string, in quotation marks.'],
  ['dictionary/bulk', term, 40202, 'The body must be an array, in square brackets.'],
  ['dictionary/bulk', [], 40202, 'The body is empty: send at least one item.'],
  ['dictionary/bulk', [{ ...term, toText: undefined }], 40200, '0.toText is missing'],
  ['translate', { text: 'x' }, 40201, 'text must be an array, in square brackets.'],
  ['translate', { text: [] }, 40202, 'text is empty: send at least one item.'],
  ['translate', { names: 'x' }, 40201, 'names must be one of customary, keep.'],
  ['translate', { autoSplit: 'yes' }, 40201, 'autoSplit must be true or false, without quotation marks.'],
  ['token', { accessKey: 'x'.repeat(300) }, 40202, 'accessKey is too long: send at most 256 characters.'],
  ['token', { duration: '60' }, 40201, 'duration must be a number, without quotation marks.'],
  ['usage?from=yesterday', undefined, 40201, 'from must be a day such as 2026-01-31.'],
  ['field/list?engine=t4oo&language=fr', undefined, 40201, 'language must be one of ja, en.'],
  ['field/list', undefined, 40200, 'engine is missing: send it in the query string of the request.'],
];

describe('a body', () => {
  it.each([
    '{',
    '{"a":}',
    '[1,]',
    "{'a':1}",
    'NaN',
    '{"text":["\u0001"]}',
    `${'['.repeat(50_000)}${']'.repeat(50_000)}`.slice(0, 99_000),
    `${'['.repeat(40)}${']'.repeat(40)}`,
    `${'{"a":'.repeat(40)}1${'}'.repeat(40)}`,
    '{"__proto__":{"polluted":true}}',
    '{"fromText":{"__proto__":{"polluted":true}}}',
    JSON.stringify({ ...term, fromText: 'a\0b' }),
    '{"fromLang":"ja","toLang":"en","toText":"x","fromText":"\\ud800"}',
    '{"\\udfff":1}',
  ])('that cannot be read or holds what no text holds is 40202: %#', async (body) => {
    expectFailure(await post(body), 40202);
    expect({}).not.toHaveProperty('polluted');
  });

  it.each(REFUSED)(
    'for %s that is not as described is told what it must be: %j',
    async (path, sent, code, sentence) => {
      const whole = {
        translate: { fieldId: '1', text: ['x'], sourceLang: 'en', targetLang: 'ja', contractId: 'x' },
        token: { accessKey: 'x', secretKey: 'x' },
      }[path];
      const body = sent === undefined ? undefined : whole === undefined ? sent : { ...whole, ...sent };
      const answer = await app.call(acme, `/api/v1/${path}`, body === undefined ? {} : { body });
      expectFailure(answer, code);
      expect(answer.body).toMatchObject({ data: { message: expect.stringContaining(sentence) } });
    },
  );

  it('that is not UTF-8 is 40202', async () => {
    expectFailure(await post(new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x7d])), 40202);
  });

  it('with the name constructor is data like any other', async () => {
    const sent = JSON.stringify({ ...term, constructor: { prototype: { polluted: true } } });
    expect((await post(sent)).status).toBe(200);
    expect({}).not.toHaveProperty('polluted');
  });

  it('beyond the limit is 413', async () => {
    expectFailure(await post(JSON.stringify({ ...term, more: 'x'.repeat(100_000) })), 40202, 413);
  });

  it('far beyond the limit is 413 too, and no broken connection', async () => {
    for (let i = 0; i < 3; i++) expectFailure(await post('x'.repeat(40_000_000)), 40202, 413);
    expect((await post(JSON.stringify(term))).status).toBe(200);
  });

  it.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded', 'nonsense'])(
    'sent as %s is 415',
    async (type) => {
      expectFailure(await post(JSON.stringify(term), { 'content-type': type }), 40202, 415);
    },
  );

  it('may name its character set', async () => {
    const type = { 'content-type': 'application/json; charset=UTF-8' };
    expect((await post(JSON.stringify(term), type)).status).toBe(200);
  });

  it('may be absent from GET and DELETE although a content type is sent', async () => {
    const headers = { 'content-type': 'application/json' };
    expect((await app.call(acme, '/api/v1/dictionary', { headers })).status).toBe(200);
    const remove = { method: 'DELETE' as const, headers };
    expect((await app.call(acme, '/api/v1/dictionary/dictionary-all', remove)).status).toBe(200);
  });
});

describe('a form', () => {
  const form = (fields: Readonly<Record<string, string>>) => {
    const rows = Array.from({ length: 12 }, (_, at) => `Sentence ${at}.\t文${at}。`).join('\n');
    const parts = Object.entries({ ...fields, file: rows }).map(([name, value]) => {
      const file = name === 'file' ? '; filename="pairs.tsv"' : '';
      return `--edge\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n${value}\r\n`;
    });
    return app.call(acme, '/api/v1/training/train', {
      body: `${parts.join('')}--edge--\r\n`,
      headers: { 'content-type': 'multipart/form-data; boundary=edge' },
    });
  };
  const good = () => ({
    contractId: acme.contracts.custom.id,
    firstLang: 'en',
    secondLang: 'ja',
    field: 'L000001',
  });

  it.each(['a\0b', 'a\u0007b', 'two\nlines'])('with a name that is no name is 40202: %j', async (name) => {
    expectFailure(await form({ ...good(), name }), 40202);
  });

  it.each(['contractId', 'firstLang', 'secondLang', 'field'])('with a NUL in %s is refused', async (name) => {
    const answer = await form({ ...good(), [name]: '\0' });
    expect([400, 404]).toContain(answer.status);
  });
});

describe('a path', () => {
  it.each(['/api', '/api/v1', '/api/v2/translate', '/api/v1/translate/x/y', '/api/v1/Translate', '/..%2f'])(
    '%s that does not exist is 40404',
    async (path) => {
      expectFailure(await app.send(path), 40404);
    },
  );

  it.each([
    ['GET', '/api/v1/translate'],
    ['PUT', '/api/v1/translate'],
    ['PATCH', '/api/v1/dictionary/7'],
    ['POST', '/api/v1/callback'],
    ['DELETE', '/api/v1/training/models'],
    ['POST', '/api/v1/hello'],
    ['GET', '/api/v1/token'],
  ] as const)('%s %s is 405 and says what is allowed', async (method, path) => {
    const answer = await app.send(path, { method });
    expectFailure(answer, 40202, 405);
    expect(answer.headers.allow).toMatch(/GET|POST|PUT|DELETE/);
  });

  it.each([
    '/api/v1/translate/async/%00',
    '/api/v1/dictionary/7%00',
    '/api/v1/field/list?engine=t4oo%00',
    '/%00',
  ])('%s with a NUL character is 40202', async (path) => {
    expectFailure(await app.call(acme, path), 40202);
  });

  it('may end in a slash', async () => {
    expect((await app.call(acme, '/api/v1/hello/')).status).toBe(200);
  });

  it.each(['%zz', '%ff', '%c0%af'])(
    'with the broken escape %s is a failure of the caller',
    async (broken) => {
      const answer = await app.send(`/api/v1/dictionary/${broken}`, { method: 'DELETE' });
      expectFailure(answer, 40202);
      expect(answer.body).toMatchObject({ data: { message: expect.stringContaining('escape (%)') } });
    },
  );
});

describe('an answer', () => {
  it('carries x-request-id, a new one each time', async () => {
    const ids = await Promise.all(
      ['/livez', '/nope', '/api/v1/hello', '/readyz'].map(
        async (path) => (await app.send(path)).headers['x-request-id'],
      ),
    );
    expect(new Set(ids).size).toBe(4);
    for (const id of ids) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('to HEAD has the status of GET and no body', async () => {
    expect(await app.call(acme, '/api/v1/hello', { method: 'HEAD' })).toMatchObject({
      status: 200,
      body: '',
    });
  });
});

describe('a browser', () => {
  it('may ask first and then call from another origin', async () => {
    const preflight = await app.send('/api/v1/translate', {
      method: 'OPTIONS',
      headers: {
        origin: 'https://example.com',
        'access-control-request-method': 'POST',
        'access-control-request-headers':
          'content-type,authorization,accesskey,nonce,signature,cache-control',
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['access-control-allow-origin']).toBe('*');
    for (const method of ['GET', 'POST', 'PUT', 'DELETE']) {
      expect(preflight.headers['access-control-allow-methods']).toContain(method);
    }
    for (const name of [
      'content-type',
      'authorization',
      'accesskey',
      'nonce',
      'signature',
      'cache-control',
    ]) {
      expect(preflight.headers['access-control-allow-headers']?.toLowerCase()).toContain(name);
    }
    const refused = await app.send('/api/v1/hello', { headers: { origin: 'https://example.com' } });
    expect(refused).toMatchObject({ status: 401, headers: { 'access-control-allow-origin': '*' } });
  });
});

/** Speaks to the service byte by byte: each request in parts of its own, the next after the answer. */
async function raw(...requests: (readonly string[])[]): Promise<string> {
  const socket = connect(Number(new URL(app.url).port), '127.0.0.1');
  await once(socket, 'connect');
  // Each part in a packet of its own.
  socket.setNoDelay(true);
  let received = '';
  socket.on('data', (chunk) => {
    received += chunk.toString();
  });
  for (const [index, parts] of requests.entries()) {
    for (const part of parts) {
      await new Promise((resolve) => socket.write(part, resolve));
    }
    await expect
      .poll(() => received.split('HTTP/1.1 ').length, { timeout: 5_000 })
      .toBeGreaterThan(index + 1);
  }
  socket.destroy();
  return received;
}

describe('the connection', () => {
  it('answers a request with Upgrade: h2c like any other, body and all, and goes on', async () => {
    const body = JSON.stringify({ accessKey: acme.key.accessKey, secretKey: acme.key.secretKey });
    const head = [
      'POST /api/v1/token HTTP/1.1',
      'Host: localhost',
      'Connection: Upgrade, HTTP2-Settings',
      'Upgrade: h2c',
      'HTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '\r\n',
    ].join('\r\n');
    const received = await raw([head, body], [head + body]);
    expect(received.match(/HTTP\/1\.1 200 OK/g)).toHaveLength(2);
    expect(received.match(/encodedJWT/g)).toHaveLength(2);
  });

  it('answers what is no HTTP with a failure of the usual shape', async () => {
    const received = await raw(['HELLO?\r\n\r\n']);
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).toContain('"code":40202');
    expect(received).toContain('x-request-id');
  });

  it.each([
    ['GET /livez HTTP/1.1\r\n\r\n', 400, 'The Host header is missing'],
    ['CONNECT db.internal:5432 HTTP/1.1\r\nHost: db.internal:5432\r\n\r\n', 405, 'This service is no proxy'],
  ])('says what is wrong with %j', async (request, status, sentence) => {
    const received = await raw([request]);
    expect(received).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} .*x-request-id.*"code":40202.*${sentence}`, 's'),
    );
  });

  it('refuses endless headers', async () => {
    const received = await raw([`GET /livez HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(100_000)}\r\n\r\n`]);
    expect(received).toMatch(/^HTTP\/1\.1 431 /);
    expect(received).toContain('"code":40202');
  });

  it.each([
    ['two lengths', 'Content-Length: 2\r\nContent-Length: 3', '{}'],
    ['a length and chunks', 'Content-Length: 2\r\nTransfer-Encoding: chunked', '{}'],
    ['a length that is none', 'Content-Length: many', ''],
    ['a broken header', 'Bad Header: x', ''],
  ])('refuses a request with %s, which another machine might read differently', async (_, header, body) => {
    const received = await raw([
      `POST /api/v1/token HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${header}\r\n\r\n${body}`,
    ]);
    expect(received).toMatch(/^HTTP\/1\.1 400 /);
    expect(received).toContain('"code":40202');
  });

  it.each(['accessKey', 'nonce', 'signature'])(
    'takes a request with two %s for nobody it knows',
    async (name) => {
      const { accessKey } = acme.key;
      const headers = { accessKey, nonce: String(Date.now()), signature: 'a'.repeat(64) };
      const lines = [...Object.entries(headers), [name, 'b'.repeat(64)]].map((pair) => pair.join(': '));
      const received = await raw([`GET /api/v1/hello HTTP/1.1\r\nHost: x\r\n${lines.join('\r\n')}\r\n\r\n`]);
      expect(received).toMatch(/^HTTP\/1\.1 401 /);
      expect(received).toMatch(/"code":4000[26]/);
    },
  );

  it('does not wait for ever for a request to arrive', () => {
    const { requestTimeout, headersTimeout } = app.service.app.server;
    expect(requestTimeout).toBeGreaterThan(0);
    expect(requestTimeout).toBeLessThanOrEqual(120_000);
    expect(headersTimeout).toBeGreaterThan(0);
  });
});
