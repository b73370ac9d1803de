import { and, asc, desc, eq } from 'drizzle-orm';
import { pairsOfVersion, SERVING_VERSION, type ServingModel } from '../adaptation/versions.js';
import { Failure } from '../base/failure.js';
import type { CustomFieldId, JobId, ModelId, OrganizationId } from '../base/ids.js';
import type { Lang } from '../base/lang.js';
import type { Pair } from '../interchange/pair.js';
import type { Queryable } from '../store/database.js';
import {
  customModels,
  customModelVersions,
  type TrainingState,
  trainingJobs,
} from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import type { Evaluation } from './learning/learn.js';
import type { MinedTerm } from './learning/term-mining.js';
import { percentage } from './states.js';
import type { UploadReport } from './upload.js';

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
  /** 0 to 100, over all stages. */
  readonly progress: number;
  readonly upload: UploadReport;
}

/** A training as the list of them shows it. */
export interface JobListing extends JobSummary {
  readonly jid: JobId;
  readonly createdAt: Date;
  readonly finishedAt: Date | null;
}

/** One trained version of a model. */
export interface VersionSummary {
  readonly version: number;
  readonly jid: JobId;
  readonly baseVersion: string;
  /** Pairs that it was trained with. */
  readonly pairs: number;
  readonly evaluation: Pick<Evaluation, 'pairs' | 'before' | 'after'>;
  readonly createdAt: Date;
}

/** What an operator or the console sees of a model beyond the interface. */
export interface ModelDetail extends ModelSummary {
  /** 0 until the first training has finished. */
  readonly version: number;
  readonly baseVersion: string | null;
  readonly evaluation: Evaluation | null;
  readonly terms: readonly MinedTerm[];
}

/** Trainings and versions of one answer. */
const MOST_LISTED = 100;

const MODEL = {
  mid: customModels.mid,
  userId: customModels.userId,
  orgId: customModels.orgId,
  name: customModels.name,
  field: customModels.field,
  firstLang: customModels.firstLang,
  secondLang: customModels.secondLang,
} as const;

