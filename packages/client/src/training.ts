import type { Answer, OperationCaller, RequestOptions } from './operation.js';
import { delay } from './transport.js';

export type Model = Answer<'GET /api/v1/training/models'>[number];
export type ModelDetail = Answer<'GET /api/v1/training/model/{mid}'>;
export type TrainingJob = Answer<'GET /api/v1/training/job/{jid}'>;
export type TrainingField =
  Answer<'GET /api/v1/training/fields/sourceLang/{sourceLang}/targetLang/{targetLang}'>[number];

export interface TrainingRequest {
  /** xlsx, tmx, csv or tsv with 10 to 10,000 pairs. */
  readonly file: Blob;
  readonly fileName: string;
  readonly from: string;
  readonly to: string;
  /** A field that can be trained: L and 6 digits. */
  readonly field: string;
  readonly contractId?: string;
  readonly name?: string;
}

export interface FollowOptions extends RequestOptions {
  readonly onProgress?: (job: TrainingJob) => void;
}

/** Asked for: progress, bad rows, evaluation, suggested terms. */
const EXPLAIN = { 'x-explain': '1' };
const POLL_MS = 1_000;

/** Custom models. */
export class Training {
  readonly #caller: OperationCaller;
  readonly #contractId: string | undefined;

  constructor(caller: OperationCaller, contractId: string | undefined) {
    this.#caller = caller;
    this.#contractId = contractId;
  }

  /** Gives the id of the job. Not sent again by itself: two uploads would be two models. */
  async start(request: TrainingRequest, options: RequestOptions = {}): Promise<string> {
    const form = new FormData();
    form.set('firstLang', request.from);
    form.set('secondLang', request.to);
    form.set('field', request.field);
    const contractId = request.contractId ?? this.#contractId;
    if (contractId !== undefined) form.set('contractId', contractId);
    if (request.name !== undefined) form.set('name', request.name);
    form.set('file', request.file, request.fileName);
    return (await this.#caller.call('POST /api/v1/training/train', { form, ...options })).answer.jid;
  }

  async job(jid: string, options: RequestOptions = {}): Promise<TrainingJob> {
    const input = { params: { jid }, headers: EXPLAIN, ...options };
    return (await this.#caller.call('GET /api/v1/training/job/{jid}', input)).answer;
  }

  /** Waits until the job has ended, one way or the other. */
  async follow(jid: string, { onProgress, ...options }: FollowOptions = {}): Promise<TrainingJob> {
    for (;;) {
      const job = await this.job(jid, options);
      onProgress?.(job);
      if (job.jobStatus === 'finished' || job.jobStatus === 'failed') return job;
      await delay(POLL_MS, options.signal);
    }
  }

  async cancel(jid: string, options: RequestOptions = {}): Promise<TrainingJob> {
    return (await this.#caller.call('DELETE /api/v1/training/job/{jid}', { params: { jid }, ...options }))
      .answer;
  }

  async models(options: RequestOptions = {}): Promise<readonly Model[]> {
    return (await this.#caller.call('GET /api/v1/training/models', options)).answer;
  }

  async model(mid: string, options: RequestOptions = {}): Promise<ModelDetail> {
    const input = { params: { mid }, headers: EXPLAIN, ...options };
    return (await this.#caller.call('GET /api/v1/training/model/{mid}', input)).answer;
  }

  async fields(from: string, to: string, options: RequestOptions = {}): Promise<readonly TrainingField[]> {
    const name = 'GET /api/v1/training/fields/sourceLang/{sourceLang}/targetLang/{targetLang}';
    return (await this.#caller.call(name, { params: { sourceLang: from, targetLang: to }, ...options }))
      .answer;
  }
}
