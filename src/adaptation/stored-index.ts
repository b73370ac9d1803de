import { and, asc, eq, sql } from 'drizzle-orm';
import type { ModelId, OrganizationId } from '../base/ids.js';
import type { Queryable } from '../store/database.js';
import { customModelChunks } from '../store/schema/index.js';

/** The stored bytes of a version, read piece by piece into shared memory. */
export async function loadIndex(
  db: Queryable,
  orgId: OrganizationId,
  mid: ModelId,
  version: number,
): Promise<Uint8Array<SharedArrayBuffer>> {
  const ofVersion = and(
    eq(customModelChunks.orgId, orgId),
    eq(customModelChunks.mid, mid),
    eq(customModelChunks.version, version),
  );
  const pieces = await db
    .select({
      number: customModelChunks.number,
      length: sql<number>`length(${customModelChunks.bytes})::int`,
    })
    .from(customModelChunks)
    .where(ofVersion)
    .orderBy(asc(customModelChunks.number));
  const size = pieces.reduce((sum, { length }) => sum + length, 0);
  const bytes = new Uint8Array(new SharedArrayBuffer(size));
  let at = 0;
  for (const { number } of pieces) {
    const [piece] = await db
      .select({ bytes: customModelChunks.bytes })
      .from(customModelChunks)
      .where(and(ofVersion, eq(customModelChunks.number, number)));
    if (piece === undefined) throw new Error('A version of a custom model was removed while it was read.');
    bytes.set(piece.bytes, at);
    at += piece.bytes.length;
  }
  return bytes;
}
