import type { Segment, TermSource, TranslationContext } from '../pipeline-types.js';
import { cacheKey } from './cache.js';
import { phrasesMatch } from './sentence-pairs.js';

/** Everything that could change the translation of a segment, as one key of the cache. */
export function segmentKey(
  context: TranslationContext,
  segment: Segment,
  { domainScore, model }: { readonly domainScore: number; readonly model: string },
): string {
  const { options } = context;
  return cacheKey([
    context.engine,
    context.search ?? 'fast',
    context.formats ?? 'keep',
    context.names ?? 'customary',
    model,
    termsVersion(context.terms),
    context.phrases?.version ?? '',
    context.adaptation?.version ?? '',
    String(domainScore),
    segment.from,
    context.to,
    context.domain,
    JSON.stringify([options.autoSplit, options.removeFakeLineBreak, options.isT4ooSplit]),
    String(context.alternatives ?? 0),
    String(phrasesMatch(context, segment)),
    segment.text,
    JSON.stringify(segment.protectedSpans),
    JSON.stringify(segment.names ?? []),
    JSON.stringify(segment.letter ?? null),
    segment.before ?? '',
    segment.register ?? '',
  ]);
}

/** Of a request's own terms and of the lists behind them. */
function termsVersion(source: TermSource | undefined): string {
  if (source === undefined) return '';
  const versions = source.lists.map(({ version }) => version);
  return JSON.stringify([versions, termsVersion(source.behind)]);
}
