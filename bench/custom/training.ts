import { availableParallelism } from 'node:os';
import type { ModelPort } from '#src/model/port.js';
import { DomainGate } from '#src/training/domain-gate.js';
import { readIndex, writeIndex } from '#src/training/index-bytes.js';
import { learn } from '#src/training/learn.js';
import { LearnedModel } from '#src/training/learned-model.js';
import { type DomainSet, spread } from './domain-set.js';

export interface Trained {
  readonly learned: LearnedModel;
  readonly seconds: number;
  readonly indexBytes: number;
  readonly decoder: boolean;
  readonly voters: boolean;
}

/** The same steps as a training job, without its database; what serves is read back from its bytes. */
export async function trainOn(model: ModelPort, domain: DomainSet, size: number): Promise<Trained> {
  const pairs = spread(domain.train, size);
  const { signal } = new AbortController();
  const start = performance.now();
  const { from, to } = domain;
  const threads = availableParallelism();
  const trainable = await model.trainable(from, to, domain.domain, threads);
  if (trainable === undefined) throw new Error('The model of this direction cannot be trained.');
  const lessons = await trainable.lessons(
    pairs.map(({ fromText, toText }) => ({ source: fromText, target: toText })),
  );
  const { parts } = await learn({
    model,
    from,
    to,
    domain: domain.domain,
    caller: 'bench',
    signal,
    pairs,
    weights: trainable.weights,
    lessons,
    intraOpThreads: threads,
    onTraining: () => {},
    onEvaluating: async () => {},
  });
  await trainable.close();
  const seconds = (performance.now() - start) / 1000;
  const bytes = writeIndex(parts);
  const gate = new DomainGate(pairs.map(({ fromText }) => fromText));
  return {
    learned: new LearnedModel(pairs, readIndex(bytes), gate),
    seconds,
    indexBytes: bytes.length,
    decoder: parts.decoder !== undefined,
    voters: parts.voters !== undefined,
  };
}
