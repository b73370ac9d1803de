import { and, asc, eq } from 'drizzle-orm';
import { Failure } from '../failure.js';
import type { JobId, ModelId, OrganizationId } from '../ids.js';
import { customModels, type TrainingState, trainingJobs } from '../store/schema/index.js';
import type { Store } from '../store/store.js';

/** A custom model as the interface shows it. */
export interface ModelSummary {
  readonly mid: ModelId;
  readonly userId: string;
  readonly orgId: OrganizationId;
  readonly name: string;
  readonly field: string;
  readonly firstLang: string;
  readonly secondLang: string;
}

export interface JobSummary extends ModelSummary {
  readonly jobStatus: TrainingState;
  readonly errorCode: number | null;
  readonly errorMessage: string | null;
}

const MODEL = {
  mid: customModels.mid,
  userId: customModels.userId,
  orgId: customModels.orgId,
  name: customModels.name,
  field: customModels.field,
  firstLang: customModels.firstLang,
  secondLang: customModels.secondLang,
} as const;

/** Lookup of custom models and of the jobs that train them. */
export class TrainedModels {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async models(orgId: OrganizationId): Promise<readonly ModelSummary[]> {
    return this.#store.db
      .select(MODEL)
      .from(customModels)
      .where(eq(customModels.orgId, orgId))
      .orderBy(asc(customModels.mid));
  }

  async model(orgId: OrganizationId, mid: ModelId): Promise<ModelSummary> {
    const [row] = await this.#store.db
      .select(MODEL)
      .from(customModels)
      .where(and(eq(customModels.orgId, orgId), eq(customModels.mid, mid)));
    if (row === undefined) throw new Failure(40203, { message: 'Your organization has no such model.' });
    return row;
  }

  async job(orgId: OrganizationId, jid: JobId): Promise<JobSummary> {
    const [row] = await this.#store.db
      .select({
        ...MODEL,
        userId: trainingJobs.userId,
        jobStatus: trainingJobs.state,
        errorCode: trainingJobs.errorCode,
        errorMessage: trainingJobs.errorMessage,
      })
      .from(trainingJobs)
      .innerJoin(
        customModels,
        and(eq(customModels.orgId, trainingJobs.orgId), eq(customModels.mid, trainingJobs.mid)),
      )
      .where(and(eq(trainingJobs.orgId, orgId), eq(trainingJobs.jid, jid)));
    if (row === undefined)
      throw new Failure(40203, { message: 'Your organization has no such training job.' });
    return row;
  }
}
