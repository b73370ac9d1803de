import type { SourceLang } from '../../base/lang.js';
import type { Pipeline, TranslationRequest } from '../../translate/pipeline-types.js';
import { DocumentPlan } from './document-plan.js';
import type { ReadUnit } from './read-unit.js';
import { type UnitLanguages, unitLanguages } from './unit-languages.js';

export interface PlannedFile {
  readonly plan: DocumentPlan;
  readonly langs: UnitLanguages;
}

/** The sentences of a document that has been read, in the languages that its units are found to be in. */
export async function planFile(
  pipeline: Pick<Pipeline, 'plan' | 'directions'>,
  request: TranslationRequest,
  units: readonly ReadUnit[],
  from: SourceLang,
): Promise<PlannedFile> {
  const langs = unitLanguages(units, {
    from,
    to: request.to,
    supports: (source, target) =>
      pipeline.directions().some((one) => one.from === source && one.to === target),
  });
  return { plan: await DocumentPlan.make(pipeline, request, units, langs.units), langs };
}
