import { eq, type SQL, sql } from 'drizzle-orm';
import { Failure } from '../../base/failure.js';
import { isEncoding } from '../../interchange/encoding.js';
import type { BadRow, PairRow } from '../../interchange/pair.js';
import type { PairReader } from '../../interchange/pair-reader.js';
import { type JobKind, JobLost, type Turn } from '../../jobs/background-job.js';
import { type Claim, type ClaimRequest, IS_DUE } from '../../jobs/job-claims.js';
import type { JobRecords, TurnResult } from '../../jobs/job-outcomes.js';
import { JOB_TABLES } from '../../jobs/job-table.js';
import type { Queryable } from '../../store/database.js';
import { importJobs, type RejectedRow } from '../../store/schema/index.js';
import type { Store } from '../../store/store.js';
import { traced } from '../../tracing/trace-span.js';
import { KINDS } from '../entries/list-kind.js';
import type { Lists } from '../lists.js';
import { type ImportTarget, MOST_REJECTED, rejectedOf, takeOver } from './import-rows.js';

/** An import that this process has claimed. */
interface ClaimedImport
  extends Claim,
    ImportTarget,
    Pick<typeof importJobs.$inferSelect, 'format' | 'done'> {}

/** Rows of one transaction: little is lost or locked at a time. */
const BATCH_ROWS = 2_000;
/** Imports that one process works on at once. */
const AT_ONCE = 2;
export const MOST_FAULTS = 10;
const GIVEN_UP = 'The import was interrupted too often. Send the file again.';

const RECORDS: JobRecords<ClaimedImport, never, undefined> = {
  table: JOB_TABLES.import,
  finished: () => ({ set: sql`source = null` }),
  failed: (outcomes) => ({
    values: { message: sql`${sql.param(outcomes.map(({ failure }) => failure.message))}::text[]` },
    set: sql`source = null, error_message = o.message`,
  }),
};

/**
 * Takes large tables over. Each batch of rows and the count of rows done are committed together, so that a worker that
 * takes up the job after a crash goes on behind the last batch, and no row is lost or taken twice.
 */
export class ImportJobs implements JobKind<ClaimedImport, never, undefined> {
  readonly records = RECORDS;
  readonly capacity = AT_ONCE;
  readonly mostFaults = MOST_FAULTS;
  readonly #store: Store;
  readonly #lists: Lists;
  readonly #reader: PairReader;

  constructor(store: Store, lists: Lists, reader: PairReader) {
    this.#store = store;
    this.#lists = lists;
    this.#reader = reader;
  }

  givenUp() {
    const { code } = new Failure('internalError');
    return { code, message: GIVEN_UP, index: null };
  }

  /** In the order in which they came. */
  async claim(db: Queryable, { worker, room }: ClaimRequest): Promise<readonly ClaimedImport[]> {
    const { rows } = await db.execute<ClaimedImport & Record<string, unknown>>(sql`
      update import_jobs j set state = 'running', worker = ${worker}, attempt = j.attempt + 1
      from (
        select id from import_jobs where state = 'queued' and ${IS_DUE}
        order by queued_at limit ${room} for update skip locked
      ) taken
      where j.id = taken.id
      returning j.id, j.attempt, j.tries, j.faults, j.org_id as "orgId", j.target, j.target_id::float8 as "targetId",
        j.format, j.options, j.done, j.change_id::float8 as "changeId", j.traceparent`);
    return rows;
  }

  async work(job: ClaimedImport, turn: Turn): Promise<TurnResult<never, undefined>> {
    const { signal, trace } = turn;
    const [row] = await this.#store.db
      .select({ source: importJobs.source })
      .from(importJobs)
      .where(eq(importJobs.id, job.id));
    if (row === undefined || row.source === null) throw new JobLost();
    const { source } = row;
    const options = { ...readOptionsOf(job), rules: KINDS[job.target].rules };
    trace?.set({ importId: job.id, target: job.target, format: job.format });
    // Counted before anything is taken over: a table that cannot be read leaves no trace in the list.
    const total = await traced(trace, 'count', async () => {
      let rows = 0;
      for await (const _ of this.#reader.read(source, options)) {
        rows += 1;
        signal.throwIfAborted();
      }
      return rows;
    });
    trace?.set({ rows: total });
    await turn.update(sql`total = ${total}`);
    let position = 0;
    let { done, changeId } = job;
    let batch: (PairRow | BadRow)[] = [];
    const keep = async () => {
      signal.throwIfAborted();
      changeId = await traced(trace, 'write', () => this.#keep({ ...job, changeId, done }, turn, batch));
      done += batch.length;
      batch = [];
    };
    for await (const row of this.#reader.read(source, options)) {
      position += 1;
      if (position <= job.done) continue;
      batch.push(row);
      if (batch.length === BATCH_ROWS) await keep();
    }
    if (batch.length > 0) await keep();
    return { kind: 'finished', result: undefined };
  }

  /** One transaction: rows into the list, the count behind them. `job.done` is where they begin. */
  async #keep(job: ClaimedImport, turn: Turn, rows: readonly (PairRow | BadRow)[]): Promise<number | null> {
    const { count, first } = rejectedOf(rows);
    const change = await turn.checkpoint(async (tx) => {
      const changeId = await takeOver(tx, this.#lists, job, rows);
      await turn.update(
        sql`done = ${job.done + rows.length}, change_id = ${changeId}${rememberRejected(count, first)}`,
        tx,
      );
      return changeId;
    });
    await this.#lists.announce(job.orgId);
    return change;
  }
}

/** Large columns are named only when they change: naming them would have PostgreSQL write the whole table anew each time. */
function rememberRejected(count: number, first: readonly RejectedRow[]): SQL {
  if (count === 0) return sql``;
  return sql`, rejected_count = j.rejected_count + ${count},
    rejected = jsonb_path_query_array(j.rejected || ${JSON.stringify(first)}::jsonb,
      ${sql.raw(`'$[0 to ${MOST_REJECTED - 1}]'`)})`;
}

function readOptionsOf({ format, options: { from, to, encoding } }: ClaimedImport) {
  return {
    format,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(encoding !== undefined && isEncoding(encoding) && { encoding }),
  };
}
