import { ServiceError } from './errors.js';
import type { Answer, OperationCaller, RequestOptions } from './operation.js';
import { delay } from './transport.js';

export type FileTranslation = Answer<'GET /api/v1/translate-result/{translateId}'>['data'];
export type FileItem = FileTranslation['items'][number];

/** A file by its name, which says what format it has, and its content. */
export interface NamedFile {
  readonly name: string;
  readonly content: Blob | Uint8Array<ArrayBuffer>;
}

export interface FileOptions extends RequestOptions {
  /** Language code, or `auto`, which is the default. */
  readonly from?: string;
  readonly to: string | readonly string[];
  /** A contract for files. Default: that of the client, else the one that the key has as its default. */
  readonly contractId?: string;
  readonly fieldId?: string;
  /** What a PDF becomes: a PDF with its layout, which is the default, or a Word document to go on writing. */
  readonly pdfOutput?: 'pdf' | 'docx';
  /** People, places and institutions as the target language writes them, or as the source does. Default: by the contract. */
  readonly names?: 'customary' | 'keep';
  /** Register of Japanese: です・ます, だ・である, or by the kind of document. Default: by the contract. */
  readonly formality?: 'auto' | 'polite' | 'plain' | undefined;
}

export type BilingualFormat = 'xliff' | 'tmx' | 'xlsx' | 'csv' | 'tsv';

export interface FollowFileOptions extends RequestOptions {
  /** Told how the translation stands, sentence counts by item. */
  readonly onProgress?: (state: FileTranslation) => void;
}

/** The code of failures that say nothing else. */
const UNFORESEEN = 40100;
const POLL_MS = 500;

/** Translation of documents. */
export class Files {
  readonly #caller: OperationCaller;
  readonly #contractId: string | undefined;

  constructor(caller: OperationCaller, contractId: string | undefined) {
    this.#caller = caller;
    this.#contractId = contractId;
  }

  /**
   * Translates one file into one language and gives its bytes.
   *
   * @example
   * const translated = await kotobashi.files.translate({ name: 'report.docx', content }, { to: 'en', contractId: fileContract });
   */
  async translate(
    file: NamedFile,
    options: FileOptions & FollowFileOptions & { readonly to: string },
  ): Promise<Uint8Array<ArrayBuffer>> {
    const translateId = await this.submit([file], options);
    const { items } = await this.follow(translateId, options);
    const [item] = items;
    if (item === undefined) throw new Error('The service answered without a file.');
    const { error, errorCode = UNFORESEEN, errorMessage = 'The file was not translated.' } = item;
    if (error) throw new ServiceError(errorMessage, { status: 400, code: errorCode });
    return await this.download(item.translateItemId, options);
  }

  /** Gives the id of the translation. Sent again by itself when its answer was lost, it is still one translation. */
  async submit(files: readonly NamedFile[], options: FileOptions): Promise<string> {
    const form = new FormData();
    const targets = typeof options.to === 'string' ? [options.to] : options.to;
    const contractId = options.contractId ?? this.#contractId;
    form.set('targetLangs', JSON.stringify(targets));
    form.set('sourceLang', options.from ?? 'auto');
    form.set('fieldId', options.fieldId ?? '1');
    if (contractId !== undefined) form.set('contractId', contractId);
    if (options.names !== undefined) form.set('names', options.names);
    if (options.formality !== undefined) form.set('formality', options.formality);
    if (options.pdfOutput !== undefined) form.set('pdfOutput', options.pdfOutput);
    for (const { name, content } of files) form.append('files', new File([content], name));
    const { signal } = options;
    const input = {
      form,
      headers: { 'idempotency-key': crypto.randomUUID() },
      repeatable: true,
      ...(signal && { signal }),
    };
    return (await this.#caller.call('POST /api/v1/file-translate', input)).answer.data.translateId;
  }

  async state(translateId: string, options: RequestOptions = {}): Promise<FileTranslation> {
    const input = { params: { translateId }, ...options };
    return (await this.#caller.call('GET /api/v1/translate-result/{translateId}', input)).answer.data;
  }

  /** Waits until all files have ended, one way or the other: see `error` of each. */
  async follow(
    translateId: string,
    { onProgress, signal }: FollowFileOptions = {},
  ): Promise<FileTranslation> {
    for (;;) {
      const state = await this.state(translateId, signal && { signal });
      onProgress?.(state);
      if (state.done) return state;
      await delay(POLL_MS, signal);
    }
  }

  /** All translations of the account, newest first. */
  async list(options: RequestOptions = {}): Promise<readonly FileTranslation[]> {
    return (await this.#caller.call('GET /api/v1/translate-result/all', options)).answer.data;
  }

  async cancel(translateId: string, options: RequestOptions = {}): Promise<void> {
    const input = { params: { translateId }, ...options };
    await this.#caller.call('DELETE /api/v1/translate-result/{translateId}', input);
  }

  /** A translated file as it is. */
  download(translateItemId: string, { signal }: RequestOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const input = { params: { translateItemId }, ...(signal && { signal }) };
    return this.#caller.bytes('GET /api/v1/downloads/{translateItemId}', input);
  }

  /** Several as a ZIP archive. */
  archive(ids: readonly string[], { signal }: RequestOptions = {}): Promise<Uint8Array<ArrayBuffer>> {
    const input = { query: { ids: JSON.stringify(ids) }, ...(signal && { signal }) };
    return this.#caller.bytes('GET /api/v1/downloads', input);
  }

  /** The sentences of a translated file beside their translations, for whoever revises them. */
  bilingual(
    translateItemId: string,
    format: BilingualFormat,
    { signal }: RequestOptions = {},
  ): Promise<Uint8Array<ArrayBuffer>> {
    const input = { params: { translateItemId }, query: { format }, ...(signal && { signal }) };
    return this.#caller.bytes('GET /api/v1/downloads/{translateItemId}/bilingual', input);
  }

  /** Brings a revised bilingual file back: its sentences become phrase pairs of the account. Gives their number. */
  async revise(
    translateItemId: string,
    { name, content }: NamedFile,
    { signal }: RequestOptions = {},
  ): Promise<number> {
    const form = new FormData();
    form.set('file', new File([content], name));
    // The same pairs twice are the same pairs.
    const input = { params: { translateItemId }, form, repeatable: true, ...(signal && { signal }) };
    const { answer } = await this.#caller.call('POST /api/v1/downloads/{translateItemId}/revised', input);
    return answer.data.pairs;
  }
}
