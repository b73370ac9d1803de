import { and, eq, sql } from 'drizzle-orm';
import { reserveQuota } from '../accounts/metering/quota.js';
import { sentenceKey } from '../documents/plan/document-plan.js';
import { JobLost, type Turn } from '../jobs/background-job.js';
import type { Queryable } from '../store/database.js';
import { fileItems, fileSentences, fileSources, type TranslatedSentence } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import type { ClaimedItem } from './file-claims.js';
import { changeSentences, readSentences, storedBatches } from './stored-sentences.js';

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

/** Batches below this number are of answers that needed no sentence. */
const ANSWERED_BATCH = 0;

/** What is written down about an item while it is worked on. */
export class ItemLog {
  readonly #store: Store;
  readonly #item: ClaimedItem;
  readonly #turn: Turn;

  constructor(store: Store, item: ClaimedItem, turn: Turn) {
    this.#store = store;
    this.#item = item;
    this.#turn = turn;
  }

  /** The file as it came. */
  async source(): Promise<{ readonly format: string; readonly content: Buffer }> {
    const { translateId, position } = this.#item;
    const [source] = await this.#store.db
      .select({ format: fileSources.format, content: fileSources.content })
      .from(fileSources)
      .where(and(eq(fileSources.translateId, translateId), eq(fileSources.position, position)));
    if (source === undefined) throw new JobLost();
    return source;
  }

  /** Writes down how much there is to do, reserves the characters once, and answers what earlier turns have done. */
  async begin(begin: ItemBegin): Promise<ReadonlyMap<string, TranslatedSentence>> {
    const { detectedLang, encoding = null, wordCount, characters, total, answered } = begin;
    const { id, orgId, request } = this.#item;
    await this.#store.transaction(async (tx) => {
      await this.#turn.update(
        sql`detected_lang = ${detectedLang}, encoding = ${encoding}, word_count = ${wordCount}, total = ${total}`,
        tx,
      );
      const [row] = await tx
        .select({ characters: fileItems.characters })
        .from(fileItems)
        .where(eq(fileItems.itemId, id));
      if (row?.characters === null) {
        const month = await reserveQuota(tx, request.contract, characters);
        await this.#turn.update(sql`characters = ${characters}, quota_month = ${month}`, tx);
      }
      if (answered.length > 0) await this.#keep(tx, ANSWERED_BATCH, answered);
    });
    const sentences = await readSentences(this.#store.db, orgId, id);
    return new Map(sentences.map((sentence) => [sentenceKey(sentence), sentence]));
  }

  /** How far the batch under way has come; its sentences are kept by the checkpoint behind it. */
  async progress(done: number): Promise<void> {
    await this.#turn.update(sql`done = ${done}`);
  }

  /** @param done sentences done so far, these included */
  async checkpoint(sentences: readonly TranslatedSentence[], done: number): Promise<void> {
    await this.#turn.checkpoint(async (tx) => {
      await this.#turn.update(sql`done = ${done}`, tx);
      await this.#keep(tx, done, sentences);
    });
  }

  /** Puts other translations in the place of those that were kept. */
  async change(sentences: readonly TranslatedSentence[]): Promise<void> {
    const fresh = new Map(sentences.map((sentence) => [sentenceKey(sentence), sentence]));
    const { id, orgId } = this.#item;
    await this.#turn.checkpoint(async (tx) => {
      const batches = await storedBatches(tx, orgId, id);
      await changeSentences(tx, id, batches, (sentence) => fresh.get(sentenceKey(sentence)) ?? sentence);
    });
  }

  /** Whether files of others wait for a turn. */
  async othersWait(): Promise<boolean> {
    const { rows } = await this.#store.db.execute<{ waiting: boolean }>(sql`
      select exists (select from file_items where state = 'queued') as waiting`);
    return rows[0]?.waiting === true;
  }

  async #keep(tx: Queryable, batch: number, sentences: readonly TranslatedSentence[]): Promise<void> {
    const { id: itemId, orgId } = this.#item;
    await tx
      .insert(fileSentences)
      .values({ itemId, orgId, batch, sentences })
      .onConflictDoUpdate({ target: [fileSentences.itemId, fileSentences.batch], set: { sentences } });
  }
}
