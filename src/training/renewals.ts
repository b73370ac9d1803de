import { sql } from 'drizzle-orm';
import { baseVersionOf } from '../adaptation/base-version.js';
import { SERVING_VERSION } from '../adaptation/versions.js';
import type { ModelPort } from '../model/model-port.js';
import { customModels, customModelVersions } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import type { TrainingRequests } from './training-requests.js';

export interface RenewalsParts {
  readonly store: Store;
  readonly model: ModelPort;
  readonly trainingRequests: TrainingRequests;
  readonly onError: (error: unknown) => void;
}

/** Also the pause after a renewal that failed. */
const LOOK_EVERY_MS = 3_600_000;
/** Trainings of one organization that may wait or run before a renewal joins them: its own orders need the room. */
const MOST_UNFINISHED = 5;

/**
 * Trains models again when the operator has installed another base model: what they know is bound to the one they were
 * trained on, and until then they answer only their exact pairs. The jobs are like any others, durable and in the list,
 * but customers' own trainings come first.
 */
export class Renewals {
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();

  readonly #parts: RenewalsParts;

  constructor(parts: RenewalsParts) {
    this.#parts = parts;
  }

  /** Looks now and every hour. */
  start(): void {
    const look = () => {
      this.#looking = this.look().then(() => undefined, this.#parts.onError);
    };
    this.#timer = setInterval(look, LOOK_EVERY_MS).unref();
    look();
  }

  /** Puts outdated models in line for training; gives how many. */
  async look(): Promise<number> {
    const { store, model, trainingRequests } = this.#parts;
    const candidates = await store.db
      .select({
        orgId: customModels.orgId,
        mid: customModels.mid,
        firstLang: customModels.firstLang,
        secondLang: customModels.secondLang,
        baseVersion: customModelVersions.baseVersion,
      })
      .from(customModels)
      .innerJoin(customModelVersions, SERVING_VERSION)
      .where(
        sql`exists (select from organizations where id = ${customModels.orgId} and enabled)
          and (select count(*) from training_jobs where org_id = ${customModels.orgId}
              and state not in ('finished', 'failed')) < ${MOST_UNFINISHED}
          and not exists (select 1 from training_jobs where mid = ${customModels.mid}
              and state = 'failed' and finished_at > now() - ${`${LOOK_EVERY_MS} milliseconds`}::interval)`,
      )
      .orderBy(customModels.mid);
    const joined = new Map<string, number>();
    let queued = 0;
    for (const { orgId, mid, firstLang, secondLang, baseVersion } of candidates) {
      const now = baseVersionOf(model, firstLang, secondLang);
      const before = joined.get(orgId) ?? 0;
      // Where nothing serves the direction there is nothing to train on.
      if (now === undefined || now === baseVersion || before >= MOST_UNFINISHED) continue;
      if ((await trainingRequests.renew(orgId, mid)) === undefined) continue;
      joined.set(orgId, before + 1);
      queued++;
    }
    return queued;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#looking;
  }
}
