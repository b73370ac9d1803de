import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { drizzle } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { StartError } from '../base/start-error.js';
import { ADVISORY_LOCKS } from './advisory-locks.js';
import { Database } from './database.js';
import type { DiskSpace } from './disk-space.js';
import { APPLICATION_NAME } from './embedded/server.js';
import { isLockUnavailable } from './errors.js';

export interface StoreOptions {
  readonly url: string;
  /** Most connections of this process. */
  readonly poolSize: number;
  /** A statement that takes longer is given up; default one minute. Migrations have no limit. */
  readonly statementTimeoutMs?: number;
  readonly onError?: (error: Error) => void;
  /** Of the database; absent where nobody watches it. */
  readonly disk?: DiskSpace;
}

/** The folder beside `dist`, seen from the source and from the compiled file alike. */
const MIGRATIONS = fileURLToPath(new URL('../../migrations', import.meta.url));
/**
 * A migration that waits for a table makes everybody behind it wait too. It gives up after this, lets the others through,
 * and tries again.
 */
const MIGRATION_LOCK_LIMIT_MS = 1_000;
const MIGRATION_TRIES = 60;
const CONNECT_LIMIT_MS = 10_000;
const STATEMENT_LIMIT_MS = 60_000;

/** All pending migrations are one transaction: one that gave up has changed nothing. */
async function migratePatiently(client: pg.PoolClient): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      await migrate(drizzle({ client }), { migrationsFolder: MIGRATIONS });
      return;
    } catch (error) {
      if (!isLockUnavailable(error) || tries === MIGRATION_TRIES) throw error;
      await sleep(MIGRATION_LOCK_LIMIT_MS);
    }
  }
}

/** The schema needs what came with this release. */
const OLDEST_POSTGRES = 15;

async function refuseOld(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: string }>(
    "select current_setting('server_version') as version",
  );
  const version = rows[0]?.version ?? '';
  if (Number.parseInt(version, 10) >= OLDEST_POSTGRES) return;
  throw new StartError(
    `The database is PostgreSQL ${version}, and Kotobashi needs ${OLDEST_POSTGRES} or newer: upgrade it, or leave DATABASE_URL out to use the bundled one.`,
  );
}

/** The database of the service, its tables up to date. */
export class Store extends Database {
  readonly url: string;
  readonly disk: DiskSpace | undefined;

  private constructor(options: StoreOptions) {
    super(
      new pg.Pool({
        connectionString: options.url,
        application_name: APPLICATION_NAME,
        max: options.poolSize,
        connectionTimeoutMillis: CONNECT_LIMIT_MS,
        statement_timeout: options.statementTimeoutMs ?? STATEMENT_LIMIT_MS,
        // A transaction whose process hangs must not hold its locks for ever.
        idle_in_transaction_session_timeout: STATEMENT_LIMIT_MS,
      }),
    );
    this.url = options.url;
    this.disk = options.disk;
    // An idle connection that breaks (the server was restarted) is replaced by the pool; it must not end the process.
    this.pool.on('error', (error) => options.onError?.(error));
    // A connection that breaks inside a transaction, between two statements, has nobody else to tell; the next statement
    // fails anyway.
    this.pool.on('connect', (client) => client.on('error', (error) => options.onError?.(error)));
  }

  /** Connects, and brings the tables up to date; of several processes that start at once one migrates, the rest wait. */
  static async open(options: StoreOptions): Promise<Store> {
    const store = new Store(options);
    try {
      await store.#migrate();
    } catch (error) {
      await store.close();
      throw error;
    }
    return store;
  }

  async #migrate(): Promise<void> {
    await refuseOld(this.pool);
    await this.underLock('migration', async (client) => {
      await client.query(`set lock_timeout = ${MIGRATION_LOCK_LIMIT_MS}`);
      await migratePatiently(client);
    });
  }

  /**
   * Does something that one process at a time may do, however long others take over it.
   *
   * @param work gets the connection that holds the lock
   */
  async underLock<Result>(
    lock: keyof typeof ADVISORY_LOCKS,
    work: (client: pg.PoolClient) => Promise<Result>,
  ): Promise<Result> {
    const client = await this.pool.connect();
    try {
      await client.query('set statement_timeout = 0');
      await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS[lock]]);
      try {
        return await work(client);
      } finally {
        await client.query('select pg_advisory_unlock($1)', [ADVISORY_LOCKS[lock]]);
      }
    } finally {
      // Ended rather than handed back: its limit on statements is gone.
      client.release(true);
    }
  }

  async close(): Promise<void> {
    await this.pool.end();
  }
}
