import type { NearPair, Segment, TranslationContext } from '../pipeline-types.js';
import type { AdaptedSentenceTask } from './pieces.js';
import { phrasesMatch } from './sentence-pairs.js';
import type { SentenceTask } from './sentence-task.js';

/** Pairs that a prompt shows: more of them cost more than they teach. */
const MOST_EXAMPLES = 3;

export interface AdaptedTaskSettings {
  /** How well the sentence fits the domain of the request's custom model, 0 to 1. */
  readonly domainScore: number;
  /** Pairs that are nearly the sentence. */
  readonly near: readonly NearPair[];
}

/** The task with what a custom model, or pairs that are nearly the same sentence, add: for a decoder as neighbours, for a prompt as examples. */
export async function adaptedTask(
  context: TranslationContext,
  task: SentenceTask,
  { domainScore, near }: AdaptedTaskSettings,
): Promise<AdaptedSentenceTask> {
  if (context.adaptation === undefined) return task;
  const { text, from } = task.segment;
  const { to, fairnessKey, priority, signal } = context;
  if (context.inference === 'chat') {
    const nearest = near.toSorted((a, b) => b.similarity - a.similarity).slice(0, MOST_EXAMPLES);
    return { ...task, examples: nearest.map(({ source, target }) => ({ source, target })) };
  }
  const adaptation = await context.adaptation.adapt(text, {
    from,
    to,
    near,
    domainScore,
    call: { fairnessKey, priority, ...(signal !== undefined && { signal }) },
  });
  return adaptation === undefined ? task : { ...task, adaptation };
}

/** Phrase pairs that are nearly the sentence, where something is made of them. */
export async function pairsNear(
  context: TranslationContext,
  segment: Segment,
  threshold: number,
): Promise<readonly NearPair[]> {
  if (context.adaptation === undefined || !phrasesMatch(context, segment)) return [];
  const found = (await context.phrases?.near(segment.text, segment.from, context.to)) ?? [];
  return found.filter((pair) => pair.similarity >= threshold);
}
