import { readdirSync, readFileSync } from 'node:fs';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FAILURES } from '#src/base/failure.js';
import { composeLogger, composeService } from '#src/compose/service.js';
import { ModelBusy, type ModelPort } from '#src/model/model-port.js';
import { type Answer, type Tenant, type TestApp, testApp } from '../setup/app.js';
import { expectFailure } from './expectations.js';

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp();
  acme = await app.tenant();
});
afterAll(() => app.close());

const body = () => ({
  fieldId: '1',
  text: ['この文は一度も訳されたことがありません。'],
  sourceLang: 'ja',
  targetLang: 'en',
  contractId: acme.contracts['real-time'].id,
});

/** A node whose model has the given fault, on the same database. */
async function answerWith(fault: Partial<ModelPort>): Promise<Answer> {
  const { settings, model } = app.service;
  const faulty: ModelPort = {
    translate: (sentences, options) => model.translate(sentences, options),
    score: (sentences, options) => model.score(sentences, options),
    directions: () => model.directions(),
    outputLayer: (from, to) => model.outputLayer(from, to),
    version: (from, to) => model.version(from, to),
    steering: (from, to) => model.steering(from, to),
    standing: () => model.standing(),
    close: async () => undefined,
    ...fault,
  };
  const node = await composeService(settings, composeLogger(settings), { model: faulty });
  try {
    const issued = await node.authenticator.issue(acme.key.accessKey, acme.key.secretKey, 60, 'test');
    const response = await node.app.inject({
      method: 'POST',
      url: '/api/v1/translate',
      headers: { authorization: `Bearer ${issued}` },
      payload: body(),
    });
    return {
      status: response.statusCode,
      headers: { ...response.headers } as Answer['headers'],
      body: response.json(),
    };
  } finally {
    await node.close();
  }
}

describe('failures', () => {
  it('text that a model gives nothing back for comes back as it is', async () => {
    const answer = await answerWith({
      translate: async (sentences) =>
        sentences.map(() => ({
          target: [],
          score: 0,
          tokens: 0,
          finish: 'end',
          alternatives: [],
          models: [],
        })),
    });
    expect(answer.status).toBe(200);
    const text = body().text[0];
    expect(answer.body).toMatchObject({
      data: { translationResult: [{ sourceText: text, translatedText: text }] },
    });
  });

  it('40104: a full queue is answered at once, with Retry-After', async () => {
    const answer = await answerWith({
      translate: async () => {
        throw new ModelBusy('The queue is full.');
      },
    });
    expectFailure(answer, 40104);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
  });

  it('40104: more requests than the setting allows are refused, and room is made again', async () => {
    const small = await testApp({ maxInFlight: 2 });
    const tenant = await small.tenant();
    const read = () => small.call(tenant, '/api/v1/dictionary');
    const { pool } = app.database.store;
    const held = new pg.Pool({ connectionString: small.database.url, max: 1 });
    await held.query('begin; lock table dictionary_entries');
    const open = [read(), read()];
    // Both are on their way to the locked table: every place is taken. Who looks for terms to compile ahead may wait too.
    const name = new URL(small.database.url).pathname.slice(1);
    const waiting = `select 1 from pg_stat_activity
      where datname = $1 and wait_event_type = 'Lock' and query like '%from "dictionary_entries"%'`;
    await expect.poll(async () => (await pool.query(waiting, [name])).rowCount, { timeout: 10_000 }).toBe(2);
    const refused = await read();
    expectFailure(refused, 40104);
    expect(refused.headers['retry-after']).toBe('1');
    await held.query('commit');
    await held.end();
    expect((await Promise.all(open)).map(({ status }) => status)).toEqual([200, 200]);
    await expect.poll(async () => (await read()).status, { timeout: 5_000 }).toBe(200);
    await small.close();
  });

  it('40100: anything unforeseen shows nothing of the inside', async () => {
    const broken = await testApp();
    const tenant = await broken.tenant();
    await broken.database.store.pool.query('drop table callbacks cascade');
    const answer = await broken.call(tenant, '/api/v1/callback');
    expectFailure(answer, 40100);
    expect(JSON.stringify(answer.body)).not.toMatch(/select|callbacks|relation|node_modules|at /);
    await broken.close();
  });

  it('40104: a database that is away is a passing trouble, and the service recovers by itself', async () => {
    const { pool } = app.database.store;
    await app.call(acme, '/api/v1/hello');
    const name = new URL(app.database.url).pathname.slice(1);
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()`,
      [name],
    );
    await expect
      .poll(async () => (await app.call(acme, '/api/v1/dictionary')).status, { timeout: 5_000 })
      .toBe(200);
  });

  it('are all in docs/reference/errors.md, with their HTTP status and message', () => {
    const documented = readFileSync(new URL('../../docs/reference/errors.md', import.meta.url), 'utf8');
    for (const { code, status, message } of Object.values(FAILURES)) {
      expect(documented).toContain(`| ${code} | ${status} | ${message} |`);
    }
    const codes = documented.match(/^\| \d{5} \| \d{3} \|/gm) ?? [];
    expect(codes).toHaveLength(Object.keys(FAILURES).length);
  });

  it('are each reached by a test that reads the answer of the service', () => {
    const folder = new URL('..', import.meta.url);
    const reached = new Set(
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.test.ts'))
        .map((name) => readFileSync(new URL(name.replaceAll('\\', '/'), folder), 'utf8'))
        // `expectFailure` looks at the status, the shape and the code of an answer.
        .flatMap((test) => [...test.matchAll(/expectFailure\([^;]*?\b(4\d{4})\b/g)])
        .map(([, code]) => code),
    );
    expect(Object.values(FAILURES).filter(({ code }) => !reached.has(String(code)))).toEqual([]);
  });

  it('are each thrown somewhere by name, and their numbers stand in the catalogue alone', () => {
    const folder = new URL('../../src/', import.meta.url);
    const sources = readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && name !== 'failure.ts')
      .map((name) => ({ name, text: readFileSync(new URL(name.replaceAll('\\', '/'), folder), 'utf8') }));
    const thrown = (kind: string) => sources.some(({ text }) => text.includes(`'${kind}'`));
    expect(Object.keys(FAILURES).filter((kind) => !thrown(kind))).toEqual([]);
    const codes = Object.values(FAILURES).map(({ code }) => String(code));
    const numbered = sources.filter(({ text }) => codes.some((code) => text.includes(`Failure(${code}`)));
    expect(numbered.map(({ name }) => name)).toEqual([]);
  });
});
