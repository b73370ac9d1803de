import { randomUUID } from 'node:crypto';
import { and, eq, sql } from 'drizzle-orm';
import type { Caller } from '../accounts/caller.js';
import { DISABLED_FAILURE, demandEnabled, isDisabled } from '../accounts/disabled.js';
import { Failure } from '../base/failure.js';
import type { FileItemId, TranslateId } from '../base/ids.js';
import type { Documents } from '../documents/documents.js';
import { checkedFormat, type PdfOutput } from '../documents/formats.js';
import { RETENTION } from '../jobs/clean-up.js';
import {
  claimKeys,
  findSubmitted,
  type IdempotencyKey,
  sameSubmission,
} from '../jobs/translations/idempotency.js';
import { notify } from '../queue/notify.js';
import type { AcceptedRequest } from '../requests/accepted-request.js';
import type { ChangeFeed } from '../store/changes.js';
import type { Queryable } from '../store/database.js';
import { fileItems, fileSources, fileTranslations } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { endItems, type ItemEnd } from './file-ends.js';

/** A file as it was sent. */
export interface SentFile {
  readonly name: string;
  readonly content: Buffer;
}

export interface SubmitOptions {
  readonly pdfOutput: PdfOutput;
  /** Sent again under the same key, files are translated once. */
  readonly idempotency?: IdempotencyKey | undefined;
}

export interface FileRequestLimits {
  /** Items (files times languages) of one account that may wait or run at a time. */
  readonly backlogItems: number;
}

const BACKLOG_RETRY_SECONDS = 60;

/** Takes files in for translation, and takes requests back. */
export class FileRequests {
  readonly #store: Store;
  readonly #changes: ChangeFeed;
  readonly #documents: Pick<Documents, 'check'>;
  readonly #limits: FileRequestLimits;

  constructor(
    store: Store,
    changes: ChangeFeed,
    documents: Pick<Documents, 'check'>,
    limits: FileRequestLimits,
  ) {
    this.#store = store;
    this.#changes = changes;
    this.#documents = documents;
    this.#limits = limits;
  }

  /**
   * Stores the files and the work on them in one transaction; from then on every item ends, whatever happens.
   *
   * @param accepted one request per target language
   */
  async submit(
    caller: Caller,
    files: readonly SentFile[],
    accepted: readonly AcceptedRequest[],
    { pdfOutput, idempotency }: SubmitOptions,
  ): Promise<TranslateId> {
    const [first] = accepted;
    if (first === undefined) throw new Failure('argumentMissing');
    if (idempotency !== undefined) {
      const before = await findSubmitted<TranslateId>(this.#store.db, caller.accessKey, idempotency);
      if (before !== undefined) return sameSubmission(before);
    }
    this.#store.disk?.demandRoom();
    const formats = await this.#formatsOf(files, first, pdfOutput, caller.userId);
    return this.#store.transaction(async (tx) => {
      const translateId = randomUUID() as TranslateId;
      if (idempotency !== undefined) {
        const [before] = await claimKeys(tx, [{ caller, idempotency, submissionId: translateId }]);
        if (before !== undefined) return sameSubmission(before);
      }
      await demandEnabled(tx, { ...caller, contractId: first.contract.id });
      await this.#checkBacklog(tx, caller, files.length * accepted.length);
      await tx.insert(fileTranslations).values({
        translateId,
        orgId: caller.orgId,
        userId: caller.userId,
        accessKey: caller.accessKey,
        contractId: first.contract.id,
        fieldId: first.body.fieldId,
        langs: accepted.map(({ body }) => body.targetLang),
        expiresAt: sql`now() + ${RETENTION}::interval`,
      });
      for (const [position, { name, content }] of files.entries()) {
        const format = formats[position] ?? '';
        await tx
          .insert(fileSources)
          .values({ translateId, orgId: caller.orgId, position, name, format, content });
      }
      const items = files.flatMap((_, position) =>
        accepted.map((request) => ({
          translateId,
          orgId: caller.orgId,
          position,
          lang: request.body.targetLang,
          request,
        })),
      );
      await tx.insert(fileItems).values(items);
      await notify(tx, 'file');
      return translateId;
    });
  }

  /** The format of each file, after a look into all of them: of several, a refusal names the one that it is about. */
  async #formatsOf(
    files: readonly SentFile[],
    { body }: AcceptedRequest,
    pdfOutput: PdfOutput,
    owner: string,
  ): Promise<readonly string[]> {
    const about = (name: string, failure: Failure) => (files.length === 1 ? failure : named(name, failure));
    const sources = files.map(({ name, content }) => {
      try {
        const format = checkedFormat(name, content, pdfOutput).id;
        const from = body.sourceLang === 'auto' ? undefined : body.sourceLang;
        return { format, content, to: body.targetLang, ...(from !== undefined && { from }) };
      } catch (error) {
        throw error instanceof Failure ? about(name, error) : error;
      }
    });
    for (const [index, failure] of (await this.#documents.check(sources, owner)).entries()) {
      if (failure !== undefined) throw about(files[index]?.name ?? '', failure);
    }
    return sources.map(({ format }) => format);
  }

  async #checkBacklog(tx: Queryable, caller: Caller, more: number): Promise<void> {
    const { rows } = await tx.execute<{ waiting: number }>(sql`
      select count(*)::int as waiting from file_items i join file_translations t using (translate_id)
      where t.org_id = ${caller.orgId} and t.user_id = ${caller.userId} and i.state in ('queued', 'running')`);
    if ((rows[0]?.waiting ?? 0) + more > this.#limits.backlogItems) {
      throw new Failure('serviceBusy', {
        message:
          'Too many files of this account are waiting. Send the request again when some of them have finished.',
        detail: { retryAfter: BACKLOG_RETRY_SECONDS },
      });
    }
  }

  /** Ends what has not ended; a run that is under way stops at once. */
  async cancel(caller: Caller, translateId: string): Promise<void> {
    const ended = await this.#store.transaction(async (tx) => {
      const [owned] = await tx
        .select({ translateId: fileTranslations.translateId })
        .from(fileTranslations)
        .where(
          and(
            eq(fileTranslations.orgId, caller.orgId),
            eq(fileTranslations.userId, caller.userId),
            eq(fileTranslations.translateId, translateId as TranslateId),
          ),
        );
      if (owned === undefined) throw new Failure('idUnknown', { message: 'There is no such translateId.' });
      return endItems(tx, eq(fileItems.translateId, owned.translateId), CANCELLED);
    });
    await this.#tell(ended);
  }

  /** Ends what was asked for by, or under, something that has been disabled since. @param orgId of one organization only */
  async endDisabled(orgId: string | undefined): Promise<void> {
    const disabled = sql`${fileItems.translateId} in (
      select r.translate_id from file_translations r where ${isDisabled(sql`r`, orgId)})`;
    await this.#tell(await this.#store.transaction((tx) => endItems(tx, disabled, DISABLED)));
  }

  /** Runs that are under way, in whatever process, stop. */
  async #tell(ended: readonly FileItemId[]): Promise<void> {
    for (const itemId of ended) await this.#changes.announce('job', itemId);
  }
}

function named(name: string, { kind, message, status, detail }: Failure): Failure {
  return new Failure(kind, { message: `${name}: ${message}`, status, detail });
}

const CANCELLED = {
  state: 'cancelled',
  errorCode: 40102,
  errorMessage: 'The translation was cancelled.',
} as const satisfies ItemEnd;
const DISABLED = {
  state: 'failed',
  errorCode: DISABLED_FAILURE.code,
  errorMessage: DISABLED_FAILURE.message,
} as const satisfies ItemEnd;
