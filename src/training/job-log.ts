import { and, eq } from 'drizzle-orm';
import type { CustomFieldId, JobId, ModelId, OrganizationId } from '../ids.js';
import type { Lang } from '../lang.js';
import { customModels, type TrainingState, trainingJobs } from '../store/schema/index.js';
import type { Queryable } from '../store/store.js';
import { ENDED, TRAINING_EDGES } from './states.js';

/** A job that has not ended, with what its training needs to know. */
export interface OpenJob {
  readonly orgId: OrganizationId;
  readonly jid: JobId;
  readonly mid: ModelId;
  readonly field: CustomFieldId;
  readonly firstLang: Lang;
  readonly secondLang: Lang;
}

/** Progress is written at most this often. */
const WRITE_EVERY_MS = 1_000;

/**
 * State and progress of one job as its worker writes them. Every write asks whether the job is still in the state the
 * worker believes; a job that was cancelled or deleted meanwhile is reported as gone, and nothing is written over it.
 */
export class JobLog {
  #state: TrainingState = 'queued';
  #gone: () => void = () => undefined;
  #writtenAt = 0;
  /** A write in flight: the next state waits for it, or it would find the job in another state and call it gone. */
  #writing: Promise<void> = Promise.resolve();

  readonly #db: Queryable;
  readonly #jid: JobId;

  constructor(db: Queryable, jid: JobId) {
    this.#db = db;
    this.#jid = jid;
  }

  onGone(listener: () => void): void {
    this.#gone = listener;
  }

  /** Undefined when there is nothing left to do. */
  async open(): Promise<OpenJob | undefined> {
    const [row] = await this.#db
      .select({
        orgId: trainingJobs.orgId,
        jid: trainingJobs.jid,
        mid: trainingJobs.mid,
        field: customModels.field,
        firstLang: customModels.firstLang,
        secondLang: customModels.secondLang,
        state: trainingJobs.state,
      })
      .from(trainingJobs)
      .innerJoin(
        customModels,
        and(eq(customModels.orgId, trainingJobs.orgId), eq(customModels.mid, trainingJobs.mid)),
      )
      .where(eq(trainingJobs.jid, this.#jid));
    if (row === undefined || ENDED.includes(row.state)) return undefined;
    const { state, ...job } = row;
    this.#state = state;
    return job;
  }

  /** Goes on to a state; one that an earlier worker had reached already is not entered again. */
  async enter(state: TrainingState): Promise<void> {
    if (!TRAINING_EDGES[this.#state].includes(state)) return;
    await this.#writing;
    const rows = await this.#db
      .update(trainingJobs)
      .set({ state, progress: 0, ...(state === 'preparing' && { startedAt: new Date() }) })
      .where(and(eq(trainingJobs.jid, this.#jid), eq(trainingJobs.state, this.#state)))
      .returning({ jid: trainingJobs.jid });
    if (rows.length === 0) this.#gone();
    this.#state = state;
  }

  /** 0 to 1 within the state. Does not wait: progress that comes too late or not at all harms nobody. */
  progress(progress: number): void {
    const now = Date.now();
    if (now - this.#writtenAt < WRITE_EVERY_MS) return;
    this.#writtenAt = now;
    this.#writing = this.#db
      .update(trainingJobs)
      .set({ progress })
      .where(and(eq(trainingJobs.jid, this.#jid), eq(trainingJobs.state, this.#state)))
      .returning({ jid: trainingJobs.jid })
      .then(
        (rows) => {
          if (rows.length === 0) this.#gone();
        },
        () => undefined,
      );
  }
}
