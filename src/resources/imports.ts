import { and, desc, eq, inArray, sql } from 'drizzle-orm';
import { Failure } from '../failure.js';
import type { OrganizationId } from '../ids.js';
import { type Encoding, isEncoding } from '../interchange/encoding.js';
import type { InterchangeFormat } from '../interchange/format.js';
import type { BadRow, PairRow, WantedLangs } from '../interchange/pair.js';
import type { PairReader } from '../interchange/pair-reader.js';
import { enqueue } from '../queue/enqueue.js';
import type { TaskRun } from '../queue/task-table.js';
import { importJobs, type RejectedRow } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { type TraceSpan, traced } from '../tracing/trace-span.js';
import { KINDS, type ListKind } from './list-kind.js';
import type { Lists } from './lists.js';
import { continueChange, openChange } from './undo-log.js';

/** A table to take over. */
export interface ImportRequest extends WantedLangs {
  readonly format: InterchangeFormat;
  readonly bytes: Uint8Array;
  readonly encoding?: Encoding;
  /** Whether it can be taken back as long as nothing comes after it. */
  readonly undoable?: boolean;
  /** Of the request, where it is traced. */
  readonly traceparent?: string | undefined;
}

/** How far an import is; `rejected` holds the first thousand bad rows. */
export interface ImportReport {
  readonly importId: string;
  readonly state: 'queued' | 'running' | 'finished' | 'failed';
  /** Rows of the table; 0 while they have not been counted. */
  readonly total: number;
  readonly done: number;
  readonly rejectedCount: number;
  readonly rejected: readonly RejectedRow[];
  readonly errorMessage: string | null;
}

/** Another worker has gone on with the import; nothing was done twice. */
export class ImportTaken extends Error {
  override readonly name = 'ImportTaken';
}

/** Tables up to this size, some thousand rows, are taken over while the caller waits. */
const INLINE_BYTES = 256 * 1024;
/** Rows of one transaction: little is lost or locked at a time. */
const BATCH_ROWS = 2_000;
const MOST_REJECTED = 1_000;
const MOST_LISTED = 100;
// Large columns are named only when they change: naming them would have PostgreSQL write the whole table anew each time.
const REMEMBER_REJECTED = `, rejected = jsonb_path_query_array(rejected || $5::jsonb, '$[0 to ${MOST_REJECTED - 1}]')`;

/**
 * Takes tables over into phrase-pair dictionaries and glossaries. A large table is written down first and worked on
 * by the queue; each batch of rows and the count of rows done are committed together, so that a worker that takes
 * up the job after a crash goes on behind the last batch, and no row is lost or taken twice.
 */
export class Imports {
  readonly #store: Store;
  readonly #lists: Lists;
  readonly #reader: PairReader;

  constructor(store: Store, lists: Lists, reader: PairReader) {
    this.#store = store;
    this.#lists = lists;
    this.#reader = reader;
  }

