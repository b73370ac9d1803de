import type { Answer, OperationCaller, RequestOptions } from './operation.js';

export type Contract = Answer<'GET /api/v1/contracts'>['data']['contracts'][number];
export type UsedDay = Answer<'GET /api/v1/usage'>['data']['usage'][number];
export type Glossary = Answer<'GET /api/v1/glossaries'>['data']['glossaries'][number];
export type PhrasePairList = Answer<'GET /api/v1/phrase-pairs'>['data']['phrasePairs'][number];

export interface UsageOptions extends RequestOptions {
  /** First and last day, as 2026-01-31. */
  readonly from?: string;
  readonly to?: string;
}

/** What the caller may use, and what it has used. */
export class Account {
  readonly #caller: OperationCaller;

  constructor(caller: OperationCaller) {
    this.#caller = caller;
  }

  async contracts(options: RequestOptions = {}): Promise<readonly Contract[]> {
    return (await this.#caller.call('GET /api/v1/contracts', options)).answer.data.contracts;
  }

  /** What the user's keys have translated, by day, key and contract. */
  async usage({ from, to, ...options }: UsageOptions = {}): Promise<readonly UsedDay[]> {
    const query = { ...(from !== undefined && { from }), ...(to !== undefined && { to }) };
    return (await this.#caller.call('GET /api/v1/usage', { query, ...options })).answer.data.usage;
  }

  /** Whose ids go into `glossaryIds`. */
  async glossaries(options: RequestOptions = {}): Promise<readonly Glossary[]> {
    return (await this.#caller.call('GET /api/v1/glossaries', options)).answer.data.glossaries;
  }

  /** Whose ids go into `phrasePairIds`. */
  async phrasePairs(options: RequestOptions = {}): Promise<readonly PhrasePairList[]> {
    return (await this.#caller.call('GET /api/v1/phrase-pairs', options)).answer.data.phrasePairs;
  }
}
