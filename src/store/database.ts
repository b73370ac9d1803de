import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import type pg from 'pg';

/** What queries take: the database, or a transaction on it. */
export type Queryable = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'
>;

/** Takes statements as they are written. */
export type PlainSql = Pick<pg.ClientBase, 'query'>;

/** A connection pool, the typed view on it, and the only way to a transaction. */
export class Database {
  readonly pool: pg.Pool;
  /** For statements by themselves. */
  readonly db: Queryable;

  constructor(pool: pg.Pool) {
    this.pool = pool;
    this.db = typed(pool);
  }

  /**
   * Drizzle's own transaction hides the first error behind that of a failed rollback, hands back a connection that may still
   * be inside the transaction, and never hands back one that could not begin.
   *
   * @param work gets the typed view, and plain SQL on the same connection for statements whose tables are chosen by a value
   */
  async transaction<Result>(work: (tx: Queryable, client: PlainSql) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let isBroken = false;
    try {
      await client.query('begin');
      const result = await work(typed(client), client);
      await client.query('commit');
      return result;
    } catch (error) {
      // A connection that cannot even roll back is thrown away; what broke it first is what counts.
      await client.query('rollback').catch(() => {
        isBroken = true;
      });
      throw error;
    } finally {
      client.release(isBroken);
    }
  }
}

function typed(client: pg.Pool | pg.PoolClient): Queryable {
  return drizzle({ client, casing: 'snake_case' });
}
