import type { LearnedModel } from '#src/adaptation/learned-model.js';
import type { ModelPort, SentenceRequest } from '#src/model/model-port.js';
import { textOf } from '#src/training/learning/learn.js';
import type { DomainSet } from './domain-set.js';

export interface Lines {
  readonly sources: readonly string[];
  readonly references: readonly string[];
}

/**
 * Translates in full batches; the search for similar pairs counts into the time.
 *
 * @param alone every line is a request of its own, not a line of one text
 */
export async function translateLines(
  model: ModelPort,
  { from, to, domain }: DomainSet,
  sources: readonly string[],
  learned: LearnedModel | undefined,
  alone: boolean,
): Promise<{ readonly lines: readonly string[]; readonly seconds: number }> {
  const start = performance.now();
  const texts = alone ? sources.map((line) => [line]) : [sources];
  const domainScores = texts.flatMap((text) => learned?.domainScores(text) ?? []);
  const requests = sources.map((text, at): SentenceRequest => {
    const request = { from, to, domain, source: [{ kind: 'text' as const, text }] };
    const adaptation = learned?.adapt(text, domainScores[at] ?? 0);
    return adaptation === undefined ? request : { ...request, adaptation };
  });
  const results = await model.translate(requests, { fairnessKey: 'bench', priority: 'interactive' });
  return {
    lines: results.map(({ target }) => textOf(target)),
    seconds: (performance.now() - start) / 1000,
  };
}
