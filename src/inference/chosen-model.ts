import type { Inference } from '../base/engine.js';
import type { Lang } from '../base/lang.js';
import type { TokenTable } from '../model/folder/tables.js';
import {
  type CallOptions,
  type Direction,
  type ForcedOutput,
  type ModelPort,
  ModelUnavailable,
  type ScoreRequest,
  type SentenceRequest,
  type SentenceResult,
  type Standing,
  type Steering,
} from '../model/model-port.js';
import { UpstreamError } from '../upstream/upstream-error.js';
import type { Observe } from '../upstream/upstream-event.js';
import type { RemoteTranslator } from './remote-translator.js';

export type RemoteTranslators = Partial<Record<Exclude<Inference, 'local'>, RemoteTranslator>>;

export interface ChosenModelParts {
  readonly local: ModelPort;
  readonly remote: RemoteTranslators;
  /** Of calls that do not choose. */
  readonly usual: Inference;
  /** Whether the local model stands in for what cannot be reached. */
  readonly fallback: boolean;
  readonly observe: Observe;
}

/**
 * The model port over several ways of inference, of which every call chooses one. Training, and whatever needs the decoder's own
 * states, stays with the local model; so do the directions that the service offers.
 */
export class ChosenModel implements ModelPort {
  readonly #parts: ChosenModelParts;

  constructor(parts: ChosenModelParts) {
    this.#parts = parts;
  }

  async translate(
    sentences: readonly SentenceRequest[],
    options: CallOptions,
  ): Promise<readonly SentenceResult[]> {
    const { local, remote, usual, fallback, observe } = this.#parts;
    const chosen = options.inference ?? usual;
    if (chosen === 'local') return await local.translate(sentences, options);
    const translator = remote[chosen];
    if (translator === undefined) {
      if (!fallback) throw new ModelUnavailable(`No address is set for ${chosen} inference.`);
      observe({ kind: 'fallback', upstream: chosen, sentences: sentences.length });
      return asStandIns(await local.translate(sentences, options));
    }
    const isOurs = (request: SentenceRequest): boolean => {
      const fit = translator.fit(request);
      return fit === 'not' || (fit === 'poorly' && fallback);
    };
    const sent = sentences.filter((request) => !isOurs(request));
    const [kept, answers] = await Promise.all([
      local.translate(sentences.filter(isOurs), options),
      translator.translate(sent, options),
    ]);
    const failed = sent.filter((_, index) => answers[index] instanceof UpstreamError);
    const [cause] = answers.filter((answer) => answer instanceof UpstreamError);
    if (cause !== undefined) {
      if (!fallback) throw new ModelUnavailable(cause.message, { cause });
      observe({ kind: 'fallback', upstream: chosen, sentences: failed.length });
    }
    const standIns = asStandIns(await local.translate(failed, options));
    const next = { kept: 0, sent: 0, failed: 0 };
    return sentences.map((request) => {
      const answer = isOurs(request) ? kept[next.kept++] : answers[next.sent++];
      const result = answer instanceof UpstreamError ? standIns[next.failed++] : answer;
      if (result === undefined) throw new Error('Every sentence has a result.');
      return result;
    });
  }

  score(sentences: readonly ScoreRequest[], options: CallOptions): Promise<readonly ForcedOutput[]> {
    return this.#parts.local.score(sentences, options);
  }

  directions(): readonly Direction[] {
    return this.#parts.local.directions();
  }

  outputLayer(from: Lang, to: Lang): Promise<TokenTable | undefined> {
    return this.#parts.local.outputLayer(from, to);
  }

  /** Without a choice it is the local model's: what was learnt from its states belongs to it. */
  version(from: Lang, to: Lang, inference?: Inference): string {
    const { local, remote } = this.#parts;
    if (inference === undefined || inference === 'local') return local.version(from, to);
    return `${inference}:${remote[inference]?.version(from, to) ?? local.version(from, to)}`;
  }

  steering(from: Lang, to: Lang, inference?: Inference): Steering {
    const { local, remote, usual } = this.#parts;
    const chosen = inference ?? usual;
    const translator = chosen === 'local' ? undefined : remote[chosen];
    return (translator ?? local).steering(from, to);
  }

  standing(): Standing {
    return this.#parts.local.standing();
  }

  /** The local model belongs to whoever made it. */
  async close(): Promise<void> {
    await Promise.all(Object.values(this.#parts.remote).map((translator) => translator.close()));
  }
}

function asStandIns(results: readonly SentenceResult[]): readonly SentenceResult[] {
  return results.map((result) => ({ ...result, isStandIn: true }));
}
