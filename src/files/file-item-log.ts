import { and, eq, inArray, sql } from 'drizzle-orm';
import type { Quotas } from '../accounts/quota.js';
import { releaseQuota } from '../accounts/quota.js';
import { bookUsage } from '../accounts/usage.js';
import type { FileItemId, OrganizationId, TranslateId } from '../ids.js';
import type { JobFailure } from '../jobs/translation-job.js';
import type { AcceptedRequest } from '../requests/accepted-request.js';
import { fileItems, fileSentences, fileSources, type TranslatedSentence } from '../store/schema/index.js';
import type { Queryable, Store } from '../store/store.js';
import { sentenceKey } from './document-plan.js';
import { announceEnd } from './file-events.js';
import { enqueueItem } from './file-requests.js';
import { readSentences } from './file-results.js';

/** An item in the hands of this run. */
export interface OpenItem {
  readonly itemId: FileItemId;
  readonly translateId: TranslateId;
  readonly orgId: OrganizationId;
  readonly lang: string;
  readonly request: AcceptedRequest;
  readonly format: string;
  readonly content: Uint8Array;
  /** Fencing token: everything written about this run names it. */
  readonly claim: string;
}

export interface ItemBegin {
  readonly detectedLang: string;
  /** As which a text from before Unicode was read. */
  readonly encoding: string | undefined;
  readonly wordCount: number;
  readonly characters: number;
  /** Sentences. */
  readonly total: number;
  /** Units that were answered as a whole; kept for the bilingual file. */
  readonly answered: readonly TranslatedSentence[];
}

/** The item was cancelled, has expired, or is in the hands of another run. */
export class ItemLost extends Error {}

/** Batches below this number are of answers that needed no sentence. */
const ANSWERED_BATCH = 0;

/** What is written down about an item while it is worked on. */
export class FileItemLog {
  readonly #store: Store;
  readonly #quotas: Pick<Quotas, 'reserve'>;

  constructor(store: Store, quotas: Pick<Quotas, 'reserve'>) {
    this.#store = store;
    this.#quotas = quotas;
  }

  /** Undefined when the item has ended or is gone. */
  async open(itemId: FileItemId, claim: string): Promise<OpenItem | undefined> {
    const [item] = await this.#store.db
      .update(fileItems)
      .set({ state: 'running', claim })
      .where(and(eq(fileItems.itemId, itemId), inArray(fileItems.state, ['queued', 'running'])))
      .returning({
        itemId: fileItems.itemId,
        translateId: fileItems.translateId,
        orgId: fileItems.orgId,
        position: fileItems.position,
        lang: fileItems.lang,
        request: sql<AcceptedRequest>`${fileItems.request}`,
      });
    if (item === undefined) return undefined;
    const [source] = await this.#store.db
      .select({ format: fileSources.format, content: fileSources.content })
      .from(fileSources)
      .where(and(eq(fileSources.translateId, item.translateId), eq(fileSources.position, item.position)));
    return source === undefined ? undefined : { ...item, ...source, claim };
  }

