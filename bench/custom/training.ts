import { availableParallelism } from 'node:os';
import type { ModelPort } from '#src/model/port.js';
import { DomainGate } from '#src/training/domain-gate.js';
import { readIndex, writeIndex } from '#src/training/index-bytes.js';
import { learn } from '#src/training/learn.js';
import { LearnedModel } from '#src/training/learned-model.js';
import { collectTraces, PAIRS_PER_CHUNK } from '#src/training/trace-collector.js';
import { type PairTrace, Traces } from '#src/training/traces.js';
import { type DomainSet, spread } from './domain-set.js';

export interface Trained {
  readonly learned: LearnedModel;
  readonly seconds: number;
  readonly indexBytes: number;
  readonly head: boolean;
  readonly weight: number;
}

/** The same steps as a training job, without its database; what serves is read back from its bytes. */
export async function trainOn(model: ModelPort, domain: DomainSet, size: number): Promise<Trained> {
  const pairs = spread(domain.train, size);
  const { signal } = new AbortController();
  const start = performance.now();
  const options = { model, from: domain.from, to: domain.to, domain: domain.domain, caller: 'bench', signal };
  const traces: PairTrace[] = [];
  for (let at = 0; at < pairs.length; at += PAIRS_PER_CHUNK) {
    traces.push(...(await collectTraces(pairs.slice(at, at + PAIRS_PER_CHUNK), options)));
  }
  const { parts } = await learn({
    ...options,
    pairs,
    traces: new Traces(traces),
    intraOpThreads: availableParallelism(),
    onTraining: () => {},
    onEvaluating: async () => {},
  });
  const seconds = (performance.now() - start) / 1000;
  const bytes = writeIndex(parts);
  const gate = new DomainGate(pairs.map(({ fromText }) => fromText));
  return {
    learned: new LearnedModel(pairs, readIndex(bytes), gate),
    seconds,
    indexBytes: bytes.length,
    head: parts.head !== undefined,
    weight: parts.parameters.weight,
  };
}
