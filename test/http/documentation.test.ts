import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { escapeHtml } from '#src/http/answer/html.js';
import { type CallOptions, type TestApp, testApp } from '../setup/app.js';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

interface Document {
  readonly openapi: string;
  readonly paths: Record<
    string,
    Record<string, { summary?: string; responses?: object; security?: object[] }>
  >;
}

describe('the OpenAPI document', () => {
  it('describes every endpoint of the interface', async () => {
    const { body } = await app.send('/openapi.json');
    const { openapi, paths } = body as Document;
    expect(openapi).toMatch(/^3\.1/);
    for (const [method, path] of [
      ['post', '/api/v1/translate'],
      ['get', '/api/v1/dictionary'],
      ['post', '/api/v1/dictionary'],
      ['post', '/api/v1/dictionary/bulk'],
      ['put', '/api/v1/dictionary/{id}'],
      ['delete', '/api/v1/dictionary/{id}'],
      ['delete', '/api/v1/dictionary/dictionary-all'],
      ['get', '/api/v1/field/list'],
      ['get', '/api/v1/training/fields/sourceLang/{sourceLang}/targetLang/{targetLang}'],
      ['get', '/api/v1/training/job/{jid}'],
      ['get', '/api/v1/training/model/{mid}'],
      ['get', '/api/v1/training/models'],
      ['get', '/api/v1/callback'],
      ['put', '/api/v1/callback'],
      ['delete', '/api/v1/callback'],
      ['get', '/api/v1/stt-languages'],
      ['get', '/api/v1/stt-streaming-languages'],
      ['get', '/api/v1/languages'],
      ['get', '/api/v1/languages/engine/{engine}'],
      ['post', '/api/v1/token'],
      ['get', '/api/v1/hello'],
    ] as const) {
      expect(paths[path]?.[method], `${method} ${path}`).toMatchObject({ summary: expect.any(String) });
      if (path !== '/api/v1/token') expect(paths[path]?.[method]?.security).toHaveLength(2);
    }
  });

  it('is shown whole by a page that needs nothing else and names no other host', async () => {
    const { body } = await app.send('/openapi.json');
    const page = await app.send('/docs/');
    expect(page.status).toBe(200);
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
    const html = String(page.body);
    for (const [path, methods] of Object.entries((body as Document).paths)) {
      for (const { summary } of Object.values(methods)) {
        expect(html).toContain(`<code>${path}</code> ${escapeHtml(summary ?? '')}`);
      }
    }
    expect(html).not.toMatch(/<(?:script|link|img|iframe|object|form)\b/);
    const hosts = [...html.matchAll(/(?:https?:)?\/\/([a-z0-9.-]+)/g)].map(([, host]) => host);
    expect(new Set(hosts)).toEqual(new Set(['127.0.0.1']));
  });
});

describe('every route that the document describes', () => {
  it('has schemas that compile: nothing that is sent to it is a fault of ours', async () => {
    const { paths } = (await app.send('/openapi.json')).body as Document;
    const tenant = await app.tenant();
    const authorization = `Bearer ${app.service.adminToken}`;
    for (const [path, methods] of Object.entries(paths)) {
      const target = path.replaceAll(/\{[^}]+\}/g, 'x');
      for (const name of Object.keys(methods)) {
        const method = name.toUpperCase() as NonNullable<CallOptions['method']>;
        const options = { method, ...(method !== 'GET' && { body: {} }) };
        const { status, body } = path.startsWith('/admin/')
          ? await app.send(target, { ...options, headers: { authorization } })
          : await app.call(tenant, target, options);
        expect(status, `${method} ${path}: ${JSON.stringify(body)}`).toBeLessThan(500);
      }
    }
  });
});
