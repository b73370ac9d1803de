import type { Store } from '../store/store.js';

/** Failures within one window after which the subject has to wait for its end. */
const FAILURES_PER_KEY = 10;
const FAILURES_PER_ADDRESS = 30;
const WINDOW_SECONDS = 60;

/**
 * Slows down guessing at the token endpoint, where a caller sends its secret: failures are counted by address and by
 * key, for all processes together, and neither gets an answer beyond a number of them within a minute.
 */
export class TokenThrottle {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Seconds to wait; 0 when the request may be looked at. */
  async waitSeconds(address: string, accessKey: string): Promise<number> {
    const { rows } = await this.#store.pool.query<{ wait: number }>({
      name: 'token_wait',
      text: `select coalesce(max(ceil(extract(epoch from started_at + interval '${WINDOW_SECONDS} seconds' - now()))), 0)::int as wait
             from token_failures
             where started_at > now() - interval '${WINDOW_SECONDS} seconds'
               and ((subject = $1 and count >= ${FAILURES_PER_ADDRESS}) or (subject = $2 and count >= ${FAILURES_PER_KEY}))`,
      values: [`address:${address}`, `key:${accessKey}`],
    });
    return rows[0]?.wait ?? 0;
  }

  async failed(address: string, accessKey: string): Promise<void> {
    // Sorted, so that two processes lock the rows in the same order. Old rows of others are swept on the way.
    await this.#store.pool.query(
      `insert into token_failures as t (subject, started_at, count)
       select subject, now(), 1 from unnest($1::text[]) as subject order by subject
       on conflict (subject) do update set
         count = case when t.started_at > now() - interval '${WINDOW_SECONDS} seconds' then t.count + 1 else 1 end,
         started_at = case when t.started_at > now() - interval '${WINDOW_SECONDS} seconds' then t.started_at else now() end`,
      [[`address:${address}`, `key:${accessKey}`]],
    );
    await this.#store.pool.query(`delete from token_failures where started_at < now() - interval '1 hour'`);
  }
}