  async submit(
    orgId: OrganizationId,
    target: ListKind,
    targetId: number,
    request: ImportRequest,
  ): Promise<ImportReport> {
    this.#store.disk?.demandRoom();
    await this.#lists.find(orgId, target, targetId);
    const { bytes, format, traceparent } = request;
    const job = { orgId, target, targetId, format, source: Buffer.from(bytes), options: optionsOf(request) };
    if (bytes.length > INLINE_BYTES) {
      return this.#store.db.transaction(async (tx) => {
        const [queued] = await tx.insert(importJobs).values(job).returning();
        if (queued === undefined) throw new Error('An import could not be written down.');
        await enqueue(tx, 'import', {
          importId: queued.id,
          ...(traceparent !== undefined && { traceparent }),
        });
        return reportOf(queued);
      });
    }
    const rows: (PairRow | BadRow)[] = [];
    for await (const row of this.#reader.read(bytes, { ...request, rules: KINDS[target].rules }))
      rows.push(row);
    const [started] = await this.#store.db
      .insert(importJobs)
      .values({ ...job, state: 'running', total: rows.length })
      .returning();
    if (started === undefined) throw new Error('An import could not be written down.');
    try {
      await this.#takeOver(started, 0, rows, true);
    } catch (error) {
      await this.#fail(started.id, error instanceof Failure ? error.message : INTERRUPTED);
      throw error;
    }
    return this.find(orgId, started.id);
  }

  async find(orgId: OrganizationId, importId: string): Promise<ImportReport> {
    const [job] = await this.#store.db
      .select(REPORT_COLUMNS)
      .from(importJobs)
      .where(and(eq(importJobs.orgId, orgId), eq(importJobs.id, importId)));
    if (job === undefined) throw new Failure('idUnknown', { message: 'There is no import with this id.' });
    return reportOf(job);
  }

  /** The latest imports, newest first. */
  async all(orgId: OrganizationId): Promise<readonly ImportReport[]> {
    const jobs = await this.#store.db
      .select(REPORT_COLUMNS)
      .from(importJobs)
      .where(eq(importJobs.orgId, orgId))
      .orderBy(desc(importJobs.createdAt))
      .limit(MOST_LISTED);
    return jobs.map(reportOf);
  }

  /** The queue's task: works on an import from where it stands. */
  async run(
    importId: string,
    run: Pick<TaskRun, 'signal' | 'lastAttempt'>,
    trace?: TraceSpan,
  ): Promise<void> {
    const [job] = await this.#store.db.select().from(importJobs).where(eq(importJobs.id, importId));
    if (job === undefined || job.source === null || job.state === 'finished' || job.state === 'failed')
      return;
    try {
      trace?.set({ importId, target: job.target, format: job.format });
      await this.#work(job, job.source, run.signal, trace);
    } catch (error) {
      if (error instanceof Failure) await this.#fail(importId, error.message);
      // Whoever has taken the import over ends it.
      else if (run.lastAttempt && !(error instanceof ImportTaken)) await this.#fail(importId, INTERRUPTED);
      if (!(error instanceof Failure)) throw error;
    }
  }

  async #work(
    job: ImportJob,
    source: Buffer,
    signal: AbortSignal,
    trace: TraceSpan | undefined,
  ): Promise<void> {
    const options = { ...readOptionsOf(job), rules: KINDS[job.target].rules };
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
    await this.#store.db
      .update(importJobs)
      .set({ state: 'running', total })
      .where(and(eq(importJobs.id, job.id), inArray(importJobs.state, UNFINISHED)));
    let position = 0;
    let done = job.done;
    let { changeId } = job;
    let batch: (PairRow | BadRow)[] = [];
    const takeOver = (last: boolean) =>
      traced(trace, 'write', () => this.#takeOver({ ...job, changeId }, done, batch, last));
    for await (const row of this.#reader.read(source, options)) {
      position += 1;
      if (position <= job.done) continue;
      batch.push(row);
      if (batch.length < BATCH_ROWS) continue;
      signal.throwIfAborted();
      changeId = await takeOver(false);
      done += batch.length;
      batch = [];
    }
    await takeOver(true);
  }

  /**
   * One transaction: rows into the list, the count behind them. `done` is where this batch begins. Gives the change under
   * which the next batch is recorded.
   */
  async #takeOver(
    job: ImportJob,
    done: number,
    rows: readonly (PairRow | BadRow)[],
    last: boolean,
  ): Promise<number | null> {
    let { changeId } = job;
    const pairs = rows.filter((row) => row.kind === 'pair');
    const bad = rows.filter((row) => row.kind === 'bad').map(({ line, reason }) => ({ line, reason }));
    await this.#store.transaction(async (client) => {
      // Fenced by the position: should two workers ever hold one job, the slower one stops here.
      const moved = await client.query(
        `update import_jobs set done = done + $3, rejected_count = rejected_count + $4
           ${bad.length > 0 ? REMEMBER_REJECTED : ''}
           ${last ? `, state = 'finished', source = null, finished_at = now()` : ''}
         where id = $1 and done = $2 and state = 'running'`,
        [
          job.id,
          done,
          rows.length,
          bad.length,
          ...(bad.length > 0 ? [JSON.stringify(bad.slice(0, MOST_REJECTED))] : []),
        ],
      );
      if (moved.rowCount === 0) throw new ImportTaken();
      const record = async (version: number) => {
        if (changeId !== null) return continueChange(client, changeId, version);
        if (job.options.undoable === undefined) return;
        const owner = { kind: job.target, orgId: job.orgId, listId: job.targetId };
        changeId = await openChange(client, owner, 'import', version);
        await client.query('update import_jobs set change_id = $2 where id = $1', [job.id, changeId]);
      };
      if (pairs.length > 0)
        await this.#lists.merge(client, job.orgId, job.target, job.targetId, pairs, record);
    });
    await this.#lists.announce(job.orgId);
    return changeId;
  }

  /** One that has ended stays as it ended. */
  async #fail(importId: string, errorMessage: string): Promise<void> {
    await this.#store.db
      .update(importJobs)
      .set({ state: 'failed', errorMessage, source: null, finishedAt: sql`now()` })
      .where(and(eq(importJobs.id, importId), inArray(importJobs.state, UNFINISHED)));
  }
}

const UNFINISHED: ImportReport['state'][] = ['queued', 'running'];
const INTERRUPTED = 'The import was interrupted too often. Send the file again.';

type ImportJob = typeof importJobs.$inferSelect;

/** Without the table itself, which can be large. */
const REPORT_COLUMNS = {
  id: importJobs.id,
  state: importJobs.state,
  total: importJobs.total,
  done: importJobs.done,
  rejectedCount: importJobs.rejectedCount,
  rejected: importJobs.rejected,
  errorMessage: importJobs.errorMessage,
};

function reportOf(job: Pick<ImportJob, keyof typeof REPORT_COLUMNS>): ImportReport {
  const { id, state, total, done, rejectedCount, rejected, errorMessage } = job;
  return { importId: id, state, total, done, rejectedCount, rejected, errorMessage };
}

function optionsOf(request: ImportRequest): Record<string, string> {
  const { from, to, encoding, undoable } = request;
  return {
    ...(undoable && { undoable: 'yes' }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(encoding !== undefined && { encoding }),
  };
}

function readOptionsOf(job: ImportJob) {
  const { from, to, encoding } = job.options;
  return {
    format: job.format,
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(encoding !== undefined && isEncoding(encoding) && { encoding }),
  };
}
