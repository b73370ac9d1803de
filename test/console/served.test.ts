import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import fastify from 'fastify';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { consolePages } from '#src/http/console.js';
import { expectFailure } from '../http/expectations.js';
import { type TestApp, testApp } from '../setup/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

/** Paths that a page names in `src` and `href`, below the host. */
function filesOf(html: unknown): string[] {
  return [...String(html).matchAll(/(?:src|href)="([^"]+)"/g)].map(
    ([, name = '']) => new URL(name, `${app.url}/console/`).pathname,
  );
}

/** Sends a path as it is: `fetch` would tidy it up first. */
async function statusOf(path: string): Promise<number | undefined> {
  return await new Promise((resolve, reject) => {
    const { hostname, port } = new URL(app.url);
    request({ hostname, port, path }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('the page', () => {
  it('is served without a key, checked anew every time, and allowed to load from here alone', async () => {
    const { status, headers, body } = await app.send('/console/');
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-cache',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    });
    const policy = headers['content-security-policy']?.split('; ') ?? [];
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(policy.join()).not.toMatch(/unsafe|data:|\*/);
    expect(String(body)).not.toMatch(/<style|style=|<script(?![^>]*\ssrc=)[^>]*>|\son\w+=/);
  });

  it('needs less than 200 KB of script at first, as it travels', async () => {
    const scripts = new Map<string, string>();
    const open = filesOf((await app.send('/console/')).body).filter((file) => file.endsWith('.js'));
    for (let file = open.pop(); file !== undefined; file = open.pop()) {
      if (scripts.has(file)) continue;
      const script = String((await app.send(file)).body);
      scripts.set(file, script);
      // What it needs at once; pages that come when they are opened are written with a bracket.
      for (const [, name = ''] of script.matchAll(/(?:from|import)["'](\.\/[\w-]+\.js)["']/g))
        open.push(new URL(name, `${app.url}${file}`).pathname);
    }
    expect(scripts.size).toBeGreaterThan(1);
    const bytes = [...scripts.values()].map((script) => gzipSync(script).length);
    expect(bytes.reduce((sum, one) => sum + one, 0)).toBeLessThan(200_000);
  });

  it('names files that are there, never change under their name and are kept by browsers', async () => {
    const files = filesOf((await app.send('/console/')).body);
    expect(files.map((file) => file.split('.').at(-1)).sort()).toEqual(['css', 'js', 'svg']);
    const types: Record<string, string> = { css: 'text/css', js: 'text/javascript', svg: 'image/svg+xml' };
    for (const file of files) {
      expect(file).toMatch(/^\/console\/assets\/\w+-[\w-]{8}\.\w+$/);
      const { status, headers } = await app.send(file);
      expect(status).toBe(200);
      expect(headers['content-type']).toContain(types[file.split('.').at(-1) ?? '']);
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
      });
    }
  });

  it('is where the address of the service leads, also behind a proxy that adds a prefix', async () => {
    const answer = await fetch(`${app.url}/`, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    expect(new URL(answer.headers.get('location') ?? '', 'https://a.example/prefix/').href).toBe(
      'https://a.example/prefix/console/',
    );
  });

  it('is found without the last slash too, also behind a proxy that adds a prefix', async () => {
    const answer = await fetch(`${app.url}/console`, { redirect: 'manual' });
    expect(answer.status).toBe(302);
    expect(new URL(answer.headers.get('location') ?? '', 'https://a.example/prefix/console').href).toBe(
      'https://a.example/prefix/console/',
    );
    expect((await app.send('/console')).headers['content-type']).toContain('text/html');
  });

  it('is no part of the documented interface', async () => {
    const { paths } = (await app.send('/openapi.json')).body as { paths: object };
    expect(Object.keys(paths).filter((path) => path.includes('console'))).toEqual([]);
  });
});

describe('the code of the link that a start prints', () => {
  const redeem = (code: string, headers: Readonly<Record<string, string>> = {}) =>
    app.send('/console/sign-in', { body: { code }, headers });

  it('signs in once, from this machine alone, and within ten minutes', async () => {
    const { accessKey } = (await app.tenant()).key;
    const issue = () => app.service.signInCodes.issue(accessKey);
    const code = issue();
    expect(await redeem(code)).toMatchObject({ status: 200, headers: { 'cache-control': 'no-store' } });
    expectFailure(await redeem(code), 40006);
    expectFailure(await redeem(issue(), { 'x-forwarded-for': '192.0.2.7' }), 40006);
    const old = issue();
    const now = vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 10 * 60_000);
    onTestFinished(() => now.mockRestore());
    expectFailure(await redeem(old), 40006);
  });
});

describe('the token over a reload', () => {
  const session = (method: 'GET' | 'POST' | 'DELETE', headers: Readonly<Record<string, string>> = {}) =>
    app.send('/console/session', { method, headers });

  it('lies in a cookie that no script can read and no other site can send, and is given to the page alone', async () => {
    const { accessKey, secretKey } = (await app.tenant()).key;
    const { body } = await app.send('/api/v1/token', { body: { accessKey, secretKey } });
    const { encodedJWT } = (body as { data: { encodedJWT: string } }).data;
    expectFailure(await session('POST'), 40006);
    expectFailure(await session('POST', { authorization: 'Bearer nothing' }), 40006);
    const kept = await session('POST', { authorization: `Bearer ${encodedJWT}` });
    expect(kept).toMatchObject({ status: 204, body: '' });
    expect(kept.headers['set-cookie']).toBe(`kotobashi_session=${encodedJWT}; HttpOnly; SameSite=Strict`);
    const cookie = `other=1; kotobashi_session=${encodedJWT}`;
    expect(await session('GET', { cookie, origin: 'https://elsewhere.example' })).toMatchObject({
      status: 200,
      headers: expect.not.objectContaining({ 'access-control-allow-origin': expect.anything() }),
      body: { status: 'success', data: { encodedJWT } },
    });
    expect(await session('GET')).toMatchObject({ status: 204, headers: { 'cache-control': 'no-store' } });
    expect((await session('DELETE')).headers['set-cookie']).toMatch(/^kotobashi_session=; Max-Age=0;/);
  });

  it('opens nothing of the interface', async () => {
    const cookie = 'kotobashi_session=anything';
    expectFailure(await app.send('/api/v1/hello', { headers: { cookie } }), 40006);
  });
});

describe('other paths below it', () => {
  it('are unknown like any other', async () => {
    for (const path of ['/console/nothing', '/console/assets', '/console/assets/index.js', '/consoles']) {
      expectFailure(await app.send(path), 40404);
    }
  });

  it.each([
    '/console/../package.json',
    '/console/../http/app.js',
    '/console/assets/../../http/app.js',
    '/console/%2e%2e/http/app.js',
    '/console/..%2fhttp%2fapp.js',
    '/console/..%5chttp%5capp.js',
    '/console//etc/passwd',
    '/console/%2fetc%2fpasswd',
  ])('never lead out of it: %s', async (path) => {
    expect(await statusOf(path)).toBe(404);
  });

  it('take no other method', async () => {
    const answer = await app.send('/console/', { method: 'POST', body: {} });
    expectFailure(answer, 40202, 405);
    expect(answer.headers.allow).toBe('GET, HEAD');
  });
});

it('is left out where it was not built; the rest is served', async () => {
  const bare = fastify().withTypeProvider<TypeBoxTypeProvider>();
  bare.get('/livez', async () => 'up');
  await bare.register(consolePages, { folder: join(tmpdir(), 'kotobashi-never-built') });
  expect((await bare.inject('/livez')).body).toBe('up');
  expect((await bare.inject('/console/')).statusCode).toBe(404);
  await bare.close();
});
