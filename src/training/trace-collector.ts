import type { Lang } from '../lang.js';
import { type Domain, ModelBusy, type ModelPort, SentenceTooLong } from '../model/port.js';
import { compactTrace, type PairTrace } from './traces.js';
import type { SentencePair } from './upload.js';

/** Pairs that go to the model together, and are kept together: what a killed worker costs at most. */
export const PAIRS_PER_CHUNK = 200;
const BUSY_PAUSE_MS = 1_000;

export interface CollectOptions {
  readonly model: ModelPort;
  readonly from: Lang;
  readonly to: Lang;
  readonly domain: Domain;
  readonly caller: string;
  readonly signal: AbortSignal;
}

/** Walks the decoder through some pairs. A pair that is too long for the model has an empty trace. */
export async function collectTraces(
  pairs: readonly SentencePair[],
  options: CollectOptions,
): Promise<readonly PairTrace[]> {
  const { model, from, to, domain, caller, signal } = options;
  const requests = pairs.map(({ fromText, toText }) => ({
    from,
    to,
    domain,
    source: [{ kind: 'text' as const, text: fromText }],
    target: toText,
    hidden: true,
  }));
  const call = { caller, priority: 'background' as const, signal };
  for (;;) {
    try {
      return (await model.force(requests, call)).map(compactTrace);
    } catch (error) {
      if (error instanceof SentenceTooLong) break;
      if (!(error instanceof ModelBusy)) throw error;
      await new Promise((resolve) => setTimeout(resolve, BUSY_PAUSE_MS));
      signal.throwIfAborted();
    }
  }
  // One is too long: find out which.
  const traces: PairTrace[] = [];
  for (const request of requests) {
    try {
      traces.push(...(await model.force([request], call)).map(compactTrace));
    } catch (error) {
      if (!(error instanceof SentenceTooLong)) throw error;
      traces.push(NOTHING);
    }
  }
  return traces;
}

const NOTHING: PairTrace = {
  tokens: new Int32Array(),
  logProbabilities: new Float32Array(),
  scales: new Float32Array(),
  states: new Int8Array(),
};