/** Lookup and care of custom models and of the jobs that train them. Every query is bound to an organization. */
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
    const [row] = await this.#store.db.select(MODEL).from(customModels).where(ofModel(orgId, mid));
    if (row === undefined) throw unknownModel();
    return row;
  }

  async detail(orgId: OrganizationId, mid: ModelId): Promise<ModelDetail> {
    const [row] = await this.#store.db
      .select({
        ...MODEL,
        version: customModels.version,
        baseVersion: customModelVersions.baseVersion,
        evaluation: customModelVersions.evaluation,
        terms: customModelVersions.terms,
      })
      .from(customModels)
      .leftJoin(customModelVersions, SERVING_VERSION)
      .where(ofModel(orgId, mid));
    if (row === undefined) throw unknownModel();
    return { ...row, terms: row.terms ?? [] };
  }

  /** The version that serves now; undefined until a training has finished. */
  async serving(orgId: OrganizationId, mid: ModelId): Promise<ServingModel | undefined> {
    const [row] = await this.#store.db
      .select({
        version: customModels.version,
        field: customModels.field,
        firstLang: customModels.firstLang,
        secondLang: customModels.secondLang,
        baseVersion: customModelVersions.baseVersion,
      })
      .from(customModels)
      .innerJoin(customModelVersions, SERVING_VERSION)
      .where(ofModel(orgId, mid));
    return row;
  }

  async job(orgId: OrganizationId, jid: JobId): Promise<JobSummary> {
    const row = await findJob(this.#store.db, orgId, jid);
    if (row === undefined) {
      throw new Failure('idUnknown', { message: 'Your organization has no such training job.' });
    }
    return row;
  }

  /** The latest trainings of the organization, newest first. */
  async jobs(orgId: OrganizationId): Promise<readonly JobListing[]> {
    const rows = await jobRows(this.#store.db)
      .where(eq(trainingJobs.orgId, orgId))
      .orderBy(desc(trainingJobs.createdAt), desc(trainingJobs.jid))
      .limit(MOST_LISTED);
    return rows.map(withPercentage);
  }

  /** The versions of a model, newest first. */
  async versions(orgId: OrganizationId, mid: ModelId): Promise<readonly VersionSummary[]> {
    await this.model(orgId, mid);
    const rows = await this.#store.db
      .select({
        version: customModelVersions.version,
        jid: customModelVersions.jid,
        baseVersion: customModelVersions.baseVersion,
        evaluation: customModelVersions.evaluation,
        upload: trainingJobs.upload,
        createdAt: customModelVersions.createdAt,
      })
      .from(customModelVersions)
      .innerJoin(
        trainingJobs,
        and(eq(trainingJobs.orgId, customModelVersions.orgId), eq(trainingJobs.jid, customModelVersions.jid)),
      )
      .where(and(eq(customModelVersions.orgId, orgId), eq(customModelVersions.mid, mid)))
      .orderBy(desc(customModelVersions.version))
      .limit(MOST_LISTED);
    return rows.map(({ upload, evaluation: { pairs, before, after }, ...row }) => ({
      ...row,
      pairs: upload.pairs,
      evaluation: { pairs, before, after },
    }));
  }

  /** The newest finished model of a field and direction. */
  async newest(
    orgId: OrganizationId,
    field: CustomFieldId,
    from: Lang,
    to: Lang,
  ): Promise<ModelId | undefined> {
    const [row] = await this.#store.db
      .select({ mid: customModels.mid })
      .from(customModels)
      .innerJoin(customModelVersions, SERVING_VERSION)
      .where(
        and(
          eq(customModels.orgId, orgId),
          eq(customModels.field, field),
          eq(customModels.firstLang, from),
          eq(customModels.secondLang, to),
        ),
      )
      .orderBy(desc(customModelVersions.createdAt), desc(customModels.mid))
      .limit(1);
    return row?.mid;
  }

  async rename(orgId: OrganizationId, mid: ModelId, name: string): Promise<ModelSummary> {
    const [row] = await this.#store.db
      .update(customModels)
      .set({ name, updatedAt: new Date() })
      .where(ofModel(orgId, mid))
      .returning(MODEL);
    if (row === undefined) throw unknownModel();
    return row;
  }

  /** Takes the model away with its pairs, versions and jobs; an unfinished job ends by itself. */
  async delete(orgId: OrganizationId, mid: ModelId): Promise<void> {
    const gone = await this.#store.db
      .delete(customModels)
      .where(ofModel(orgId, mid))
      .returning({ mid: customModels.mid });
    if (gone.length === 0) throw unknownModel();
  }

  /** The pairs of the version that serves, as a table has them. */
  async *pairs(orgId: OrganizationId, mid: ModelId): AsyncGenerator<Pair> {
    const { version, firstLang: fromLang, secondLang: toLang } = await this.detail(orgId, mid);
    for (const { fromText, toText } of await pairsOfVersion(this.#store.db, orgId, mid, version)) {
      yield { fromLang, fromText, toLang, toText };
    }
  }
}

/** The job as the interface documents it: what the lookup answers and what a notification carries. */
export function documentedJob({ progress: _, upload: __, ...documented }: JobSummary) {
  return documented;
}

/** What the lookup of a job answers, also inside the transaction that ends it. */
export async function findJob(
  db: Queryable,
  orgId: OrganizationId,
  jid: JobId,
): Promise<JobSummary | undefined> {
  const [row] = await jobRows(db).where(and(eq(trainingJobs.orgId, orgId), eq(trainingJobs.jid, jid)));
  if (row === undefined) return undefined;
  const { jid: _, createdAt: __, finishedAt: ___, ...job } = withPercentage(row);
  return job;
}

function jobRows(db: Queryable) {
  return db
    .select({
      ...MODEL,
      userId: trainingJobs.userId,
      jid: trainingJobs.jid,
      jobStatus: trainingJobs.state,
      errorCode: trainingJobs.errorCode,
      errorMessage: trainingJobs.errorMessage,
      progress: trainingJobs.progress,
      upload: trainingJobs.upload,
      createdAt: trainingJobs.createdAt,
      finishedAt: trainingJobs.finishedAt,
    })
    .from(trainingJobs)
    .innerJoin(
      customModels,
      and(eq(customModels.orgId, trainingJobs.orgId), eq(customModels.mid, trainingJobs.mid)),
    );
}

function withPercentage<Row extends { jobStatus: TrainingState; progress: number }>(row: Row): Row {
  return { ...row, progress: percentage(row.jobStatus, row.progress) };
}

function ofModel(orgId: OrganizationId, mid: ModelId) {
  return and(eq(customModels.orgId, orgId), eq(customModels.mid, mid));
}

function unknownModel(): Failure {
  return new Failure('idUnknown', { message: 'Your organization has no such model.' });
}
