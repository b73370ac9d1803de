import type { Lang } from '../base/lang.js';
import {
  type CallOptions,
  type ModelPort,
  type SentenceRequest,
  type SentenceResult,
  SentenceTooLong,
  type Steering,
} from '../model/model-port.js';
import type { OipHttp } from '../oip/http.js';
import { textsOf, textTensor } from '../oip/tensor.js';
import { traced } from '../tracing/trace-span.js';
import type { Upstream } from '../upstream/upstream.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import type { Fit, RemoteTranslator } from './remote-translator.js';
import { readResult, SENTENCES_MODEL, TENSORS, writeCall, writeSentence } from './sentence-message.js';

export interface PoolTranslatorParts {
  readonly upstream: Upstream;
  readonly client: OipHttp;
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
    const request = { model: SENTENCES_MODEL, inputs, output: TENSORS.results };
    try {
      const results = await traced(trace, 'pool', (span) =>
        upstream.call(async (address, limit) => {
          const sent = span === undefined ? request : { ...request, traceparent: span.traceparent };
          const [output] = await client.infer(address, sent, limit);
          const read = (output && textsOf(output))?.map(readResult) ?? [];
          const whole = read.flatMap((result) => result ?? []);
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
