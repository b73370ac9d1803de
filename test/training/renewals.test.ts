import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { composeLogger, composeService } from '#src/compose/service.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { makeNoise } from '../setup/noise-models.js';
import { ended, fewPairs, jidOf, texts, translate, upload } from './customer.js';
import { asTsv, MANUAL_PAIRS, UNSEEN } from './manual.js';

const folder = mkdtempSync(join(tmpdir(), 'kotobashi-renewals-'));
/** Long enough for a custom model to change something. */
const DECODE = { beam: 2, lengthFactor: 1, lengthOffset: 4 };

let app: TestApp;
let acme: Tenant;
beforeAll(async () => {
  app = await testApp({ workers: true, models: await makeNoise(folder, DECODE) });
  acme = await app.tenant();
}, 60_000);
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true, force: true });
});

async function query<Row extends Record<string, unknown>>(text: string, ...values: readonly unknown[]) {
  return (await app.database.store.pool.query<Row>(text, [...values])).rows;
}

it('trains models of another base model again when the service starts, one after the other', async () => {
  const tables = [asTsv(MANUAL_PAIRS), asTsv(fewPairs('spare part'))];
  const mids: string[] = [];
  for (const table of tables) {
    const done = await ended(app, acme, jidOf(await upload(app, acme, table)));
    mids.push(String(done.mid));
  }
  const [mid = ''] = mids;
  // As if they had been trained before the operator installed the model that serves now.
  await query(
    `update custom_model_versions set base_version = 'former@1' where org_id = $1`,
    acme.organization.id,
  );
  const sources = UNSEEN.map(({ fromText }) => fromText);
  const outdated = texts(await translate(app, acme, mid, sources));
  const [pair] = MANUAL_PAIRS;
  expect(texts(await translate(app, acme, mid, [pair?.fromText ?? '']))).toEqual([pair?.toText]);

  const { settings } = app.service;
  const second = await composeService(settings, composeLogger(settings), { model: app.service.model });
  try {
    const renewals = async () =>
      await query<{ jid: string; state: string; mid: string }>(
        'select jid, state, mid from training_jobs where org_id = $1 order by jid offset 2',
        acme.organization.id,
      );
    for (let jobs = await renewals(); ; jobs = await renewals()) {
      const running = jobs.filter(({ state }) => !['queued', 'finished', 'failed'].includes(state));
      expect(running.length).toBeLessThanOrEqual(1);
      if (jobs.length === 2 && jobs.every(({ state }) => state === 'finished')) break;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
    expect((await renewals()).map((each) => each.mid).sort()).toEqual(mids.toSorted());
  } finally {
    await second.close();
  }
  const versions = await query<{ version: number; base_version: string }>(
    'select version, base_version from custom_model_versions where mid = $1 order by version',
    mid,
  );
  expect(versions).toEqual([
    { version: 1, base_version: 'former@1' },
    { version: 2, base_version: app.service.model.version('en', 'ja') },
  ]);
  expect(texts(await translate(app, acme, mid, sources))).not.toEqual(outdated);
}, 300_000);

it('leaves models alone that were trained on the base model that serves', async () => {
  const before = await query('select jid from training_jobs');
  const { settings } = app.service;
  const second = await composeService(settings, composeLogger(settings), { model: app.service.model });
  await second.close();
  expect(await query('select jid from training_jobs')).toEqual(before);
}, 60_000);

it('leaves those of a disabled organization alone', async () => {
  await query(
    `update custom_model_versions set base_version = 'former@1' where org_id = $1`,
    acme.organization.id,
  );
  await app.service.organizationAdmin.enableOrganization(acme.organization.id, false);
  const before = await query('select jid from training_jobs');
  const { settings } = app.service;
  const second = await composeService(settings, composeLogger(settings), { model: app.service.model });
  await second.close();
  expect(await query('select jid from training_jobs')).toEqual(before);
}, 60_000);
