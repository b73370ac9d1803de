import type { Answer, OperationCaller, OperationName, RequestOptions } from './operation.js';
import { delay } from './transport.js';

/** Where words are kept: the dictionary of the user, or a list of the organization. */
export type WordPlace =
  | { readonly kind: 'dictionary' }
  | { readonly kind: 'glossaries' | 'phrase-pairs'; readonly listId: number };

type DataOf<Name extends OperationName> = Answer<Name> extends { readonly data: infer Data } ? Data : never;
export type WordPage = DataOf<'GET /api/v1/dictionary/entries'>;
export type WordEntry = WordPage['entries'][number];
export type WordPair = Omit<WordEntry, 'id'>;
export type WordPreview = DataOf<'POST /api/v1/dictionary/import/preview'>;
export type WordImport = DataOf<'GET /api/v1/imports/{importId}'>;

export interface WordQuery {
  readonly search?: string;
  readonly offset?: number;
  readonly limit?: number;
}

export type TableFormat = 'tsv' | 'csv' | 'tmx' | 'xlsx';

export interface WordTable {
  readonly format: TableFormat;
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Not needed where the table names its languages. */
  readonly fromLang?: string;
  readonly toLang?: string;
}

/** What a finished import took over, and what it could not. */
export type WordImportReport = Pick<WordImport, 'total' | 'rejectedCount' | 'rejected'>;

/** The import was taken in and then failed; the message says what to do. */
export class ImportFailed extends Error {
  override readonly name = 'ImportFailed';
}

const POLL_MS = 500;

/** One dictionary, glossary or phrase-pair dictionary: its entries, tables, and the way back. All three answer alike. */
export class WordList {
  readonly #caller: OperationCaller;
  readonly #root: string;
  readonly #isDictionary: boolean;

  constructor(caller: OperationCaller, place: WordPlace) {
    this.#caller = caller;
    this.#isDictionary = place.kind === 'dictionary';
    this.#root = `/api/v1/${place.kind === 'dictionary' ? 'dictionary' : `${place.kind}/${place.listId}`}`;
  }

  /** Newest first. */
  async page({ search, offset, limit }: WordQuery = {}, options: RequestOptions = {}): Promise<WordPage> {
    const query = {
      ...(search !== undefined && search !== '' && { search }),
      ...(offset !== undefined && { offset: String(offset) }),
      ...(limit !== undefined && { limit: String(limit) }),
    };
    const input = { ...options, query, at: `${this.#root}/entries` };
    return (await this.#caller.call('GET /api/v1/dictionary/entries', input)).answer.data;
  }

  /** Adds entries, all or none; one that is already there gets the new target. */
  async put(pairs: readonly WordPair[], options: RequestOptions = {}): Promise<void> {
    const at = `${this.#root}/${this.#isDictionary ? 'bulk' : 'entries'}`;
    await this.#caller.call('POST /api/v1/dictionary/bulk', { ...options, body: [...pairs], at });
  }

  async change({ id, ...pair }: WordEntry, options: RequestOptions = {}): Promise<void> {
    await this.#caller.call('PUT /api/v1/dictionary/{id}', { ...options, body: pair, at: this.#entry(id) });
  }

  async delete(id: number, options: RequestOptions = {}): Promise<void> {
    await this.#caller.call('DELETE /api/v1/dictionary/{id}', { ...options, at: this.#entry(id) });
  }

  /** Deletes every entry. */
  async clear(options: RequestOptions = {}): Promise<void> {
    const at = `${this.#root}/${this.#isDictionary ? 'dictionary-all' : 'entries'}`;
    await this.#caller.call('DELETE /api/v1/dictionary/dictionary-all', { ...options, at });
  }

  /** Takes the last change back. */
  async undo(options: RequestOptions = {}): Promise<void> {
    await this.#caller.call('POST /api/v1/dictionary/undo', { ...options, at: `${this.#root}/undo` });
  }

  /** What an import would add, change and refuse. */
  async preview({ bytes, ...query }: WordTable, options: RequestOptions = {}): Promise<WordPreview> {
    const input = { ...options, query, bytes, repeatable: true, at: `${this.#root}/import/preview` };
    return (await this.#caller.call('POST /api/v1/dictionary/import/preview', input)).answer.data;
  }

  /** Takes a table over, and waits for a large one. */
  async importTable(
    { bytes, ...query }: WordTable,
    { onProgress, ...options }: RequestOptions & { readonly onProgress?: (report: WordImport) => void } = {},
  ): Promise<WordImportReport> {
    const input = { ...options, query, bytes, at: `${this.#root}/import` };
    if (this.#isDictionary) {
      return (await this.#caller.call('POST /api/v1/dictionary/import', input)).answer.data;
    }
    const started = await this.#caller.call('POST /api/v1/glossaries/{listId}/import', input);
    let report = started.answer.data;
    while (report.state === 'queued' || report.state === 'running') {
      onProgress?.(report);
      await delay(POLL_MS, options.signal);
      const asked = { ...options, params: { importId: report.importId } };
      report = (await this.#caller.call('GET /api/v1/imports/{importId}', asked)).answer.data;
    }
    if (report.state === 'failed') throw new ImportFailed(report.errorMessage ?? 'The import failed.');
    return report;
  }

  exportTable(format: TableFormat, options: RequestOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const input = { ...options, query: { format }, at: `${this.#root}/export` };
    return this.#caller.bytes('GET /api/v1/dictionary/export', input);
  }

  #entry(id: number): string {
    return `${this.#root}/${this.#isDictionary ? id : `entries/${id}`}`;
  }
}
