import { strToU8 } from 'fflate';
import { afterAll, beforeAll, beforeEach, expect, inject, it, vi } from 'vitest';
import type { FileResult } from '#src/files/file-results.js';
import { FileClient } from '../../bench/files/file-client.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';

const QUOTA = 1000;
/** 700 characters: with the quota it fits once, and not twice. */
const TEXT = Array.from({ length: 20 }, (_, at) => `Please close the green door no. ${at + 10}.`).join(
  '\n\n',
);
const RESERVATIONS = 4712;
const WAITING = { timeout: 60_000, interval: 5 };

let app: TestApp;
let tenant: Tenant;
let client: FileClient;
let contractId: string;

beforeAll(async () => {
  app = await testApp({ models: inject('noiseModels') });
}, 120_000);
afterAll(() => app.close());
beforeEach(async () => {
  tenant = await app.tenant();
  client = new FileClient(app.url, tenant.key);
  const { id } = await app.service.contracts.create(tenant.organization.id, {
    name: 'files',
    kind: 'file',
    engine: 't4oo',
    charQuota: QUOTA,
  });
  contractId = id;
});

function submit(): Promise<string> {
  return client.submit([{ name: 'doors.txt', bytes: strToU8(TEXT) }], {
    contractId,
    sourceLang: 'en',
    targetLangs: '["ja"]',
  });
}

async function isTranslated(translateId: string): Promise<void> {
  const { items }: FileResult = await client.ended(translateId);
  expect(items).toMatchObject([{ error: false }]);
}

it('a file that is cancelled at the moment at which its characters are reserved gives them back', async () => {
  const { pool } = app.database.store;
  const holder = await pool.connect();
  // Every reservation waits inside its statement for as long as somebody holds this lock.
  await holder.query(`
    select pg_advisory_lock(${RESERVATIONS});
    create function hold_reservations() returns trigger language plpgsql as
      'begin perform pg_advisory_xact_lock_shared(${RESERVATIONS}); return new; end';
    create trigger hold_reservations before insert on contract_quotas for each row
      execute function hold_reservations()`);
  const translateId = await submit();
  await vi.waitUntil(() => isWaiting('advisory'), WAITING);
  let isCancelled = false;
  const cancelled = app
    .call(tenant, `/api/v1/translate-result/${translateId}`, { method: 'DELETE' })
    .then(({ status }) => {
      isCancelled = true;
      expect(status).toBe(200);
    });
  // It is through, or waits for whoever has the file in hand.
  await vi.waitUntil(async () => isCancelled || (await isWaiting('transactionid')), WAITING);
  await holder.query(`select pg_advisory_unlock(${RESERVATIONS})`);
  await cancelled;
  await vi.waitUntil(async () => !(await isWaiting('advisory')), WAITING);
  await holder.query('drop trigger hold_reservations on contract_quotas; drop function hold_reservations');
  holder.release();
  expect((await client.result(translateId)).items).toMatchObject([{ done: true, errorCode: 40102 }]);
  await isTranslated(await submit());
}, 120_000);

it('a file whose beginning could not be written down reserves its characters once', async () => {
  const { pool } = app.database.store;
  // The first file that is about to say how long it is does not get that far. Sequences are not rolled back.
  await pool.query(`
    create sequence beginnings;
    create function refuse_first() returns trigger language plpgsql as $$
    begin
      if nextval('beginnings') = 1 then raise exception 'gone' using errcode = 'admin_shutdown'; end if;
      return new;
    end $$;
    create trigger refuse_first before update of characters on file_items for each row
      when (new.characters is not null) execute function refuse_first()`);
  await isTranslated(await submit());
  await pool.query(
    'drop trigger refuse_first on file_items; drop function refuse_first; drop sequence beginnings',
  );
  const { rows } = await pool.query('select characters::int from contract_quotas where contract_id = $1', [
    contractId,
  ]);
  expect(rows).toEqual([{ characters: TEXT.replaceAll('\n', '').length }]);
}, 120_000);

async function isWaiting(locktype: string): Promise<boolean> {
  const { rowCount } = await app.database.store.pool.query(
    'select from pg_locks where locktype = $1 and not granted',
    [locktype],
  );
  return rowCount !== 0;
}
