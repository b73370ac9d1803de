import { cpSync, mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { composeModel } from '#src/compose/model.js';
import { readSettings } from '#src/settings/read-settings.js';
import { FileClient } from '../../bench/files/file-client.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { fewPairs, upload } from '../training/customer.js';
import { asTsv } from '../training/manual.js';
import { expectFailure } from './expectations.js';

const LIMIT_MS = 300_000;
const apps: TestApp[] = [];
const folders: string[] = [];
afterAll(async () => {
  for (const app of apps) await app.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

const ENTRY = { fromLang: 'en', fromText: 'lamp', toLang: 'ja', toText: 'ランプ' };
const order = (contractId: string, more: object = {}) => ({
  fieldId: '1',
  text: ['駅はどこですか。'],
  sourceLang: 'ja',
  targetLang: 'en',
  contractId,
  ...more,
});
const readiness = (app: TestApp) => app.send('/readyz');
const unready = (part: string) => ({
  status: 503,
  body: { status: 'failure', data: { reasons: [{ part, message: expect.any(String) }] } },
});
const status = (app: TestApp) =>
  app.send('/admin/v1/status', { headers: { authorization: `Bearer ${app.service.adminToken}` } });

/** A service, what it logs, and a customer of it. */
async function served(
  ...[settings, model]: [Parameters<typeof testApp>[0], Parameters<typeof testApp>[2]?]
): Promise<{ app: TestApp; lines: string[]; acme: Tenant }> {
  const lines: string[] = [];
  const app = await testApp(
    { models: inject('noiseModels'), logLevel: 'error', ...settings },
    { write: (line) => lines.push(line) },
    model,
  );
  apps.push(app);
  return { app, lines, acme: await app.tenant() };
}

describe('a disk with less free space than the reserve', { timeout: LIMIT_MS }, () => {
  it('takes in nothing that has to be stored, says so everywhere, and goes on translating', async () => {
    const { app, lines, acme } = await served({ databaseUrl: undefined, diskReserveMegabytes: 10_000_000 });
    const text = acme.contracts['real-time'].id;
    const refused = [
      await app.call(acme, '/api/v1/dictionary', { body: ENTRY }),
      await app.call(acme, '/api/v1/translate/async', { body: order(acme.contracts.t4oo.id) }),
      await upload(app, acme, asTsv(fewPairs('lamp'))),
    ];
    for (const answer of refused) {
      expectFailure(answer, 40105);
      expect(answer.headers['retry-after']).toBe('60');
    }
    const { id: contractId } = await app.service.contracts.create(acme.organization.id, {
      name: 'files',
      kind: 'file',
      engine: 't4oo',
    });
    const file = { name: 'a.txt', bytes: Buffer.from('駅はどこですか。') };
    expect(await new FileClient(app.url, acme.key).post([file], { contractId })).toMatchObject({
      status: refused[0]?.status,
      body: { status: 'failure', data: { code: 40105 } },
    });
    const body = order(text, { text: ['Where is the station?'], sourceLang: 'auto' });
    expect((await app.call(acme, '/api/v1/translate', { body })).status).toBe(200);
    expect(await readiness(app)).toMatchObject(unready('storage'));
    expect((await status(app)).body).toMatchObject({
      data: {
        troubles: [{ part: 'storage', message: expect.stringContaining('KOTOBASHI_DISK_RESERVE_MB') }],
        disk: { freeBytes: expect.any(Number), reserveBytes: 10_000_000 * 1024 ** 2 },
      },
    });
    expect((await app.send('/metrics')).body).toMatch(/^kotobashi_disk_free_bytes [1-9]/m);
    // One line a minute, however many requests were refused.
    expect(lines.filter((line) => line.includes('KOTOBASHI_DISK_RESERVE_MB'))).toHaveLength(1);
  });
});

describe('a database that says that its disk is full', { timeout: LIMIT_MS }, () => {
  it('is not taken for a busy one: callers, readiness and log name the storage', async () => {
    const { app, lines, acme } = await served({});
    expect((await readiness(app)).status).toBe(200);
    await app.database.store.pool.query(`
      create function no_room() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$;
      create trigger no_room before insert on translation_jobs for each row execute function no_room()`);
    const submit = () => app.call(acme, '/api/v1/translate/async', { body: order(acme.contracts.t4oo.id) });
    for (const answer of [await submit(), await submit()]) expectFailure(answer, 40105);
    expect(await readiness(app)).toMatchObject(unready('storage'));
    expect(lines.filter((line) => line.includes('The disk of the database is full'))).toHaveLength(1);
    // What was reserved for them was given back.
    const contracts = await app.call(acme, '/api/v1/contracts');
    expect(JSON.stringify(contracts.body)).not.toMatch(/"used":[1-9]/);
  });
});

describe('a service without a model', { timeout: LIMIT_MS }, () => {
  it('is not ready, and blames no caller for it', async () => {
    const models = mkdtempSync(join(tmpdir(), 'kotobashi-none-'));
    folders.push(models);
    const { app, acme } = await served({ models }, composeModel({ ...readSettings({}), models }));
    expect(await readiness(app)).toMatchObject(unready('model'));
    for (const sourceLang of ['ja', 'auto']) {
      const body = order(acme.contracts['real-time'].id, { sourceLang });
      expectFailure(await app.call(acme, '/api/v1/translate', { body }), 40106);
    }
  });
});

describe('a model that is damaged while the service runs', { timeout: LIMIT_MS }, () => {
  it('takes its directions out with 503 and turns readiness red; the others serve', async () => {
    const models = mkdtempSync(join(tmpdir(), 'kotobashi-damaged-'));
    folders.push(models);
    const noise = join(inject('noiseModels'), 'noise');
    for (const [name, from, to] of [
      ['there', 'ja', 'en'],
      ['back', 'en', 'ja'],
    ] as const) {
      const folder = join(models, name);
      cpSync(noise, folder, { recursive: true });
      const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
      const changed = { ...manifest, name, directions: [{ from, to }] };
      writeFileSync(join(folder, 'manifest.json'), JSON.stringify(changed));
    }
    // Room for one at a time: the other is read again when it is asked for.
    const settings = { ...readSettings({}), models, modelThreads: 1, modelMemoryMegabytes: 1 };
    const { app, acme } = await served({ models }, composeModel(settings));
    const contractId = acme.contracts['real-time'].id;
    const there = () => app.call(acme, '/api/v1/translate', { body: order(contractId) });
    const back = () =>
      app.call(acme, '/api/v1/translate', {
        body: order(contractId, { text: ['How are you?'], sourceLang: 'en', targetLang: 'ja' }),
      });
    expect((await there()).status).not.toBe(503);
    expect((await back()).status).not.toBe(503);
    expect((await readiness(app)).status).toBe(200);
    truncateSync(join(models, 'there', 'weights-0.bin'), 1000);
    const lost = await app.call(acme, '/api/v1/translate', {
      body: order(contractId, { text: ['これは別の文です。'] }),
    });
    expectFailure(lost, 40106);
    expectFailure(await there(), 40106);
    const detected = order(contractId, { text: ['これは三つ目の文です。'], sourceLang: 'auto' });
    expectFailure(await app.call(acme, '/api/v1/translate', { body: detected }), 40106);
    expect((await back()).status).not.toBe(503);
    expect(await readiness(app)).toMatchObject(unready('model'));
    expect(JSON.stringify((await readiness(app)).body)).not.toContain(models);
    expect(JSON.stringify((await status(app)).body)).toContain('weights-0.bin');
  });
});
