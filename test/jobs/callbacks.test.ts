import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { announce } from '#src/callbacks/announcements.js';
import { adminCommand } from '#src/cli/admin.js';
import { type Tenant, type TestApp, testApp } from '../setup/app.js';
import { runHere } from '../setup/command.js';
import { dataOf, finished, orderOf, submit } from './client.js';
import { openReceiver, type Receiver } from './receiver.js';

const masterKey = randomBytes(32).toString('base64');
let app: TestApp;
let receiver: Receiver;
let tenant: Tenant;
beforeAll(async () => {
  app = await testApp({ callbackAllowPrivate: true, callbackPause: 50, masterKey });
});
afterAll(() => app.close());
beforeEach(async () => {
  receiver = await openReceiver();
  tenant = await app.tenant();
  await register(tenant, receiver.url);
});
afterEach(() => receiver.close());

async function register(who: Tenant, callbackUrl: string): Promise<void> {
  const answer = await app.call(who, '/api/v1/callback', { method: 'PUT', body: { callbackUrl } });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
}

async function deliveriesOf(who: Tenant): Promise<readonly { state: string; attempts: number }[]> {
  const { rows } = await app.database.store.pool.query<{ state: string; attempts: number }>(
    'select state, attempts from callback_deliveries where org_id = $1',
    [who.organization.id],
  );
  return rows;
}

/** `kotobashi admin callbacks …`, as an operator types it. */
async function admin(...args: readonly string[]): Promise<readonly object[]> {
  const environment = {
    DATABASE_URL: app.database.url,
    KOTOBASHI_DATA: app.service.settings.data,
    KOTOBASHI_MASTER_KEY: masterKey,
    KOTOBASHI_LOG_LEVEL: 'error',
  };
  const { code, stdout, stderr } = await runHere(adminCommand, environment, 'callbacks', ...args);
  if (code !== 0) throw new Error(stderr);
  return [JSON.parse(stdout)].flat();
}

const settled = { timeout: 20_000, interval: 20 };

