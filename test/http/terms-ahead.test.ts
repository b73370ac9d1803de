import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf } from './expectations.js';

let app: TestApp;
let acme: Tenant;
let glossary: string;
const masterKey = randomBytes(32).toString('base64');
beforeAll(async () => {
  app = await testApp({ masterKey });
  acme = await app.tenant();
});
afterAll(() => app.close());

const TERMS = 2_000;
const DIRECTION = 'format=tsv&fromLang=en&toLang=ja';

const table = (word: string) =>
  Array.from({ length: TERMS }, (_, at) => `${word} ${at}\t${word}の${at}番`).join('\n');

/** How many long lists this process has compiled while a request waited, and before one came. */
async function compiled(service: TestApp): Promise<{ waiting: number; ahead: number }> {
  const metrics = String((await service.send('/metrics')).body);
  const count = (event: string) =>
    Number(
      new RegExp(`^kotobashi_pipeline_total\\{event="${event}"\\} (\\d+)$`, 'm').exec(metrics)?.[1] ?? 0,
    );
  return { waiting: count('term_lists_compiled'), ahead: count('term_lists_compiled_ahead') };
}

async function translated(
  service: TestApp,
  text: string,
  t4ooGlossaryId?: string,
): Promise<string | undefined> {
  const answer = await service.call(acme, '/api/v1/translate', {
    body: {
      fieldId: '1',
      text: [text],
      sourceLang: 'en',
      targetLang: 'ja',
      contractId: acme.contracts.t4oo.id,
      ...(t4ooGlossaryId !== undefined && { t4ooGlossaryId }),
    },
  });
  const { translationResult } = dataOf(answer) as { translationResult: { translatedText: string }[] };
  return translationResult[0]?.translatedText;
}

async function uploaded(path: string, text: string): Promise<void> {
  const headers = { 'content-type': 'application/octet-stream' };
  const answer = await app.call(acme, path, { method: 'POST', body: Buffer.from(text), headers });
  expect(answer.status).toBe(200);
}

it('the first request after an import of many terms finds the list compiled', async () => {
  const made = dataOf(await app.call(acme, '/api/v1/glossaries', { body: { name: 'parts' } }));
  glossary = String((made as { id: number }).id);
  const before = await compiled(app);
  await uploaded(`/api/v1/glossaries/${glossary}/import?${DIRECTION}`, table('gasket'));
  await vi.waitFor(async () => expect((await compiled(app)).ahead).toBe(before.ahead + 1), {
    timeout: 20_000,
  });
  expect(await translated(app, 'gasket 1700', glossary)).toBe('gasketの1700番');
  expect(await compiled(app)).toEqual({ waiting: before.waiting, ahead: before.ahead + 1 });
});

it('the same holds for the dictionary of a user, beside a glossary that was compiled before', async () => {
  const before = await compiled(app);
  await uploaded(`/api/v1/dictionary/import?${DIRECTION}`, table('flange'));
  await vi.waitFor(async () => expect((await compiled(app)).ahead).toBe(before.ahead + 1), {
    timeout: 20_000,
  });
  expect(await translated(app, 'flange 3', glossary)).toBe('flangeの3番');
  expect(await translated(app, 'gasket 4', glossary)).toBe('gasketの4番');
  expect(await compiled(app)).toEqual({ waiting: before.waiting, ahead: before.ahead + 1 });
});

it('a service that starts compiles the long lists that are there', async () => {
  const next = await testApp({ masterKey, databaseUrl: app.database.url });
  try {
    await vi.waitFor(async () => expect((await compiled(next)).ahead).toBe(2), { timeout: 20_000 });
    expect(await translated(next, 'flange 1999')).toBe('flangeの1999番');
    expect(await compiled(next)).toEqual({ waiting: 0, ahead: 2 });
  } finally {
    await next.close();
  }
});
