import { setImmediate as nextTurn } from 'node:timers/promises';
import { and, asc, eq, gte, or, sql } from 'drizzle-orm';
import type { SentencePair } from '../adaptation/sentence-pair.js';
import type { JobId, ModelId, OrganizationId } from '../base/ids.js';
import type { Queryable } from '../store/database.js';
import { customModels, customModelVersions, trainingJobs, trainingPairs } from '../store/schema/index.js';
import { normalisePhrase } from '../translate/plan/normal-phrase.js';
import { CANCELLED } from './training-problems.js';

/** Pairs by their normalised source, in the order in which they came. */
export type CollectedPairs = Map<string, SentencePair>;

/**
 * All pairs of a model: those of the version that serves, and those of every upload since, whether its training waits,
 * runs or has failed; only what was cancelled does not count. A later pair replaces one of the same source.
 *
 * A job that has begun holds everything that was there at its beginning, one that waits its own uploads alone. So what is
 * not in the version that serves stands in the jobs behind the one that made it. Hold the row of the model meanwhile.
 */
export async function collectedPairs(
  tx: Queryable,
  orgId: OrganizationId,
  mid: ModelId,
): Promise<CollectedPairs> {
  const serving = sql`coalesce((select v.jid from ${customModelVersions} v join ${customModels} m
    on m.org_id = v.org_id and m.mid = v.mid and m.version = v.version
    where m.org_id = ${orgId} and m.mid = ${mid}), '')`;
  const rows = await tx
    .select({ fromText: trainingPairs.fromText, toText: trainingPairs.toText })
    .from(trainingPairs)
    .innerJoin(
      trainingJobs,
      and(eq(trainingJobs.orgId, trainingPairs.orgId), eq(trainingJobs.jid, trainingPairs.jid)),
    )
    .where(
      and(
        eq(trainingJobs.orgId, orgId),
        eq(trainingJobs.mid, mid),
        gte(trainingJobs.jid, serving),
        or(sql`${trainingJobs.errorCode} is null`, sql`${trainingJobs.errorCode} <> ${CANCELLED}`),
      ),
    )
    .orderBy(asc(trainingPairs.jid), asc(trainingPairs.position));
  return addPairs(new Map(), rows);
}

/** Pairs that are looked at before requests get their turn: some milliseconds. */
const PAIRS_AT_ONCE = 500;

/** Adds to the collection; a later pair replaces one of the same source. */
export async function addPairs(
  pairs: CollectedPairs,
  more: readonly SentencePair[],
): Promise<CollectedPairs> {
  for (const [at, pair] of more.entries()) {
    if (at % PAIRS_AT_ONCE === 0) await nextTurn();
    pairs.set(normalisePhrase(pair.fromText), pair);
  }
  return pairs;
}

/** Rows of one insert: a statement has at most 65,535 parameters. */
const ROWS_PER_INSERT = 5_000;

/** Writes down the pairs of a job in the place of those that it has. */
export async function writePairs(
  tx: Queryable,
  orgId: OrganizationId,
  jid: JobId,
  pairs: readonly SentencePair[],
): Promise<void> {
  await tx.delete(trainingPairs).where(and(eq(trainingPairs.orgId, orgId), eq(trainingPairs.jid, jid)));
  for (let at = 0; at < pairs.length; at += ROWS_PER_INSERT) {
    const some = pairs.slice(at, at + ROWS_PER_INSERT);
    await tx
      .insert(trainingPairs)
      .values(
        some.map(({ fromText, toText }, index) => ({ orgId, jid, position: at + index, fromText, toText })),
      );
  }
}
