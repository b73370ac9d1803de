import type { Lang } from '../base/lang.js';
import type { CallOptions, SentenceRequest, SentenceResult, Steering } from '../model/model-port.js';
import type { ModelService } from '../model/service.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import type { Fit, RemoteTranslator } from './remote-translator.js';

/** Our own models with their graphs on an inference server: everything but the arithmetic happens in threads of this process. */
export class GraphsTranslator implements RemoteTranslator {
  readonly #service: ModelService;

  constructor(service: ModelService) {
    this.#service = service;
  }

  /** The decoder's states come back with every step, so custom models work as they do at home. */
  fit(): Fit {
    return 'well';
  }

  version(from: Lang, to: Lang): string {
    return this.#service.version(from, to);
  }

  steering(from: Lang, to: Lang): Steering {
    return this.#service.steering(from, to);
  }

  async translate(
    sentences: readonly SentenceRequest[],
    options: CallOptions,
  ): Promise<readonly (SentenceResult | UpstreamError)[]> {
    try {
      return await this.#service.translate(sentences, options);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return sentences.map(() => error);
    }
  }

  async close(): Promise<void> {
    await this.#service.close();
  }
}
