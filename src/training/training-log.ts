import { eq, sql } from 'drizzle-orm';
import type { Turn } from '../jobs/background-job.js';
import { customModels, type TrainingState } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { collectedPairs, writePairs } from './collected-pairs.js';
import { TRAINING_EDGES } from './states.js';
import type { ClaimedTraining } from './training-claims.js';

/** Progress is written at most this often. */
const WRITE_EVERY_MS = 1_000;

/** State and progress of one training as its worker writes them. */
export class TrainingLog {
  #state: TrainingState;
  #writtenAt = 0;
  /** A write in flight: a state waits for it, or progress of the last one would come behind it. */
  #writing: Promise<void> = Promise.resolve();

  readonly #store: Store;
  readonly #job: ClaimedTraining;
  readonly #turn: Turn;

  constructor(store: Store, job: ClaimedTraining, turn: Turn) {
    this.#store = store;
    this.#job = job;
    this.#turn = turn;
    this.#state = job.state;
  }

  /**
   * Begins, with all pairs that the model has by now; later ones are for the next training. Whoever takes the job over
   * finds it begun. The model is held first, as by uploads: they come before this or after it.
   */
  async begin(): Promise<void> {
    if (this.#state !== 'queued') return;
    const { orgId, id: jid, mid } = this.#job;
    await this.#store.transaction(async (tx) => {
      await tx
        .select({ mid: customModels.mid })
        .from(customModels)
        .where(eq(customModels.mid, mid))
        .for('update');
      const pairs = [...(await collectedPairs(tx, orgId, mid)).values()];
      await this.#turn.update(
        sql`state = 'preparing', started_at = now(),
          upload = jsonb_set(upload, '{pairs}', to_jsonb(${pairs.length}::int))`,
        tx,
      );
      await writePairs(tx, orgId, jid, pairs);
    });
    this.#state = 'preparing';
  }

  /** Goes on to a state; one that an earlier worker had reached already is not entered again. */
  async enter(state: TrainingState): Promise<void> {
    if (!TRAINING_EDGES[this.#state].includes(state)) return;
    await this.#writing;
    await this.#turn.update(sql`state = ${state}, progress = 0`);
    this.#state = state;
  }

  /** 0 to 1 within the state. Does not wait: progress that comes too late or not at all harms nobody. */
  progress(progress: number): void {
    const now = Date.now();
    if (now - this.#writtenAt < WRITE_EVERY_MS) return;
    this.#writtenAt = now;
    // One that finds the training ended stops it by its signal.
    this.#writing = this.#turn.update(sql`progress = ${progress}`).catch(() => undefined);
  }
}
