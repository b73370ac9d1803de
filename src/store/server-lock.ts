import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import { isAlive } from './embedded/lockfile.js';
import type { Store } from './store.js';

/** Names the process that holds the lock to those that want it. */
const HOLDER = 'kotobashi server ';
/** The database has to notice that the holder was killed, on a busy machine too. */
const PATIENCE_MS = 60_000;
/** Something with the number of the holder lives: it is the holder, unless it was killed a moment ago. */
const PATIENCE_WITH_LIVING_MS = 2_000;
const RETRY_MS = 100;

/**
 * Held by the one server that runs on a data folder. A lock of the folder's own database: it is let go when the process
 * ends, however it ends, and no file is left behind that could be stale. When the database was restarted it is taken
 * again.
 */
export class ServerLock {
  readonly #store: Store;
  #client: pg.PoolClient | undefined;
  #closed = false;

  private constructor(store: Store) {
    this.#store = store;
  }

  /** Undefined where another process that is alive holds it. */
  static async take(store: Store): Promise<ServerLock | undefined> {
    const lock = new ServerLock(store);
    return (await lock.#take()) ? lock : undefined;
  }

  async #take(): Promise<boolean> {
    const client = await this.#store.pool.connect();
    try {
      await client.query(`set application_name = '${HOLDER}${process.pid}'`);
      for (const begun = Date.now(); !this.#closed; await sleep(RETRY_MS)) {
        if (await isTaken(client)) {
          client.once('end', () => void this.#takeAgain());
          this.#client = client;
          return true;
        }
        const patience = (await isHeldByLiving(client)) ? PATIENCE_WITH_LIVING_MS : PATIENCE_MS;
        if (Date.now() - begun > patience) break;
      }
    } catch (error) {
      client.release(true);
      throw error;
    }
    client.release(true);
    return false;
  }

  async #takeAgain(): Promise<void> {
    this.#client?.release(true);
    this.#client = undefined;
    while (!this.#closed && !(await this.#take().catch(() => false))) await sleep(RETRY_MS);
    if (this.#closed) this.close();
  }

  /** Ends the connection, and with it the lock. */
  close(): void {
    this.#closed = true;
    this.#client?.release(true);
    this.#client = undefined;
  }
}

async function isTaken(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [
    ADVISORY_LOCKS.server,
  ]);
  return rows[0]?.taken === true;
}

async function isHeldByLiving(client: pg.PoolClient): Promise<boolean> {
  const { rows } = await client.query<{ name: string }>(
    `select activity.application_name as name
     from pg_locks as lock join pg_stat_activity as activity using (pid)
     where lock.locktype = 'advisory' and lock.objid = $1 and lock.granted and activity.datname = current_database()`,
    [ADVISORY_LOCKS.server],
  );
  return rows.some(({ name }) => name.startsWith(HOLDER) && isAlive(Number(name.slice(HOLDER.length))));
}
