import pg from 'pg';
import { StartError } from '../../base/start-error.js';
import { ADVISORY_LOCKS } from '../advisory-locks.js';

/** SQLSTATE invalid_password. */
const WRONG_PASSWORD = '28P01';
const CONNECT_LIMIT_MS = 5_000;
/** Whoever stops the server holds the lock for as long as that takes; after it the connection breaks. */
const WAIT_LIMIT_MS = 30_000;

/**
 * One process's part in a server that several share. Each holds a shared lock, on a connection of its own, for as long as
 * it uses the server; who leaves and then gets the lock alone was the last, and stops the server while it holds it.
 * Somebody who comes at that moment waits for the lock and not for a server that is about to go: his connection breaks,
 * and he starts the server again.
 */
export class Membership {
  readonly #client: pg.Client;
  #lost = false;

  private constructor(client: pg.Client) {
    this.#client = client;
    client.on('end', () => {
      this.#lost = true;
    });
  }

  /** Undefined where the server takes nobody now: it is starting or stopping. */
  static async join(url: string): Promise<Membership | undefined> {
    const client = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
      query_timeout: WAIT_LIMIT_MS,
      keepAlive: true,
    });
    client.on('error', () => undefined);
    try {
      await client.connect();
      await client.query('select pg_advisory_lock_shared($1)', [ADVISORY_LOCKS.members]);
      return new Membership(client);
    } catch (error) {
      await client.end().catch(() => undefined);
      if (error instanceof pg.DatabaseError && error.code === WRONG_PASSWORD) {
        throw new StartError(
          'The PostgreSQL of the data folder refuses the password in postgres.password, the file beside it: put the file back from the backup.',
        );
      }
      return undefined;
    }
  }

  /** Whether the connection broke: others no longer know that this process uses the server. */
  get lost(): boolean {
    return this.#lost;
  }

  /** Whether nobody else is left; then nobody can join until this connection ends, or the server. */
  async leave(): Promise<boolean> {
    try {
      await this.#client.query('select pg_advisory_unlock_shared($1)', [ADVISORY_LOCKS.members]);
      const { rows } = await this.#client.query<{ alone: boolean }>(
        'select pg_try_advisory_lock($1) as alone',
        [ADVISORY_LOCKS.members],
      );
      return rows[0]?.alone === true;
    } catch {
      // The server is gone or cannot be asked: what runs is left to whoever comes next.
      return false;
    }
  }

  async close(): Promise<void> {
    await this.#client.end().catch(() => undefined);
  }
}
