import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DELIVERY_STATES,
  type DeliveryState,
  TRANSLATION_STATES,
  type TranslationState,
} from '#src/store/schema/index.js';
import { type FreshDatabase, freshDatabase } from '../setup/database.js';

/**
 * The life of an asynchronous translation. A worker claims it (queued → running) and works one batch of sentences. Then
 * it waits for its next turn, or was released or lost by its worker (running → queued), or has ended. One whose owner is
 * disabled meanwhile fails without a turn (queued → failed).
 */
const TRANSLATION_EDGES: Readonly<Record<TranslationState, readonly TranslationState[]>> = {
  queued: ['running', 'failed'],
  running: ['queued', 'finished', 'failed'],
  finished: [],
  failed: [],
};

/**
 * The life of one announcement. Every failed attempt leaves it pending until its day is over; an operator may send a
 * dead one again. What the receiver has, and what its owner called off, is never sent again.
 */
const DELIVERY_EDGES: Readonly<Record<DeliveryState, readonly DeliveryState[]>> = {
  pending: ['delivered', 'dead', 'cancelled'],
  dead: ['pending'],
  delivered: [],
  cancelled: [],
};

let database: FreshDatabase;
beforeAll(async () => {
  database = await freshDatabase(2);
  await database.store.pool.query(`
    insert into organizations (id, name) values ('o', 'o');
    insert into users (id, org_id, name) values ('u', 'o', 'u');
    insert into access_keys (access_key, org_id, user_id, secret_box) values ('k', 'o', 'u', '')`);
});
afterAll(() => database.close());

/** A row in a state, however it came there: rows are born in any state, only their further way is guarded. */
const MAKE = {
  translation_jobs: (state: string) => sql`
    insert into translation_jobs (queue_id, org_id, user_id, access_key, contract_id, engine, request, characters,
      task_id, expires_at, state)
    values (gen_random_uuid()::text, 'o', 'u', 'k', 'c', 't4oo', '{}', 1, 't', now(), ${state}) returning queue_id as id`,
  callback_deliveries: (state: string) => sql`
    insert into callback_deliveries (id, org_id, access_key, url, host, event, subject_id, body, give_up_at, state)
    values (gen_random_uuid()::text, 'o', 'k', 'u', 'h', 'translation.finished', 's', '{}', now(), ${state}) returning id`,
};

const MOVE = {
  translation_jobs: (id: string, to: string) =>
    sql`update translation_jobs set state = ${to} where queue_id = ${id}`,
  callback_deliveries: (id: string, to: string) =>
    sql`update callback_deliveries set state = ${to} where id = ${id}`,
};

async function move(table: keyof typeof MAKE, from: string, to: string): Promise<void> {
  const { rows } = await database.store.db.execute<{ id: string }>(MAKE[table](from));
  await database.store.db.execute(MOVE[table](rows[0]?.id ?? '', to));
}

describe.each([
  ['translation_jobs', TRANSLATION_STATES, TRANSLATION_EDGES],
  ['callback_deliveries', DELIVERY_STATES, DELIVERY_EDGES],
] as const)('%s', (table, states, edges) => {
  const pairs = states.flatMap((from) => states.filter((to) => to !== from).map((to) => [from, to] as const));
  const legalOf: Readonly<Record<string, readonly string[]>> = edges;

  it.each(pairs)('%s → %s is allowed exactly when the table says so', async (from, to) => {
    if (legalOf[from]?.includes(to)) await move(table, from, to);
    else {
      await expect(move(table, from, to)).rejects.toMatchObject({
        cause: { message: `${table} cannot go from ${from} to ${to}` },
      });
    }
  });
});
