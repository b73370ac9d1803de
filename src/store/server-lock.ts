import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Store } from './store.js';

/** Any number will do, as long as every version of the product takes the same. */
const SERVER_LOCK = 7_265_002;
/** The database needs a moment to notice that a server was killed; its successor may be there first. */
const PATIENCE_MS = 10_000;
const RETRY_MS = 100;

/**
 * Held by the one server that runs on a data folder. A lock of the folder's own database: it is let go when the process
 * ends, however it ends, and no file is left behind that could be stale.
 */
export class ServerLock {
  readonly #client: pg.PoolClient;

  private constructor(client: pg.PoolClient) {
    this.#client = client;
  }

  /** Undefined where another process holds it. */
  static async take(store: Store): Promise<ServerLock | undefined> {
    const client = await store.pool.connect();
    for (const end = Date.now() + PATIENCE_MS; ; await sleep(RETRY_MS)) {
      const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
        SERVER_LOCK,
      ]);
      if (rows[0]?.taken === true) return new ServerLock(client);
      if (Date.now() >= end) break;
    }
    client.release();
    return undefined;
  }

  /** Ends the connection, and with it the lock. */
  close(): void {
    this.#client.release(true);
  }
}
