import { createHash } from 'node:crypto';
import type { Lang } from '../base/lang.js';
import type {
  Pipeline,
  Segment,
  TermPair,
  TermSource,
  TranslationContext,
} from '../translate/pipeline-types.js';
import { documentTerms, withTermCapitals } from '../translate/wording/document-terms.js';
import { SENTENCES_AT_ONCE, translateBatch } from './sentence-batches.js';

/** A sentence of a document that has been translated. */
interface Translated {
  readonly index: number;
  readonly segment: Segment;
  readonly target: string;
}

/**
 * One document, one vocabulary: sentences that call something otherwise than the document does where it defines or names it
 * are translated once more, with the form that holds as a term. The lists of the user come before it.
 *
 * @param targets translations of the segments
 * @returns the new translations, by the index of their segment; none where the document is of one voice
 */
export async function inOneVocabulary(
  pipeline: Pick<Pipeline, 'translateSegments' | 'checkTerms'>,
  context: TranslationContext,
  segments: readonly Segment[],
  targets: readonly (string | undefined)[],
): Promise<ReadonlyMap<number, string>> {
  const settled = new Map<number, string>();
  const all = segments.flatMap((segment, index): Translated[] => {
    const target = targets[index];
    return target === undefined ? [] : [{ index, segment, target }];
  });
  for (const from of new Set(segments.map((segment) => segment.from))) {
    const own = all.filter(({ segment }) => segment.from === from);
    const pairs = own.map(({ segment: { text: source, isWholeElement }, target }) => ({
      source,
      target,
      isWholeElement,
    }));
    const found = documentTerms(pairs, { from, to: context.to });
    if (found.length === 0) continue;
    const terms = sourceOf(from, found);
    const lacking = (translated: readonly Translated[]) =>
      lackingTerms(pipeline, context, terms, from, translated);
    const before = await lacking(own);
    const open = own.filter((_, at) => before[at] !== 0);
    for (let at = 0; at < open.length; at += SENTENCES_AT_ONCE) {
      const batch = open.slice(at, at + SENTENCES_AT_ONCE);
      const again = await translateBatch(
        pipeline,
        { ...context, terms: behind(context.terms, terms) },
        batch.map(({ segment }) => segment),
      );
      const fresh = batch.flatMap((one, place) => {
        const target = again[place];
        return target === undefined ? [] : [{ ...one, target }];
      });
      const after = await lacking(fresh);
      for (const [place, { index, target }] of fresh.entries()) {
        const known = before[own.findIndex((one) => one.index === index)] ?? 0;
        if ((after[place] ?? 0) < known) settled.set(index, target);
      }
    }
    if (context.to !== 'en') continue;
    for (const { index, segment, target: first } of own) {
      const target = settled.get(index) ?? first;
      const written = withTermCapitals({ source: segment.text, target }, found);
      if (written !== target) settled.set(index, written);
    }
  }
  return settled;
}

/** How many terms each translation lacks. */
async function lackingTerms(
  pipeline: Pick<Pipeline, 'checkTerms'>,
  { to, signal }: TranslationContext,
  terms: TermSource,
  from: Lang,
  translated: readonly Translated[],
): Promise<readonly number[]> {
  const pairs = translated.map(({ segment, target }) => ({ source: segment.text, target }));
  const { findings } = await pipeline.checkTerms({ from, to, terms, pairs, ...(signal && { signal }) });
  const lacking = pairs.map(() => 0);
  for (const { index } of findings) lacking[index] = (lacking[index] ?? 0) + 1;
  return lacking;
}

function sourceOf(from: Lang, terms: readonly TermPair[]): TermSource {
  const entries = terms.map((term) => ({ ...term, tier: 'group-glossary' as const }));
  const version = createHash('sha256').update(JSON.stringify(terms)).digest('base64url');
  const load = async (lang: Lang) => (lang === from ? entries : []);
  return { lists: [{ version: `document ${version}`, load }] };
}

/** The terms of a document behind the lists of its user. */
function behind(lists: TermSource | undefined, terms: TermSource): TermSource {
  if (lists === undefined) return terms;
  return { lists: lists.lists, behind: behind(lists.behind, terms) };
}
