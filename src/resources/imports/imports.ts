import { randomUUID } from 'node:crypto';
import { and, desc, eq, sql } from 'drizzle-orm';
import { Failure } from '../../base/failure.js';
import type { OrganizationId } from '../../base/ids.js';
import type { Encoding } from '../../interchange/encoding.js';
import type { InterchangeFormat } from '../../interchange/format.js';
import type { BadRow, PairRow, WantedLangs } from '../../interchange/pair.js';
import type { PairReader } from '../../interchange/pair-reader.js';
import { notify } from '../../queue/notify.js';
import { importJobs, type RejectedRow } from '../../store/schema/index.js';
import type { Store } from '../../store/store.js';
import { KINDS, type ListKind } from '../entries/list-kind.js';
import type { Lists } from '../lists.js';
import { rejectedOf, takeOver } from './import-rows.js';

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

/** Tables up to this size, some thousand rows, are taken over while the caller waits. */
const INLINE_BYTES = 256 * 1024;
const MOST_LISTED = 100;

/** Takes tables over into phrase-pair dictionaries and glossaries: small ones at once, large ones in the background. */
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
    const job = { orgId, target, targetId, format, options: optionsOf(request) };
    if (bytes.length <= INLINE_BYTES) return this.#inline(job, request);
    return this.#store.transaction(async (tx) => {
      const values = { ...job, source: Buffer.from(bytes), traceparent };
      const [queued] = await tx.insert(importJobs).values(values).returning(REPORT_COLUMNS);
      if (queued === undefined) throw new Error('An import could not be written down.');
      await notify(tx, 'import');
      return reportOf(queued);
    });
  }

  /** Rows and report in one transaction: there is no import that has begun and not ended. */
  async #inline(job: NewImport, request: ImportRequest): Promise<ImportReport> {
    const { orgId, target } = job;
    const rows: (PairRow | BadRow)[] = [];
    for await (const row of this.#reader.read(request.bytes, { ...request, rules: KINDS[target].rules }))
      rows.push(row);
    const importId = randomUUID();
    await this.#store.transaction(async (tx) => {
      const changeId = await takeOver(tx, this.#lists, { ...job, changeId: null }, rows);
      const { count, first } = rejectedOf(rows);
      await tx.insert(importJobs).values({
        ...job,
        id: importId,
        state: 'finished',
        total: rows.length,
        done: rows.length,
        rejectedCount: count,
        rejected: first,
        changeId,
        finishedAt: sql`now()`,
      });
    });
    await this.#lists.announce(orgId);
    return this.find(orgId, importId);
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
}

type NewImport = Pick<typeof importJobs.$inferSelect, 'orgId' | 'target' | 'targetId' | 'format' | 'options'>;

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

function reportOf(job: Pick<typeof importJobs.$inferSelect, keyof typeof REPORT_COLUMNS>): ImportReport {
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
