import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { FileItemId, TranslateId } from '../base/ids.js';
import type { Announcement } from '../callbacks/announcements.js';
import { type Settlement, settle } from '../jobs/settlement.js';
import type { AcceptedRequest } from '../requests/accepted-request.js';
import { usageOf } from '../requests/metering.js';
import type { Queryable } from '../store/database.js';
import { fileItems, fileTranslations } from '../store/schema/index.js';
import { readResults } from './file-results.js';

/** How items are ended by somebody who does not translate them. */
export interface ItemEnd {
  readonly state: 'cancelled' | 'failed';
  readonly errorCode: number;
  readonly errorMessage: string;
}

/** Ends items that have not ended, with all that follows from it. Answers which: runs of them have to stop. */
export async function endItems(tx: Queryable, which: SQL, end: ItemEnd): Promise<readonly FileItemId[]> {
  const ended = await tx
    .update(fileItems)
    .set({ worker: null, claim: null, finishedAt: sql`now()`, ...end })
    .where(and(which, inArray(fileItems.state, ['queued', 'running'])))
    .returning({ itemId: fileItems.itemId });
  const ids = ended.map(({ itemId }) => itemId);
  await settle(tx, await settlementOf(tx, ids));
  return ids;
}

/** What the ends of these items mean: those that finished are booked, the characters of all others are given back. */
export async function settlementOf(tx: Queryable, itemIds: readonly FileItemId[]): Promise<Settlement> {
  if (itemIds.length === 0) return { usage: [], reserved: [], announcements: [] };
  const items = await tx
    .select({
      translateId: fileItems.translateId,
      state: fileItems.state,
      request: sql<AcceptedRequest>`${fileItems.request}`,
      month: fileItems.quotaMonth,
      characters: fileItems.characters,
      words: fileItems.wordCount,
    })
    .from(fileItems)
    .where(inArray(fileItems.itemId, [...itemIds]));
  const announcements: Announcement[] = [];
  for (const [translateId, { request }] of new Map(items.map((item) => [item.translateId, item]))) {
    announcements.push(...(await announcementOf(tx, translateId, request.traceparent)));
  }
  const [finished, others] = [
    items.filter(({ state }) => state === 'finished'),
    items.filter(({ state }) => state !== 'finished'),
  ];
  return {
    usage: finished.map(({ request, characters, words }) =>
      usageOf({ ...request, characters: characters ?? 0 }, words ?? 0),
    ),
    reserved: others.map(({ request, month, characters }) => ({
      contractId: request.contract.id,
      month,
      characters: characters ?? 0,
    })),
    announcements,
  };
}

/** Of a request whose last item has ended; of another one nothing. */
async function announcementOf(
  tx: Queryable,
  translateId: TranslateId,
  traceparent: string | undefined,
): Promise<readonly Announcement[]> {
  const isIt = eq(fileTranslations.translateId, translateId);
  // Locked, so that of two items that end at the same moment exactly one finds itself the last.
  const [owner] = await tx
    .select({ orgId: fileTranslations.orgId, accessKey: fileTranslations.accessKey })
    .from(fileTranslations)
    .where(isIt)
    .for('update');
  const [result] = await readResults(tx, isIt);
  if (owner === undefined || result === undefined || !result.done) return [];
  const finished = result.items.some((item) => !item.error);
  return [
    {
      ...owner,
      event: finished ? 'file.finished' : 'file.failed',
      subjectId: translateId,
      body: { status: finished ? 'success' : 'failure', data: result },
      traceparent,
    },
  ];
}
