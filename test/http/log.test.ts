import { Writable } from 'node:stream';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { FileClient } from '../../bench/files/file-client.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';

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
  app = await testApp({ logLevel: 'debug' }, taken);
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
