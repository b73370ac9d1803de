import { and, asc, eq } from 'drizzle-orm';
import type { FileItemId, OrganizationId } from '../base/ids.js';
import type { Queryable } from '../store/database.js';
import { fileSentences, type TranslatedSentence } from '../store/schema/index.js';

/** Sentences of an item, in the batches in which they were stored. */
export async function storedBatches(db: Queryable, orgId: OrganizationId, itemId: FileItemId) {
  return db
    .select({ batch: fileSentences.batch, sentences: fileSentences.sentences })
    .from(fileSentences)
    .where(and(eq(fileSentences.orgId, orgId), eq(fileSentences.itemId, itemId)))
    .orderBy(asc(fileSentences.batch));
}

export async function readSentences(
  db: Queryable,
  orgId: OrganizationId,
  itemId: FileItemId,
): Promise<readonly TranslatedSentence[]> {
  return (await storedBatches(db, orgId, itemId)).flatMap(({ sentences }) => sentences);
}

/** Writes the batches anew in which a sentence becomes another one. */
export async function changeSentences(
  tx: Queryable,
  itemId: FileItemId,
  batches: Awaited<ReturnType<typeof storedBatches>>,
  change: (sentence: TranslatedSentence, place: number) => TranslatedSentence,
): Promise<void> {
  let place = 0;
  for (const { batch, sentences } of batches) {
    const fresh = sentences.map((sentence) => change(sentence, place++));
    if (fresh.every((sentence, at) => sentence === sentences[at])) continue;
    await tx
      .update(fileSentences)
      .set({ sentences: fresh })
      .where(and(eq(fileSentences.itemId, itemId), eq(fileSentences.batch, batch)));
  }
}
