import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { ModelPort } from '#src/model/model-port.js';
import { FileClient } from '../../bench/files/file-client.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { sharedModel } from '../setup/model.js';

/** A model that gives back neither terms nor anything else of what it was told. */
function careless(model: ModelPort): ModelPort {
  return {
    translate: async (sentences, options) =>
      (await model.translate(sentences, options)).map((result) => ({
        ...result,
        target: [{ kind: 'text', text: 'So it is.' }],
        alternatives: [],
      })),
    score: (sentences, options) => model.score(sentences, options),
    directions: () => model.directions(),
    outputLayer: (from, to) => model.outputLayer(from, to),
    version: (from, to) => model.version(from, to),
    steering: (from, to) => model.steering(from, to),
    standing: () => model.standing(),
    close: async () => undefined,
  };
}

let app: TestApp;
let tenant: Tenant;
let log = '';
beforeAll(async () => {
  const taken = new Writable({
    write(chunk, _encoding, done) {
      log += String(chunk);
      done();
    },
  });
  app = await testApp({ logLevel: 'debug' }, taken, careless(sharedModel()));
  tenant = await app.tenant();
}, 120_000);
afterAll(() => app.close());

it('log and queue hold nothing of a file whose work breaks off in the database', async () => {
  const { pool } = app.database.store;
  await pool.query(`
    create function no_room() returns trigger language plpgsql as $$
      begin raise exception 'no room for this'; end $$;
    create trigger no_room before insert on file_sentences for each row execute function no_room();`);
  const { id: contractId } = await app.service.contracts.create(tenant.organization.id, {
    name: 'files',
    kind: 'file',
    engine: 't4oo',
  });
  const client = new FileClient(app.url, tenant.key);
  const text = '機密の橋7731番は閉鎖されます。';
  await client.submit([{ name: 'a.txt', bytes: Buffer.from(text) }], { contractId });
  await vi.waitFor(() => expect(log).toContain('no room for this'), { timeout: 60_000, interval: 100 });
  const { rows } = await pool.query('select * from graphile_worker._private_jobs');
  for (const told of [JSON.stringify(rows), log]) {
    expect(told).not.toContain('機密');
    expect(told).not.toContain('7731');
  }
}, 120_000);

it('the log holds nothing of a request: no text, no term that is missing, and no key', async () => {
  const term = { fromLang: 'ja', fromText: '燕尾服', toLang: 'en', toText: 'Quorvexian tailcoat' };
  expect((await app.call(tenant, '/api/v1/dictionary', { body: term })).status).toBe(200);
  const text = '機密の燕尾服は8842号室にあります。';
  const body = { fieldId: '1', text: [text], sourceLang: 'ja', targetLang: 'en' };
  const translation = { body: { ...body, contractId: tenant.contracts.t4oo.id } };
  const answers = [
    await app.call(tenant, '/api/v1/translate', translation),
    await app.call(tenant, '/api/v1/translate', { body: { ...translation.body, targetLang: 'xx' } }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 400]);
  expect(String((await app.send('/metrics')).body)).toMatch(
    /^kotobashi_pipeline_total\{event="terms_missing"\} [1-9]/m,
  );
  await app.database.store.pool.query('alter table usage_days rename to usage_of_nobody');
  const failed = await app.call(tenant, '/api/v1/translate', translation);
  await app.database.store.pool.query('alter table usage_of_nobody rename to usage_days');
  expect(failed.status).toBe(500);
  expect(log).toContain('request failed');
  for (const secret of ['機密', '8842', '燕尾服', 'Quorvexian', 'So it is', tenant.key.secretKey])
    expect(log).not.toContain(secret);
});
