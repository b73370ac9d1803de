import type { Answer, Body, OperationCaller, RequestOptions } from './operation.js';

export type Term = Body<'POST /api/v1/dictionary'>;
export type DictionaryEntry = Answer<'GET /api/v1/dictionary'>['data']['entries'][number];

/** The service takes this many entries in one request. */
const MOST_ENTRIES = 10_000;

/** The dictionary of the user behind the key. */
export class Dictionary {
  readonly #caller: OperationCaller;

  constructor(caller: OperationCaller) {
    this.#caller = caller;
  }

  async list(options: RequestOptions = {}): Promise<readonly DictionaryEntry[]> {
    return (await this.#caller.call('GET /api/v1/dictionary', options)).answer.data.entries;
  }

  /** Adds entries; one with the same languages and source text is replaced. */
  async add(terms: Term | readonly Term[], options: RequestOptions = {}): Promise<void> {
    const all: readonly Term[] = Array.isArray(terms) ? terms : [terms];
    for (let at = 0; at < all.length; at += MOST_ENTRIES) {
      const body = all.slice(at, at + MOST_ENTRIES);
      // Adding the same entry twice changes nothing.
      await this.#caller.call('POST /api/v1/dictionary/bulk', { body, repeatable: true, ...options });
    }
  }

  async change(id: number, term: Term, options: RequestOptions = {}): Promise<void> {
    const params = { id: String(id) };
    await this.#caller.call('PUT /api/v1/dictionary/{id}', { params, body: term, ...options });
  }

  async remove(id: number, options: RequestOptions = {}): Promise<void> {
    await this.#caller.call('DELETE /api/v1/dictionary/{id}', { params: { id: String(id) }, ...options });
  }

  async clear(options: RequestOptions = {}): Promise<void> {
    await this.#caller.call('DELETE /api/v1/dictionary/dictionary-all', options);
  }
}