  /** Writes down how much there is to do, reserves the characters once, and answers what earlier runs have done. */
  async begin(item: OpenItem, begin: ItemBegin): Promise<ReadonlyMap<string, TranslatedSentence>> {
    const { detectedLang, encoding = null, wordCount, characters, total, answered } = begin;
    const [row] = await this.#store.db
      .select({ characters: fileItems.characters })
      .from(fileItems)
      .where(eq(fileItems.itemId, item.itemId));
    const reserved = row?.characters !== null && row?.characters !== undefined;
    const { contract } = item.request;
    const reservation = reserved ? undefined : await this.#quotas.reserve(contract, characters);
    await this.#store.db.transaction(async (tx) => {
      await this.#update(tx, item, {
        detectedLang,
        encoding,
        wordCount,
        total,
        ...(reservation !== undefined && { characters, quotaMonth: reservation.month }),
      });
      if (answered.length > 0) await this.#keep(tx, item, ANSWERED_BATCH, answered);
    });
    const sentences = await readSentences(this.#store.db, item.orgId, item.itemId);
    return new Map(sentences.map((sentence) => [sentenceKey(sentence), sentence]));
  }

  /** How far the batch under way has come; its sentences are kept by the checkpoint behind it. */
  async progress(item: OpenItem, done: number): Promise<void> {
    await this.#update(this.#store.db, item, { done });
  }

  /** @param done sentences done so far, these included */
  async checkpoint(item: OpenItem, sentences: readonly TranslatedSentence[], done: number): Promise<void> {
    await this.#store.db.transaction(async (tx) => {
      await this.#update(tx, item, { done });
      await this.#keep(tx, item, done, sentences);
    });
  }

  async #keep(
    tx: Queryable,
    item: OpenItem,
    batch: number,
    sentences: readonly TranslatedSentence[],
  ): Promise<void> {
    await tx
      .insert(fileSentences)
      .values({ itemId: item.itemId, orgId: item.orgId, batch, sentences })
      .onConflictDoUpdate({ target: [fileSentences.itemId, fileSentences.batch], set: { sentences } });
  }

  /** Counts a run that ended with something unforeseen; answers how many have. */
  async fault(item: OpenItem): Promise<number> {
    const { faults } = await this.#update(this.#store.db, item, { faults: sql`${fileItems.faults} + 1` });
    return faults;
  }

  /** Puts the item back in line with all its tries: what hindered it has nothing to do with it. */
  async postpone(item: OpenItem): Promise<void> {
    await this.#store.db.transaction(async (tx) => {
      await this.#update(tx, item, { state: 'queued', claim: null });
      await enqueueItem(tx, item.request.caller, item.itemId);
    });
  }

  /** Puts the item at the end of the line when files of others wait. */
  async makeRoom(item: OpenItem): Promise<boolean> {
    return this.#store.db.transaction(async (tx) => {
      const { rows } = await tx.execute<{ waiting: boolean }>(sql`
        select exists (select from file_items where state = 'queued') as waiting`);
      if (rows[0]?.waiting !== true) return false;
      await this.#update(tx, item, { state: 'queued', claim: null });
      await enqueueItem(tx, item.request.caller, item.itemId);
      return true;
    });
  }

  async finish(item: OpenItem, content: Uint8Array, untranslated: number): Promise<void> {
    await this.#store.db.transaction(async (tx) => {
      const row = await this.#update(tx, item, {
        state: 'finished',
        claim: null,
        untranslated,
        result: Buffer.from(content.buffer, content.byteOffset, content.byteLength),
        done: sql`${fileItems.total}`,
        finishedAt: sql`now()`,
      });
      const { caller, contract } = item.request;
      await bookUsage(tx, [
        {
          orgId: item.orgId,
          accessKey: caller.accessKey,
          contractId: contract.id,
          characters: row.characters ?? 0,
          words: row.wordCount ?? 0,
        },
      ]);
      await announceEnd(tx, item.orgId, item.translateId, item.request.traceparent);
    });
  }

  async fail(item: OpenItem, failure: JobFailure): Promise<void> {
    await this.#store.db.transaction(async (tx) => {
      const row = await this.#update(tx, item, {
        state: 'failed',
        claim: null,
        errorCode: failure.code,
        errorMessage: failure.message,
        finishedAt: sql`now()`,
      });
      await releaseQuota(tx, item.request.contract.id, row.quotaMonth, row.characters ?? 0);
      await announceEnd(tx, item.orgId, item.translateId, item.request.traceparent);
    });
  }

  /** One fenced change. */
  async #update(
    tx: Queryable,
    item: OpenItem,
    set: Partial<ItemChange>,
  ): Promise<typeof fileItems.$inferSelect> {
    const [row] = await tx
      .update(fileItems)
      .set(set)
      .where(
        and(
          eq(fileItems.itemId, item.itemId),
          eq(fileItems.claim, item.claim),
          eq(fileItems.state, 'running'),
        ),
      )
      .returning();
    if (row === undefined) throw new ItemLost();
    return row;
  }
}

type ItemChange = Parameters<ReturnType<Queryable['update']>['set']>[0];
