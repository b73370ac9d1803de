import type { OperationCaller, RequestOptions } from './operation.js';

/** Where the service announces that asynchronous work has ended. */
export class Callback {
  readonly #caller: OperationCaller;

  constructor(caller: OperationCaller) {
    this.#caller = caller;
  }

  async get(options: RequestOptions = {}): Promise<string | null> {
    return (await this.#caller.call('GET /api/v1/callback', options)).answer.data.callbackUrl;
  }

  async set(callbackUrl: string, options: RequestOptions = {}): Promise<void> {
    await this.#caller.call('PUT /api/v1/callback', { body: { callbackUrl }, ...options });
  }

  async remove(options: RequestOptions = {}): Promise<void> {
    await this.#caller.call('DELETE /api/v1/callback', options);
  }
}
