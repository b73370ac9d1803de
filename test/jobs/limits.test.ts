import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { FAILURES } from '#src/base/failure.js';
import { enqueue } from '#src/queue/enqueue.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { dataOf, finished, orderOf, submit } from './client.js';

describe('the backlog of an account', () => {
  let app: TestApp;
  let full: Tenant;
  beforeAll(async () => {
    app = await testApp({ workers: false, backlogJobs: 3, backlogCharacters: 100 });
    full = await app.tenant();
  });
  afterAll(() => app.close());

  it('is bounded: what is too much is refused with a pause, others are not affected', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(() =>
        app.call(full, '/api/v1/translate/async', { body: orderOf(full, ['駅はどこですか。']) }),
      ),
    );
    expect(answers.filter((answer) => answer.status === 200)).toHaveLength(3);
    const refused = answers.filter((answer) => answer.status === 503);
    expect(refused).toHaveLength(2);
    for (const answer of refused) {
      expect(dataOf(answer)).toMatchObject({ code: 40104, retryAfter: 30 });
      expect(answer.headers['retry-after']).toBe('30');
    }
    const other = await app.tenant();
    await submit(app, other, orderOf(other, ['駅はどこですか。']));
  });

  it('is bounded by characters too', async () => {
    const wordy = await app.tenant();
    await submit(app, wordy, orderOf(wordy, ['あ'.repeat(90)]));
    const answer = await app.call(wordy, '/api/v1/translate/async', {
      body: orderOf(wordy, ['あ'.repeat(20)]),
    });
    expect(dataOf(answer).code).toBe(40104);
  });

  it('is shown to the operator', async () => {
    const { body } = await app.send('/metrics');
    expect(body).toMatch(/^kotobashi_jobs\{state="queued"\} [1-9]/m);
    expect(body).toMatch(/^kotobashi_background_jobs\{kind="translation",state="queued"\} [1-9]/m);
    for (const kind of ['file', 'training', 'import']) {
      expect(body).toContain(`kotobashi_background_jobs{kind="${kind}",state="running"} 0`);
    }
    expect(body).toMatch(/^kotobashi_callback_deliveries\{state="dead"\} 0$/m);
    expect(body).toMatch(/^kotobashi_workers 0$/m);
  });

  it('says how far a job is while it waits', async () => {
    const waiting = await app.tenant();
    const queueId = await submit(app, waiting, orderOf(waiting, ['駅はどこですか。', '水をください。']));
    const answer = await app.call(waiting, `/api/v1/translate/async/${queueId}`);
    expect(answer.status).toBe(202);
    expect(answer.body).toEqual({
      status: 'success',
      data: { message: 'In progress...', progress: { done: 0, total: 2 } },
    });
  });
});

describe('quota and retention', () => {
  let app: TestApp;
  let tenant: Tenant;
  beforeAll(async () => {
    app = await testApp();
    tenant = await app.tenant();
  });
  afterAll(() => app.close());

  async function reserved(): Promise<number> {
    const { rows } = await app.database.store.pool.query<{ characters: string }>(
      'select characters from contract_quotas where contract_id = $1',
      [tenant.contracts.t4oo.id],
    );
    return Number(rows[0]?.characters ?? 0);
  }

  it('a failed job answers its failure to the one who asks, and gives its characters back', async () => {
    await app.service.contracts.change(tenant.organization.id, tenant.contracts.t4oo.id, { charQuota: 100 });
    await finished(app, tenant, await submit(app, tenant, orderOf(tenant, ['駅はどこですか。'])));
    expect(await reserved()).toBe(8);
    // A job that twenty workers did not survive is given up.
    await app.database.store.pool.query(
      `create function lose() returns trigger language plpgsql as 'begin new.faults := 20; return new; end';
       create trigger lose before insert on translation_jobs for each row execute function lose()`,
    );
    const queueId = await submit(app, tenant, orderOf(tenant, ['水をください。']));
    const answer = await finished(app, tenant, queueId);
    await app.database.store.pool.query('drop trigger lose on translation_jobs');
    expect(answer.status).toBe(500);
    expect(answer.body).toEqual({
      status: 'failure',
      data: { code: 40102, message: FAILURES.translationFailed.message, taskId: expect.any(String) },
    });
    expect(await reserved()).toBe(8);
  });

  it('a quota that is used up refuses the submission', async () => {
    await app.service.contracts.change(tenant.organization.id, tenant.contracts.t4oo.id, { charQuota: 10 });
    const answer = await app.call(tenant, '/api/v1/translate/async', {
      body: orderOf(tenant, ['水をください。']),
    });
    expect([answer.status, dataOf(answer).code]).toEqual([401, 40001]);
    await app.service.contracts.change(tenant.organization.id, tenant.contracts.t4oo.id, { charQuota: null });
  });

  it('results are gone after their time, and only then', async () => {
    const [old, young] = await Promise.all(
      [1, 2].map(() => submit(app, tenant, orderOf(tenant, ['駅はどこですか。']))),
    );
    for (const queueId of [old, young]) await finished(app, tenant, String(queueId));
    const { pool, db } = app.database.store;
    const { rows } = await pool.query<{ days: number }>(
      `select extract(epoch from expires_at - created_at)::int / 86400 as days from translation_jobs where queue_id = $1`,
      [old],
    );
    expect(rows[0]?.days).toBe(14);
    await pool.query(`update translation_jobs set expires_at = now() where queue_id = $1`, [old]);
    await enqueue(db, 'clean-up', { key: 'now' });
    await vi.waitUntil(
      async () => (await app.call(tenant, `/api/v1/translate/async/${old}`)).status === 404,
      { timeout: 10_000, interval: 20 },
    );
    expect((await app.call(tenant, `/api/v1/translate/async/${young}`)).status).toBe(200);
  });
});
