import type { Lang } from '../base/lang.js';
import type { CallOptions, SentenceRequest, SentenceResult, Steering } from '../model/model-port.js';
import type { UpstreamError } from '../upstream/upstream-error.js';

/**
 * How well a sentence is served by a translator: `poorly` where it asks for more than that can do and the local model would be the
 * better one, `not` where nothing but the local model can.
 */
export type Fit = 'well' | 'poorly' | 'not';

/** Something on other machines that translates sentences. */
export interface RemoteTranslator {
  fit(request: SentenceRequest): Fit;
  /** For every sentence, in order, what came of it. Rejects as a whole: `ModelBusy`, AbortError. */
  translate(
    sentences: readonly SentenceRequest[],
    options: CallOptions,
  ): Promise<readonly (SentenceResult | UpstreamError)[]>;
  /** Changes whenever the same sentence could translate differently. */
  version(from: Lang, to: Lang): string;
  steering(from: Lang, to: Lang): Steering;
  close(): Promise<void>;
}
