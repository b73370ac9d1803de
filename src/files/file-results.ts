import { and, asc, desc, eq, inArray, or, type SQL } from 'drizzle-orm';
import type { Caller } from '../accounts/caller.js';
import { Failure } from '../base/failure.js';
import type { FileItemId, TranslateId } from '../base/ids.js';
import type { Queryable } from '../store/database.js';
import { fileItems, fileSources, fileTranslations, type TranslatedSentence } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { readSentences } from './stored-sentences.js';

/** One file in one language, as the interface shows it. */
export interface FileItemSummary {
  readonly id: number;
  readonly translateItemId: FileItemId;
  readonly lang: string;
  readonly wordCount: number | null;
  readonly detectedLang: string | null;
  /** As which a text from before Unicode was read; absent for Unicode and everything that is no text. */
  readonly encoding?: string;
  readonly done: boolean;
  readonly originalName: string;
  readonly downloaded: boolean;
  /** Whether it has failed; only then with what. */
  readonly error: boolean;
  readonly errorCode?: number;
  readonly errorMessage?: string;
  readonly progress: { readonly done: number; readonly total: number };
  readonly untranslated: number;
  /** Absent where all text fits. */
  readonly overflowPages?: number[];
}

export interface FileResult {
  readonly translateId: TranslateId;
  readonly done: boolean;
  readonly langs: readonly string[];
  readonly fieldId: number | string;
  readonly createdAt: string;
  readonly items: readonly FileItemSummary[];
}

export interface TranslatedFile {
  readonly itemId: FileItemId;
  /** The number beside its id. */
  readonly number: number;
  readonly translateId: TranslateId;
  readonly name: string;
  readonly format: string;
  readonly lang: string;
  readonly detectedLang: string | null;
  readonly fieldId: string;
  readonly content: Buffer;
}

/** Whose files: a caller is one. */
export type FileOwner = Pick<Caller, 'orgId' | 'userId'>;

/** Requests of one account that a list shows. */
const LISTED = 200;

/** Tells how requests stand, and hands out what they gave. */
export class FileResults {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  async find(owner: FileOwner, translateId: string): Promise<FileResult | undefined> {
    const [found] = await readResults(
      this.#store.db,
      and(ownedBy(owner), eq(fileTranslations.translateId, translateId as TranslateId)),
    );
    return found;
  }

