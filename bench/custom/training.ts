import { availableParallelism } from 'node:os';
import { readIndex, writeIndex } from '#src/adaptation/index-bytes.js';
import {
  buildDomainIndex,
  type DomainIndex,
  LearnedModel,
  type LearnedParts,
} from '#src/adaptation/learned-model.js';
import type { ForcedOutput, ModelPort } from '#src/model/model-port.js';
import { ThreadPool } from '#src/threads/thread-pool.js';
import { collectForcedOutputs, PAIRS_PER_CHUNK } from '#src/training/learning/forced-output-collector.js';
import { joinForcedOutputs } from '#src/training/learning/forced-outputs.js';
import { learn } from '#src/training/learning/learn.js';
import { type DomainSet, spread } from './domain-set.js';

export interface Trained {
  readonly learned: LearnedModel;
  readonly parts: LearnedParts;
  readonly index: DomainIndex;
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
  const options = {
    model,
    from: domain.from,
    to: domain.to,
    domain: domain.domain,
    fairnessKey: 'bench',
    signal,
  };
  const workers = new ThreadPool({ threads: 1, memoryMegabytes: 2048, queueLimit: 1 });
  const chunks: (readonly ForcedOutput[])[] = [];
  for (let at = 0; at < pairs.length; at += PAIRS_PER_CHUNK) {
    chunks.push(await collectForcedOutputs(pairs.slice(at, at + PAIRS_PER_CHUNK), options));
  }
  const { parts } = await learn({
    ...options,
    pairs,
    forced: await joinForcedOutputs(chunks),
    threadPool: workers,
    intraOpThreads: availableParallelism(),
    onTraining: () => {},
    onEvaluating: async () => {},
  });
  await workers.close();
  const seconds = (performance.now() - start) / 1000;
  const bytes = writeIndex(parts);
  const index = buildDomainIndex(pairs);
  return {
    learned: new LearnedModel(readIndex(bytes), index),
    parts,
    index,
    seconds,
    indexBytes: bytes.length,
    head: parts.head !== undefined,
    weight: parts.parameters.weight,
  };
}
