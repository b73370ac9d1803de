import { deserialize, serialize } from 'node:v8';
import { and, asc, eq } from 'drizzle-orm';
import type { SentencePair } from '../adaptation/sentence-pair.js';
import type { JobId, ModelId, OrganizationId } from '../base/ids.js';
import type { ForcedOutput } from '../model/model-port.js';
import type { Queryable } from '../store/database.js';
import { customModelChunks, trainingOutputs, trainingPairs } from '../store/schema/index.js';

/** An index is stored in pieces of this size: small enough for any client and proxy between node and database. */
const CHUNK_BYTES = 1024 * 1024;

export function pairsOfJob(db: Queryable, orgId: OrganizationId, jid: JobId): Promise<SentencePair[]> {
  return db
    .select({ fromText: trainingPairs.fromText, toText: trainingPairs.toText })
    .from(trainingPairs)
    .where(and(eq(trainingPairs.orgId, orgId), eq(trainingPairs.jid, jid)))
    .orderBy(asc(trainingPairs.position));
}

/** The pieces an earlier try of this job left behind, made with the same base model. */
export async function storedOutputs(
  db: Queryable,
  orgId: OrganizationId,
  jid: JobId,
  baseVersion: string,
): Promise<readonly (readonly ForcedOutput[])[]> {
  const rows = await db
    .select({ number: trainingOutputs.number, bytes: trainingOutputs.bytes })
    .from(trainingOutputs)
    .where(
      and(
        eq(trainingOutputs.orgId, orgId),
        eq(trainingOutputs.jid, jid),
        eq(trainingOutputs.baseVersion, baseVersion),
      ),
    )
    .orderBy(asc(trainingOutputs.number));
  const pieces: (readonly ForcedOutput[])[] = [];
  for (const { number, bytes } of rows) {
    if (number !== pieces.length) break;
    pieces.push(deserialize(bytes));
  }
  return pieces;
}

export async function storeOutputs(
  db: Queryable,
  orgId: OrganizationId,
  jid: JobId,
  number: number,
  baseVersion: string,
  forced: readonly ForcedOutput[],
): Promise<void> {
  const bytes = serialize(forced);
  await db
    .insert(trainingOutputs)
    .values({ orgId, jid, number, baseVersion, bytes })
    .onConflictDoUpdate({
      target: [trainingOutputs.jid, trainingOutputs.number],
      set: { baseVersion, bytes },
    });
}

export async function storeIndex(
  db: Queryable,
  orgId: OrganizationId,
  mid: ModelId,
  version: number,
  bytes: Uint8Array,
): Promise<void> {
  for (let number = 0; number * CHUNK_BYTES < bytes.length; number++) {
    const piece = Buffer.from(bytes.subarray(number * CHUNK_BYTES, (number + 1) * CHUNK_BYTES));
    await db.insert(customModelChunks).values({ orgId, mid, version, number, bytes: piece });
  }
}
