import { fillPlaceholders, type Query, type SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { PgDialect } from 'drizzle-orm/pg-core';
import type pg from 'pg';

/** What queries take: the database, or a transaction on it. */
export type Queryable = Pick<
  NodePgDatabase,
  'select' | 'selectDistinct' | 'insert' | 'update' | 'delete' | 'execute'
>;

/** Of the names of columns; the schema writes them as TypeScript does. */
const CASING = 'snake_case';

/** A connection pool, the typed view on it, and the only way to a transaction. */
export class Database {
  readonly pool: pg.Pool;
  /** For statements by themselves. */
  readonly db: Queryable;
  readonly #dialect = new PgDialect({ casing: CASING });
  /** As they are sent; making a text of a statement takes tens of microseconds. */
  readonly #queries = new WeakMap<SQL, Query>();

  constructor(pool: pg.Pool) {
    this.pool = pool;
    this.db = typed(pool);
  }

  /**
   * Drizzle's own transaction hides the first error behind that of a failed rollback, hands back a connection that may still
   * be inside the transaction, and never hands back one that could not begin.
   */
  async transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result> {
    const client = await this.pool.connect();
    let isBroken = false;
    try {
      await client.query('begin');
      const result = await work(typed(client));
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

  /**
   * Runs a statement that each connection prepares once, for those where planning anew would cost more than running.
   *
   * @param name stands for one text: what differs between two calls are values alone
   * @param given for the placeholders of a statement that is a constant, so that its text is made once too
   */
  async prepared<Row extends pg.QueryResultRow>(
    name: string,
    statement: SQL,
    given: Record<string, unknown> = {},
  ): Promise<readonly Row[]> {
    const query = this.#queries.get(statement) ?? this.#dialect.sqlToQuery(statement);
    this.#queries.set(statement, query);
    const values = fillPlaceholders(query.params, given);
    return (await this.pool.query<Row>({ name, text: query.sql, values })).rows;
  }
}

function typed(client: pg.Pool | pg.PoolClient): Queryable {
  return drizzle({ client, casing: CASING });
}
