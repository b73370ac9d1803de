import { and, asc, eq } from 'drizzle-orm';
import type { CustomFieldId, ModelId, OrganizationId } from '../base/ids.js';
import type { Lang } from '../base/lang.js';
import type { Queryable } from '../store/database.js';
import { customModels, customModelVersions, trainingPairs } from '../store/schema/index.js';
import type { SentencePair } from './sentence-pair.js';

/** Joins a model with the version of it that serves. */
export const SERVING_VERSION = and(
  eq(customModelVersions.orgId, customModels.orgId),
  eq(customModelVersions.mid, customModels.mid),
  eq(customModelVersions.version, customModels.version),
);

/** What translating with a model needs to know of it. */
export interface ServingModel {
  readonly version: number;
  readonly field: CustomFieldId;
  readonly firstLang: Lang;
  readonly secondLang: Lang;
  readonly baseVersion: string;
}

/** Finds the versions that serve. */
export interface ServingVersions {
  /** Undefined until a training has finished. */
  serving(orgId: OrganizationId, mid: ModelId): Promise<ServingModel | undefined>;
  /** The newest finished model of a field and direction. */
  newest(orgId: OrganizationId, field: CustomFieldId, from: Lang, to: Lang): Promise<ModelId | undefined>;
}

export function pairsOfVersion(
  db: Queryable,
  orgId: OrganizationId,
  mid: ModelId,
  version: number,
): Promise<SentencePair[]> {
  return db
    .select({ fromText: trainingPairs.fromText, toText: trainingPairs.toText })
    .from(trainingPairs)
    .innerJoin(
      customModelVersions,
      and(eq(customModelVersions.orgId, trainingPairs.orgId), eq(customModelVersions.jid, trainingPairs.jid)),
    )
    .where(
      and(
        eq(trainingPairs.orgId, orgId),
        eq(customModelVersions.mid, mid),
        eq(customModelVersions.version, version),
      ),
    )
    .orderBy(asc(trainingPairs.position));
}
