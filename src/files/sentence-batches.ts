import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '../base/failure.js';
import { pauseAfter } from '../jobs/retry-policy.js';
import type { Pipeline, Segment, SegmentResult, TranslationContext } from '../translate/pipeline-types.js';
import { withLabelCapital } from '../translate/wording/label-capitals.js';

/** Sentences that go through the pipeline together. */
export const SENTENCES_AT_ONCE = 128;

/**
 * Translations of a batch; undefined for a sentence that no means can translate: one must not cost the whole file.
 *
 * @param onFinished told of each sentence as it is finished; of one that had to be tried again, more than once
 */
export async function translateBatch(
  pipeline: Pick<Pipeline, 'translateSegments'>,
  context: TranslationContext,
  segments: readonly Segment[],
  onFinished?: (segment: Segment) => void,
): Promise<readonly (string | undefined)[]> {
  const onSegment = (index: number): void => {
    const segment = segments[index];
    if (segment !== undefined) onFinished?.(segment);
  };
  try {
    const results = await patiently(
      () => pipeline.translateSegments({ ...context, onSegment }, segments),
      context.signal,
    );
    return results.map((result, index) => textOf(result, segments[index], context));
  } catch (error) {
    if (!(error instanceof Failure) || error.kind !== 'translationFailed') throw error;
    if (segments.length === 1) return [undefined];
    // Halves: of the two, the one without the bad sentence is done at once.
    const middle = segments.length >> 1;
    return [
      ...(await translateBatch(pipeline, context, segments.slice(0, middle), onFinished)),
      ...(await translateBatch(pipeline, context, segments.slice(middle), onFinished)),
    ];
  }
}

/** What the user's own lists answered stays as they have it. */
function textOf(
  { text, by, untranslated }: SegmentResult,
  segment: Segment | undefined,
  { to }: TranslationContext,
): string | undefined {
  if (untranslated === true) return undefined;
  if (segment === undefined || by !== 'model' || !segment.isWholeElement) return text;
  return withLabelCapital({ from: segment.from, source: segment.text, target: text }, to);
}

/** A full model queue says nothing about the file: asks again, as long as it takes. */
async function patiently<Result>(
  work: () => Promise<Result>,
  signal: AbortSignal | undefined,
): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof Failure) || error.kind !== 'serviceBusy') throw error;
      await sleep(pauseAfter(tries), undefined, signal === undefined ? {} : { signal });
    }
  }
}
