import type { SentencePair } from '../../adaptation/sentence-pair.js';
import type { Lang } from '../../base/lang.js';
import {
  type Domain,
  type ForcedOutput,
  ModelBusy,
  type ModelPort,
  SentenceTooLong,
} from '../../model/model-port.js';

/** Pairs that go to the model together, and are kept together: what a killed worker costs at most. */
export const PAIRS_PER_CHUNK = 200;
const BUSY_PAUSE_MS = 1_000;

export interface CollectOptions {
  readonly model: ModelPort;
  readonly from: Lang;
  readonly to: Lang;
  readonly domain: Domain;
  readonly fairnessKey: string;
  readonly signal: AbortSignal;
}

/** Forced decoding of some pairs. A pair that is too long for the model has an empty output. */
export async function collectForcedOutputs(
  pairs: readonly SentencePair[],
  options: CollectOptions,
): Promise<readonly ForcedOutput[]> {
  const { model, from, to, domain, fairnessKey, signal } = options;
  const requests = pairs.map(({ fromText, toText }) => ({
    from,
    to,
    domain,
    source: [{ kind: 'text' as const, text: fromText }],
    target: toText,
    states: true,
  }));
  const call = { fairnessKey, priority: 'background' as const, signal };
  for (;;) {
    try {
      return await model.score(requests, call);
    } catch (error) {
      if (error instanceof SentenceTooLong) break;
      if (!(error instanceof ModelBusy)) throw error;
      await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
      signal.throwIfAborted();
    }
  }
  // One is too long: find out which.
  const forced: ForcedOutput[] = [];
  for (const request of requests) {
    try {
      forced.push(...(await model.score([request], call)));
    } catch (error) {
      if (!(error instanceof SentenceTooLong)) throw error;
      forced.push(NOTHING);
    }
  }
  return forced;
}

const NOTHING: ForcedOutput = {
  tokens: new Int32Array(),
  logProbabilities: new Float32Array(),
  scales: new Float32Array(),
  states: new Int8Array(),
};