describe('the callback of a finished translation', () => {
  it('carries what the lookup answers, signed with the secret key', async () => {
    const queueId = await submit(app, tenant, orderOf(tenant, ['駅はどこですか。']));
    await vi.waitUntil(() => receiver.received.length > 0, settled);
    const [call] = receiver.received;
    const lookup = await finished(app, tenant, queueId);
    const body: unknown = JSON.parse(call?.body ?? '');
    expect(body).toEqual({ status: 'success', data: { ...dataOf(lookup), queueId } });
    expect(call?.headers).toMatchObject({
      'access-key': tenant.key.accessKey,
      'x-event': 'translation.finished',
      'x-delivery-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      nonce: expect.stringMatching(/^\d{13}$/),
    });
    const signature = createHmac('sha256', tenant.key.secretKey)
      .update(`${String(call?.headers.nonce)}${call?.body}`)
      .digest('hex');
    expect(call?.headers.signature).toBe(signature);
    await vi.waitUntil(async () => (await deliveriesOf(tenant))[0]?.state === 'delivered', settled);
  });

  it('comes again under the same delivery id until the receiver takes it', async () => {
    const answers = [500, 302, 404, 204];
    receiver.answer = (_, response) => response.writeHead(answers.shift() ?? 204).end();
    await submit(app, tenant, orderOf(tenant, ['水をください。']));
    await vi.waitUntil(async () => (await deliveriesOf(tenant))[0]?.state === 'delivered', settled);
    expect(receiver.received).toHaveLength(4);
    expect(new Set(receiver.received.map((call) => call.headers['x-delivery-id'])).size).toBe(1);
    expect(new Set(receiver.received.map((call) => call.body)).size).toBe(1);
  });

  it('goes to the new URL when the old one was wrong', async () => {
    receiver.answer = (_, response) => response.writeHead(500).end();
    await submit(app, tenant, orderOf(tenant, ['水をください。']));
    await vi.waitUntil(() => receiver.received.length > 0, settled);
    const other = await openReceiver();
    await register(tenant, other.url);
    await vi.waitUntil(() => other.received.length > 0, settled);
    await vi.waitUntil(async () => (await deliveriesOf(tenant))[0]?.state === 'delivered', settled);
    await other.close();
  });

  it('is never sent again after DELETE, not even what waits or is under way', async () => {
    receiver.answer = () => undefined;
    await submit(app, tenant, orderOf(tenant, ['駅はどこですか。']));
    await vi.waitUntil(() => receiver.received.length > 0, settled);
    const answer = await app.call(tenant, '/api/v1/callback', { method: 'DELETE' });
    expect(answer.body).toEqual({ status: 'success', data: null });
    expect((await deliveriesOf(tenant)).map(({ state }) => state)).toEqual(['cancelled']);
    await finished(app, tenant, await submit(app, tenant, orderOf(tenant, ['水をください。'])));
    expect(await deliveriesOf(tenant)).toHaveLength(1);
    expect(receiver.received).toHaveLength(1);
  });

  it.each([
    ['DELETE', undefined, 'cancelled'],
    ['PUT', 'http://127.0.0.1:65535/new', 'pending'],
  ] as const)('that is just being written down does not slip past %s', async (method, callbackUrl, state) => {
    // Otherwise the announcement may be delivered before the change has gone through.
    receiver.answer = () => undefined;
    const { store } = app.database;
    const { pool } = store;
    const changing = await store.transaction(async (tx) => {
      const { rows: backends } = await tx.execute<{ pid: number }>(sql`select pg_backend_pid() as pid`);
      await announce(tx, [
        {
          orgId: tenant.organization.id,
          accessKey: tenant.key.accessKey,
          event: 'translation.finished',
          subjectId: 'just now',
          body: { status: 'success', data: {} },
        },
      ]);
      // Commits when the change waits for this very transaction, or is through: then it has not seen what is written
      // here. Tokens of the queue wait for it too, and say nothing about the change.
      const answer = app.call(tenant, '/api/v1/callback', {
        method,
        ...(callbackUrl !== undefined && { body: { callbackUrl } }),
      });
      const waits = `select from pg_stat_activity
        where $1 = any (pg_blocking_pids(pid)) and query like '%"callbacks"%'`;
      let answered = false;
      answer.finally(() => {
        answered = true;
      });
      await vi.waitUntil(
        async () => answered || (await pool.query(waits, [backends[0]?.pid])).rowCount !== 0,
        settled,
      );
      return { answer };
    });
    expect((await changing.answer).status).toBe(200);
    const { rows } = await pool.query<{ state: string; url: string }>(
      'select state, url from callback_deliveries where org_id = $1',
      [tenant.organization.id],
    );
    expect(rows).toMatchObject([{ state, ...(callbackUrl !== undefined && { url: callbackUrl }) }]);
  });

  it('is dead when its day is over, is listed, and goes out once more when the operator says so', async () => {
    receiver.answer = (_, response) => response.writeHead(503).end();
    await submit(app, tenant, orderOf(tenant, ['駅はどこですか。']));
    await vi.waitUntil(() => receiver.received.length > 0, settled);
    await app.database.store.pool.query(
      'update callback_deliveries set give_up_at = now() where org_id = $1',
      [tenant.organization.id],
    );
    await vi.waitUntil(async () => (await deliveriesOf(tenant))[0]?.state === 'dead', settled);
    const [dead] = await admin('list', '--org', tenant.organization.id);
    expect(dead).toMatchObject({
      state: 'dead',
      lastStatus: 503,
      url: receiver.url,
      event: 'translation.finished',
    });
    const id = String(Object.entries(dead ?? {}).find(([name]) => name === 'id')?.[1]);
    const before = receiver.received.length;
    receiver.answer = (_, response) => response.end();
    await admin('resend', id);
    await vi.waitUntil(async () => (await deliveriesOf(tenant))[0]?.state === 'delivered', settled);
    expect(receiver.received).toHaveLength(before + 1);
    expect(receiver.received.at(-1)?.headers['x-delivery-id']).toBe(id);
    await expect(admin('resend', id)).rejects.toThrow('There is no dead delivery of this id.');
  });

  it('is listed for its owner, who sends it again; and for the operator', async () => {
    receiver.answer = (_, response) => response.writeHead(503).end();
    const queueId = await submit(app, tenant, orderOf(tenant, ['駅はどこですか。']));
    await vi.waitUntil(() => receiver.received.length > 0, settled);
    await app.database.store.pool.query(
      'update callback_deliveries set give_up_at = now() where org_id = $1',
      [tenant.organization.id],
    );
    await vi.waitUntil(async () => (await deliveriesOf(tenant))[0]?.state === 'dead', settled);
    const list = async (who: Tenant): Promise<{ id: string }[]> => {
      const { body: answer } = await app.call(who, '/api/v1/callback/deliveries');
      return (answer as { data: { id: string }[] }).data;
    };
    const [dead] = await list(tenant);
    expect(dead).toMatchObject({
      event: 'translation.finished',
      subjectId: queueId,
      state: 'dead',
      lastStatus: 503,
      nextAttemptAt: null,
    });
    const operator = { authorization: `Bearer ${app.service.adminToken}` };
    const { body } = await app.send(`/admin/v1/deliveries?orgId=${tenant.organization.id}`, {
      headers: operator,
    });
    expect(body).toMatchObject({ data: [{ ...dead, orgId: tenant.organization.id }] });
    const resend = (who: Tenant) =>
      app.call(who, `/api/v1/callback/deliveries/${dead?.id}/resend`, { method: 'POST' });
    const rival = await app.tenant();
    expect(await list(rival)).toEqual([]);
    expect((await resend(rival)).status).toBe(404);
    receiver.answer = (_, response) => response.end();
    expect((await resend(tenant)).body).toEqual({ status: 'success' });
    await vi.waitUntil(async () => (await deliveriesOf(tenant))[0]?.state === 'delivered', settled);
    expect((await resend(tenant)).body).toMatchObject({ data: { code: 40205 } });
  });

  it('of one account is not held up by the receiver of another that never answers', async () => {
    receiver.answer = () => undefined;
    for (let i = 0; i < 12; i++) await submit(app, tenant, orderOf(tenant, ['駅はどこですか。']));
    await vi.waitUntil(async () => (await deliveriesOf(tenant)).length === 12, settled);
    const quick = await openReceiver();
    const other = await app.tenant();
    await register(other, quick.url);
    await submit(app, other, orderOf(other, ['駅はどこですか。']));
    await vi.waitUntil(() => quick.received.length > 0, settled);
    // Never more than four at a time to the one that is slow.
    expect(receiver.received.length).toBeLessThanOrEqual(4);
    await quick.close();
    await app.call(tenant, '/api/v1/callback', { method: 'DELETE' });
  });
});
