import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { adminCommand } from '#src/cli/admin.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { runHere } from '../setup/command.js';
import { ended, fewPairs, jidOf, upload } from './customer.js';
import { asTsv, MANUAL_PAIRS } from './manual.js';

let app: TestApp;
let acme: Tenant;
let folder: string;
beforeAll(async () => {
  app = await testApp({ workers: true, models: inject('noiseModels') });
  acme = await app.tenant();
  folder = mkdtempSync(join(tmpdir(), 'kotobashi-models-'));
}, 60_000);
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true, force: true });
});

/** `kotobashi admin models …`, as an operator types it beside a running service. */
async function models(...args: readonly string[]): Promise<unknown> {
  const environment = {
    DATABASE_URL: app.database.url,
    KOTOBASHI_DATA: app.service.settings.data,
    KOTOBASHI_LOG_LEVEL: 'error',
  };
  const { stdout } = await runHere(
    adminCommand,
    environment,
    'models',
    ...args,
    '--org',
    acme.organization.id,
  );
  return JSON.parse(stdout);
}

it('looks after a model from its first training to its end', async () => {
  const first = await ended(app, acme, jidOf(await upload(app, acme, asTsv(MANUAL_PAIRS))));
  const mid = String(first.mid);
  expect(await models('list')).toEqual([expect.objectContaining({ mid, name: 'manual' })]);

  const shown = await models('show', mid);
  expect(shown).toMatchObject({ mid, version: 1, baseVersion: expect.stringContaining('@') });
  const { evaluation } = shown as {
    evaluation: { pairs: number; before: number; after: number; examples: Record<string, string>[] };
  };
  expect(evaluation.pairs).toBeGreaterThan(0);
  expect(evaluation.after).toBeGreaterThan(evaluation.before);
  expect(evaluation.examples.length).toBeGreaterThan(0);
  for (const line of evaluation.examples) {
    expect(MANUAL_PAIRS).toContainEqual({ fromText: line.source, toText: line.reference });
    expect(line.before).not.toBe(line.after);
  }

  expect(await models('rename', mid, 'engine manual')).toMatchObject({ mid, name: 'engine manual' });

  const table = join(folder, 'pairs.csv');
  await models('export', mid, table);
  expect(readFileSync(table, 'utf8')).toContain(MANUAL_PAIRS[5]?.toText);

  const more = join(folder, 'more.tsv');
  writeFileSync(more, asTsv(fewPairs('spare part')));
  const { jid } = (await models('train', mid, more)) as { jid: string };
  expect(await models('job', jid)).toMatchObject({ mid, upload: { pairs: MANUAL_PAIRS.length + 10 } });
  expect(await ended(app, acme, jid)).toMatchObject({ jobStatus: 'finished' });
  expect(await models('show', mid)).toMatchObject({ version: 2, name: 'engine manual' });

  const third = (await models('train', mid, more)) as { jid: string };
  expect(await models('cancel', third.jid)).toMatchObject({ jobStatus: 'failed', errorCode: 41001 });

  await models('delete', mid);
  expect(await models('list')).toEqual([]);
}, 300_000);
