import { and, eq, sql } from 'drizzle-orm';
import { Failure } from '../base/failure.js';
import type { FileItemId } from '../base/ids.js';
import type { Documents } from '../documents/documents.js';
import { sentenceKey } from '../documents/plan/document-plan.js';
import { planFile } from '../documents/plan/plan-file.js';
import type { AcceptedRequest } from '../requests/accepted-request.js';
import type { RequestResolver } from '../requests/request-resolver.js';
import { fileItems, fileSources } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import type { Pipeline } from '../translate/pipeline-types.js';
import type { FileOwner } from './file-results.js';
import { type Correction, correctionsOf, type RevisedRow } from './revised-rows.js';
import { changeSentences, readSentences, storedBatches } from './stored-sentences.js';

export interface CorrectedFileParts {
  readonly store: Store;
  readonly documents: Documents;
  readonly pipeline: Pick<Pipeline, 'plan' | 'assemble' | 'directions'>;
  readonly resolver: Pick<RequestResolver, 'resolve'>;
}

/** Puts the corrections of a translator into the sentences of a finished file, and builds the file anew with them. */
export class CorrectedFiles {
  readonly #parts: CorrectedFileParts;

  constructor(parts: CorrectedFileParts) {
    this.#parts = parts;
  }

  /** @returns what was changed; nothing of it is kept when a row is refused */
  async correct(
    owner: FileOwner,
    itemId: FileItemId,
    rows: readonly RevisedRow[],
  ): Promise<readonly Correction[]> {
    const corrections = await this.#keep(owner, itemId, rows);
    if (corrections.length > 0) await this.#rebuild(owner, itemId);
    return corrections;
  }

  /** One translator at a time: the row of the item is locked until his sentences are in. */
  async #keep(
    owner: FileOwner,
    itemId: FileItemId,
    rows: readonly RevisedRow[],
  ): Promise<readonly Correction[]> {
    return this.#parts.store.transaction(async (tx) => {
      await tx.execute(sql`select from file_items where item_id = ${itemId} for update`);
      const batches = await storedBatches(tx, owner.orgId, itemId);
      const corrections = correctionsOf(
        batches.flatMap(({ sentences }) => sentences),
        rows,
      );
      const byPlace = new Map(corrections.map((correction) => [correction.place, correction.target]));
      await changeSentences(tx, itemId, batches, (sentence, place) => {
        const target = byPlace.get(place);
        if (target === undefined || target === sentence.target) return sentence;
        const { target: before } = sentence;
        const earlier = [...(sentence.earlier ?? []), ...(before === null ? [] : [before])];
        return { ...sentence, target, earlier };
      });
      return corrections;
    });
  }

  async #rebuild(owner: FileOwner, itemId: FileItemId): Promise<void> {
    const { store, documents, pipeline, resolver } = this.#parts;
    const [item] = await store.db
      .select({
        lang: fileItems.lang,
        request: sql<AcceptedRequest>`${fileItems.request}`,
        format: fileSources.format,
        content: fileSources.content,
      })
      .from(fileItems)
      .innerJoin(
        fileSources,
        and(eq(fileSources.translateId, fileItems.translateId), eq(fileSources.position, fileItems.position)),
      )
      .where(and(eq(fileItems.orgId, owner.orgId), eq(fileItems.itemId, itemId)));
    if (item === undefined) throw new Failure('idUnknown');
    const { sourceLang } = item.request.body;
    const request = await resolver.resolve(item.request, { priority: 'interactive' });
    const { format, content, lang: to } = item;
    const file = { format, content, to, ...(sourceLang !== 'auto' && { from: sourceLang }) };
    const { units, left } = await documents.read(file);
    const { plan } = await planFile(pipeline, request, units, sourceLang);
    const sentences = await readSentences(store.db, owner.orgId, itemId);
    const known = new Map(sentences.map((sentence) => [sentenceKey(sentence), sentence.target]));
    const targets = plan.segments.map(
      (segment) => known.get(sentenceKey({ ...segment, source: segment.text })) ?? undefined,
    );
    const { bytes, overflowPages } = await documents.write(file, await plan.assemble(pipeline, targets));
    const untranslated = left + plan.left + targets.filter((target) => target === undefined).length;
    await store.db
      .update(fileItems)
      .set({ result: Buffer.from(bytes), untranslated, overflowPages: [...overflowPages] })
      .where(and(eq(fileItems.orgId, owner.orgId), eq(fileItems.itemId, itemId)));
  }
}
