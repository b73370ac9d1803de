import { rulesOf } from '../engine-rules.js';
import type { Segment, TranslationContext } from '../pipeline-types.js';
import { normalisePhrase } from '../plan/normal-phrase.js';

/** Looks sentences up in the phrase pairs of a request. Returns the target of each, undefined where there is none. */
export async function sentencePairs(
  context: TranslationContext,
  segments: readonly Segment[],
): Promise<readonly (string | undefined)[]> {
  const { phrases } = context;
  if (
    phrases === undefined ||
    rulesOf(context.engine).phraseScope(context.options) !== 'element-and-sentence'
  ) {
    return segments.map(() => undefined);
  }
  const keys = segments.map((segment) => normalisePhrase(segment.text));
  const targets: (string | undefined)[] = segments.map(() => undefined);
  for (const from of new Set(segments.map((segment) => segment.from))) {
    const own = keys.filter((_, index) => segments[index]?.from === from);
    const pairs = await phrases.exact([...new Set(own)], from, context.to);
    for (const [index, key] of keys.entries()) {
      if (segments[index]?.from === from) targets[index] = pairs.get(key);
    }
  }
  return targets;
}

/** Whether phrase pairs, like or equal, may have a say in a sentence: a part of an element only when sentences match. */
export function phrasesMatch(context: TranslationContext, segment: Segment): boolean {
  if (context.phrases === undefined) return false;
  const scope = rulesOf(context.engine).phraseScope(context.options);
  return scope === 'element-and-sentence' || (scope === 'element' && segment.isWholeElement);
}
