import { Failure } from '../../base/failure.js';
import type { Lang } from '../../base/lang.js';
import { estimateQuality } from '../../quality/estimate.js';
import { writtenNames } from '../names/written/spelling.js';
import type {
  AppliedTerm,
  FiredCheck,
  Segment,
  SegmentResult,
  TermEntry,
  TranslationContext,
} from '../pipeline-types.js';
import type { AdaptedSentenceTask, Solution } from '../solve/pieces.js';
import type { Requirement, TermRequirement } from '../solve/requirement.js';
import type { SentenceTask } from '../solve/sentence-task.js';
import { withLocalFormats } from '../wording/local-formats.js';
import { firedChecks } from './fired-checks.js';

/** Of what the user has written himself: nothing to estimate. */
export const GIVEN = { cached: false, tries: 0, checks: [], quality: 1 } as const;

/** What became of a sentence, as those hear it who ask how it was translated. */
export function reportOf(task: AdaptedSentenceTask, solution: Solution, to: Lang): SegmentResult {
  const checks = firedChecks(task, solution);
  const { score } = solution;
  const quality = Number.isNaN(score)
    ? undefined
    : estimateQuality({ score, to, isBroken: isBroken({ checks }) });
  const names = writtenNames(task, solution.text);
  return {
    text: solution.text,
    by: solution.untranslated === true ? 'kept' : 'model',
    cached: false,
    tries: solution.tries,
    terms: termsOf(task.required, missingTerms(solution)),
    checks,
    ...(quality === undefined ? {} : { quality }),
    ...(names.length === 0 ? {} : { names }),
    ...(solution.untranslated === true && { untranslated: true }),
  };
}

/** Dates, times and units in the form of the target language where the contract asks for it. */
export function inFormats(
  result: SegmentResult,
  { segment }: SentenceTask,
  { formats, to }: TranslationContext,
): SegmentResult {
  if (formats !== 'convert') return result;
  const local = (text: string): string => withLocalFormats(text, segment.text, to);
  const { alternatives } = result;
  return {
    ...result,
    text: local(result.text),
    ...(alternatives !== undefined && {
      alternatives: alternatives.map((other) => ({ ...other, text: local(other.text) })),
    }),
  };
}

/** Whether something that the translation has to hold is still missing. */
export function isBroken({ checks }: Pick<SegmentResult, 'checks'>): boolean {
  return checks.some(isLoss);
}

/** The register is how something is said, and takes nothing from it. */
function isLoss({ check, outcome }: FiredCheck): boolean {
  return outcome === 'failed' && check !== 'register';
}

/** Terms that no means brought into the translation. */
export function missingTerms({ missing }: Solution): ReadonlySet<TermEntry> {
  return new Set(missing.flatMap((wanted) => (wanted.kind === 'term' ? wanted.entry : [])));
}

export function termsOf(required: readonly Requirement[], missing: ReadonlySet<TermEntry>): AppliedTerm[] {
  return required.flatMap((wanted) =>
    wanted.kind === 'term'
      ? [
          {
            ...wanted.entry,
            applied: !missing.has(wanted.entry),
            ...(isOwnForm(wanted) ? {} : { found: wanted.found }),
          },
        ]
      : [],
  );
}

/** What a strict contract does not accept: a value, name, identifier or term that no means brought through. */
export function refuseBroken(
  segments: readonly Segment[],
  results: readonly (SegmentResult | undefined)[],
): void {
  for (const [at, result] of results.entries()) {
    // What languages deny is judged by rules that may err: it lowers the estimate and refuses nothing.
    const broken = result?.checks.find((one) => isLoss(one) && one.check !== 'negation');
    if (broken === undefined) continue;
    throw new Failure('translationFailed', {
      message: `The translation lacks a required ${broken.check}. Shorten or reword the text, or use a contract without strict.`,
      detail: { index: segments[at]?.element ?? 0 },
    });
  }
}

/** Whether the term stood in the source as the entry has it, case aside. */
function isOwnForm({ entry, found }: TermRequirement): boolean {
  return entry.fromText.trim().toLowerCase() === found.toLowerCase();
}
