import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { FileClient } from '../../bench/files/file-client.js';
import { type Answer, type Tenant, type TestApp, testApp } from '../setup/app.js';
import { fewPairs, upload } from '../training/customer.js';
import { asTsv } from '../training/manual.js';
import { orderOf, submit } from './client.js';

/** Runs beside other files on a busy machine. */
const WAIT = { timeout: 60_000, interval: 20 };
/** Far less than the work would take. */
const SOON = { timeout: 10_000, interval: 50 };

let app: TestApp;
beforeAll(async () => {
  app = await testApp({ models: inject('noiseModels'), workers: true });
}, 120_000);
afterAll(() => app.close());

const pool = () => app.database.store.pool;

/** What may be disabled, as a row of its table. */
const PARTIES: readonly (readonly [string, (owner: Tenant, contractId: string) => [string, string]])[] = [
  ['organization', ({ organization }) => ['organizations', organization.id]],
  ['user', ({ user }) => ['users', user.id]],
  ['contract', (_owner, contractId) => ['contracts', contractId]],
];

async function fileContract({ organization }: Tenant): Promise<string> {
  const files = { name: 'files', kind: 'file', engine: 't4oo' } as const;
  return (await app.service.contracts.create(organization.id, files)).id;
}

/** How work of each kind is handed in. */
const KINDS: readonly (readonly [
  string,
  (owner: Tenant) => string | Promise<string>,
  (owner: Tenant, contractId: string) => Promise<Pick<Answer, 'status' | 'body'>>,
])[] = [
  [
    'translation',
    ({ contracts }) => contracts.t4oo.id,
    (owner) => app.call(owner, '/api/v1/translate/async', { body: orderOf(owner, ['はい。']) }),
  ],
  [
    'file',
    fileContract,
    async (owner, contractId) => {
      const file = { name: 'a.txt', bytes: Buffer.from('はい。') };
      const fields = { contractId, fieldId: '1', targetLangs: '["en"]', sourceLang: 'ja' };
      return new FileClient(app.url, owner.key).post([file], fields);
    },
  ],
  [
    'training',
    ({ contracts }) => contracts.custom.id,
    (owner) => upload(app, owner, asTsv(fewPairs('lamp'))),
  ],
];

describe('what is disabled while a request comes in', () => {
  it.each(PARTIES)(
    'ends it before anything is taken in: %s',
    async (_party, rowOf) => {
      for (const [kind, contractOf, send] of KINDS) {
        const owner = await app.tenant();
        const contractId = await contractOf(owner);
        const [table, id] = rowOf(owner, contractId);
        const operator = await pool().connect();
        try {
          // Disabled, and not known to be yet: a body may take minutes, and its sender was good when it began.
          await operator.query(`begin; update ${table} set enabled = false where id = '${id}'`);
          const answer = send(owner, contractId);
          await vi.waitFor(async () => {
            const { rows } = await pool().query(
              `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
            );
            expect(rows, kind).toHaveLength(1);
          }, WAIT);
          await operator.query('commit');
          const refused = { data: { code: 40003, message: expect.stringContaining('was disabled') } };
          expect(await answer).toMatchObject({ status: 401, body: refused });
        } finally {
          operator.release();
        }
        const { rows } = await pool().query(
          `select from translation_jobs where org_id = $1 union all select from file_items where org_id = $1
         union all select from training_jobs where org_id = $1`,
          [owner.organization.id],
        );
        expect(rows, kind).toEqual([]);
      }
    },
    120_000,
  );
});

describe('a translation that runs', () => {
  it.each(PARTIES)(
    'ends within seconds when its %s is disabled, and says why',
    async (party) => {
      const owner = await app.tenant();
      const contractId = owner.contracts.t4oo.id;
      const text = Array.from({ length: 400 }, (_, at) => `駅は${at}番目の角を曲がった所にあります。`);
      const queueId = await submit(app, owner, orderOf(owner, text));
      const job = async () => {
        const { rows } = await pool().query(
          'select state, error_code as code, plan from translation_jobs where queue_id = $1',
          [queueId],
        );
        return rows[0];
      };
      await vi.waitFor(async () => expect(await job()).toMatchObject({ state: 'running' }), WAIT);
      const path = {
        organization: '',
        user: `/users/${owner.user.id}`,
        contract: `/contracts/${contractId}`,
      }[party];
      const headers = { authorization: `Bearer ${app.service.adminToken}` };
      const change = (enabled: boolean) =>
        app.send(`/admin/v1/organizations/${owner.organization.id}${path}`, {
          method: 'PUT',
          body: { enabled },
          headers,
        });
      expect((await change(false)).status).toBe(200);
      await vi.waitFor(
        async () => expect(await job()).toEqual({ state: 'failed', code: 40003, plan: null }),
        SOON,
      );
      await change(true);
      const answer = await app.call(owner, `/api/v1/translate/async/${queueId}`);
      expect(answer.body).toMatchObject({ data: { message: expect.stringContaining('disabled') } });
    },
    120_000,
  );
});