  /** The newest first. */
  async all(owner: FileOwner): Promise<readonly FileResult[]> {
    return readResults(this.#store.db, ownedBy(owner));
  }

  /** Finished files of the caller by their ids; the numbers beside the ids are understood too, also among them. */
  async files(owner: FileOwner, ids: readonly (string | number)[]): Promise<readonly TranslatedFile[]> {
    const itemIds = ids.filter((id) => typeof id === 'string') as FileItemId[];
    const numbers = ids.map(Number).filter((id) => Number.isSafeInteger(id) && id > 0 && id < 2 ** 31);
    const rows = await this.#store.db
      .select({
        itemId: fileItems.itemId,
        number: fileItems.number,
        translateId: fileItems.translateId,
        name: fileSources.name,
        format: fileSources.format,
        lang: fileItems.lang,
        detectedLang: fileItems.detectedLang,
        fieldId: fileTranslations.fieldId,
        content: fileItems.result,
      })
      .from(fileItems)
      .innerJoin(fileTranslations, eq(fileTranslations.translateId, fileItems.translateId))
      .innerJoin(
        fileSources,
        and(eq(fileSources.translateId, fileItems.translateId), eq(fileSources.position, fileItems.position)),
      )
      .where(
        and(
          ownedBy(owner),
          eq(fileItems.state, 'finished'),
          or(inArray(fileItems.itemId, itemIds), inArray(fileItems.number, numbers)),
        ),
      )
      .orderBy(asc(fileItems.number));
    return rows.flatMap(({ content, ...file }) => (content === null ? [] : [{ ...file, content }]));
  }

  /** One of them. */
  async file(owner: FileOwner, id: string): Promise<TranslatedFile> {
    const [file] = await this.files(owner, [id]);
    if (file !== undefined) return file;
    throw new Failure('idUnknown', {
      message:
        'There is no finished file of this id, or it has expired. See GET /api/v1/translate-result/<translateId>.',
    });
  }

  async markDownloaded(owner: FileOwner, itemIds: readonly FileItemId[]): Promise<void> {
    await this.#store.db
      .update(fileItems)
      .set({ downloaded: true })
      .where(and(eq(fileItems.orgId, owner.orgId), inArray(fileItems.itemId, [...itemIds])));
  }

  /** Characters of a file that was translated. */
  async characters(owner: FileOwner, itemId: FileItemId): Promise<number> {
    const [row] = await this.#store.db
      .select({ characters: fileItems.characters })
      .from(fileItems)
      .innerJoin(fileTranslations, eq(fileTranslations.translateId, fileItems.translateId))
      .where(and(ownedBy(owner), eq(fileItems.itemId, itemId)));
    return row?.characters ?? 0;
  }

  /** The sentences of a file of the caller with their translations. */
  async sentences(owner: FileOwner, itemId: FileItemId): Promise<readonly TranslatedSentence[]> {
    return readSentences(this.#store.db, owner.orgId, itemId);
  }
}

function ownedBy({ orgId, userId }: FileOwner): SQL | undefined {
  return and(eq(fileTranslations.orgId, orgId), eq(fileTranslations.userId, userId));
}

export async function readResults(db: Queryable, where: SQL | undefined): Promise<readonly FileResult[]> {
  const requests = await db
    .select()
    .from(fileTranslations)
    .where(where)
    .orderBy(desc(fileTranslations.createdAt))
    .limit(LISTED);
  if (requests.length === 0) return [];
  const items = await db
    .select({
      translateId: fileItems.translateId,
      id: fileItems.number,
      translateItemId: fileItems.itemId,
      lang: fileItems.lang,
      wordCount: fileItems.wordCount,
      detectedLang: fileItems.detectedLang,
      encoding: fileItems.encoding,
      state: fileItems.state,
      originalName: fileSources.name,
      downloaded: fileItems.downloaded,
      errorCode: fileItems.errorCode,
      errorMessage: fileItems.errorMessage,
      sentencesDone: fileItems.done,
      sentences: fileItems.total,
      untranslated: fileItems.untranslated,
      overflowPages: fileItems.overflowPages,
    })
    .from(fileItems)
    .innerJoin(
      fileSources,
      and(eq(fileSources.translateId, fileItems.translateId), eq(fileSources.position, fileItems.position)),
    )
    .where(
      inArray(
        fileItems.translateId,
        requests.map(({ translateId }) => translateId),
      ),
    )
    .orderBy(asc(fileItems.number));
  return requests.map(({ translateId, langs, fieldId, createdAt }) => {
    const own = items.filter((item) => item.translateId === translateId).map(summaryOf);
    return {
      translateId,
      done: own.every((item) => item.done),
      langs,
      fieldId: /^\d{1,15}$/.test(fieldId) ? Number(fieldId) : fieldId,
      createdAt: createdAt.toISOString(),
      items: own,
    };
  });
}

type ItemRow = Omit<
  FileItemSummary,
  'done' | 'encoding' | 'error' | 'errorCode' | 'errorMessage' | 'progress' | 'overflowPages'
> &
  Pick<
    typeof fileItems.$inferSelect,
    'translateId' | 'state' | 'encoding' | 'errorCode' | 'errorMessage' | 'overflowPages'
  > & { readonly sentencesDone: number; readonly sentences: number };

function summaryOf(row: ItemRow): FileItemSummary {
  const { translateId: _, state, encoding, errorCode, errorMessage, overflowPages, ...shown } = row;
  const { sentencesDone: done, sentences: total, ...item } = shown;
  return {
    ...item,
    ...(encoding !== null && { encoding }),
    done: state !== 'queued' && state !== 'running',
    error: errorCode !== null,
    ...(errorCode !== null && { errorCode, errorMessage: errorMessage ?? '' }),
    progress: { done, total },
    ...(overflowPages.length > 0 && { overflowPages }),
  };
}
