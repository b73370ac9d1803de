import type { AdaptedSentenceTask } from './pieces.js';
import type { TranslationContext } from './pipeline.js';
import { phrasesMatch } from './sentence-pairs.js';
import type { SentenceTask } from './sentence-task.js';

/** Pairs that a prompt shows: more of them cost more than they teach. */
const MOST_EXAMPLES = 3;

export interface AdaptedTaskSettings {
  /** How well the sentence fits the domain of the request's custom model, 0 to 1. */
  readonly domainScore: number;
  /** Similarity (0 to 1) from which a stored pair helps the model. */
  readonly nearThreshold: number;
}

/** The task with what a custom model, or pairs that are nearly the same sentence, add: for a decoder as neighbours, for a prompt as examples. */
export async function adaptedTask(
  context: TranslationContext,
  task: SentenceTask,
  { domainScore, nearThreshold }: AdaptedTaskSettings,
): Promise<AdaptedSentenceTask> {
  if (context.adaptation === undefined) return task;
  const { text, from } = task.segment;
  const { to } = context;
  const found = phrasesMatch(context, task.segment)
    ? ((await context.phrases?.near(text, from, to)) ?? [])
    : [];
  const near = found.filter((pair) => pair.similarity >= nearThreshold);
  if (context.inference === 'chat') {
    const nearest = near.toSorted((a, b) => b.similarity - a.similarity).slice(0, MOST_EXAMPLES);
    return { ...task, examples: nearest.map(({ source, target }) => ({ source, target })) };
  }
  const adaptation = await context.adaptation.adapt(text, { from, to, near, domainScore });
  return adaptation === undefined ? task : { ...task, adaptation };
}
