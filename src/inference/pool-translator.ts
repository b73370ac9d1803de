import type { Lang } from '../base/lang.js';
import {
  type CallOptions,
  type ModelPort,
  type SentenceRequest,
  type SentenceResult,
  SentenceTooLong,
  type Steering,
} from '../model/model-port.js';
import { traced } from '../tracing/trace-span.js';
import type { HttpClient } from '../upstream/http-client.js';
import type { Upstream } from '../upstream/upstream.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import type { Fit, RemoteTranslator } from './remote-translator.js';
import {
  InferAnswer,
  readResult,
  SENTENCES_MODEL,
  TENSORS,
  textTensor,
  writeCall,
  writeSentence,
} from './sentence-message.js';

export interface PoolTranslatorParts {
  readonly upstream: Upstream;
  readonly client: HttpClient;
  /** Whose models the others have to have, too. */
  readonly local: ModelPort;
}

/** Other processes of Kotobashi (`kotobashi inference`), on other machines, with the same models. */
export class PoolTranslator implements RemoteTranslator {
  readonly #parts: PoolTranslatorParts;

  constructor(parts: PoolTranslatorParts) {
    this.#parts = parts;
  }

  /** What a custom model adds lies in the memory of this process. */
  fit({ adaptation }: SentenceRequest): Fit {
    return adaptation === undefined ? 'well' : 'not';
  }

  version(from: Lang, to: Lang): string {
    return this.#parts.local.version(from, to);
  }

  steering(from: Lang, to: Lang): Steering {
    return this.#parts.local.steering(from, to);
  }

  async translate(
    sentences: readonly SentenceRequest[],
    { fairnessKey, priority, signal, trace }: CallOptions,
  ): Promise<readonly (SentenceResult | UpstreamError)[]> {
    if (sentences.length === 0) return [];
    const { upstream, client } = this.#parts;
    const inputs = [
      textTensor(
        TENSORS.sentences,
        sentences.map((request) => writeSentence(request, this.version(request.from, request.to))),
      ),
      textTensor(TENSORS.call, [writeCall({ caller: fairnessKey, priority })]),
    ];
    try {
      const results = await traced(trace, 'pool', (span) =>
        upstream.call(async (address, limit) => {
          const { outputs } = await client.post(`${address}/v2/models/${SENTENCES_MODEL}/infer`, {
            message: { inputs },
            shape: InferAnswer,
            signal: limit,
            traceparent: span?.traceparent,
          });
          const whole = outputs[0]?.data.flatMap((text) => readResult(text) ?? []) ?? [];
          if (whole.length === sentences.length) return whole;
          throw new UpstreamError('malformed', `${address} did not answer every sentence.`);
        }, signal),
      );
      return results.map((result) => {
        if (result === 'too-long') throw new SentenceTooLong();
        return result;
      });
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      return sentences.map(() => error);
    }
  }

  async close(): Promise<void> {
    await this.#parts.client.close();
  }
}
