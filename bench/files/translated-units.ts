import type { SearchMode } from '#src/base/engine.js';
import { planFile } from '#src/documents/plan/plan-file.js';
import type { ReadUnit } from '#src/documents/plan/read-unit.js';
import { inOneVocabulary } from '#src/files/one-vocabulary.js';
import { SENTENCES_AT_ONCE, translateBatch } from '#src/files/sentence-batches.js';
import type { Pipeline, TranslationRequest } from '#src/translate/pipeline-types.js';

/** English documents into Japanese, as files are translated. */
export function documentRequest(search: SearchMode): TranslationRequest {
  return {
    engine: 'real-time',
    from: 'en',
    to: 'ja',
    domain: 'general',
    texts: [],
    options: { autoSplit: true, removeFakeLineBreak: false, isT4ooSplit: false },
    fairnessKey: 'bench',
    priority: 'background',
    search,
  };
}

/** Translations of the units of a document, by the same steps as the service and the command line take. */
export async function translatedUnits(
  pipeline: Pipeline,
  request: TranslationRequest,
  units: readonly ReadUnit[],
  onBatch: (done: number, all: number) => void = () => undefined,
): Promise<{ readonly translations: readonly (string | undefined)[]; readonly sentences: number }> {
  const { plan } = await planFile(pipeline, request, units, request.from);
  const results: (string | undefined)[] = [];
  for (let at = 0; at < plan.segments.length; at += SENTENCES_AT_ONCE) {
    const batch = plan.segments.slice(at, at + SENTENCES_AT_ONCE);
    results.push(...(await translateBatch(pipeline, request, batch)));
    onBatch(results.length, plan.segments.length);
  }
  for (const [index, target] of await inOneVocabulary(pipeline, request, plan.segments, results)) {
    results[index] = target;
  }
  return { translations: await plan.assemble(pipeline, results), sentences: plan.segments.length };
}
