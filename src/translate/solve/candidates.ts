import type { Lang } from '../../base/lang.js';
import type { SentenceResult } from '../../model/model-port.js';
import { type CheckedTranslation, checkTranslation } from './checked-translation.js';
import type { Draft } from './draft.js';
import type { SentenceTask } from './sentence-task.js';

/** Whether nothing is wrong with it. */
export function isGood(candidate: CheckedTranslation | undefined): boolean {
  return (
    candidate?.problem === undefined &&
    candidate?.missing.length === 0 &&
    candidate.negation === undefined &&
    candidate.oddity === undefined &&
    candidate.isOtherRegister !== true
  );
}

/** Fewer problems first, then the "not" and what hardly anybody would write, then fewer values and terms that miss, then the register. */
export function better(a: CheckedTranslation, b: CheckedTranslation): CheckedTranslation {
  const weigh = ({ problem, lost, missing, negation, oddity, isOtherRegister }: CheckedTranslation): number =>
    (problem === undefined ? 0 : 100 - (lost.length > 0 ? 50 : 0)) +
    (negation === undefined ? 0 : 3) +
    (oddity === undefined ? 0 : 3) +
    2 * lost.length +
    missing.length +
    (isOtherRegister === true ? 0.5 : 0);
  return weigh(b) < weigh(a) ? b : a;
}

/** How a hypothesis looks to the one who chooses. */
export interface Choice {
  /** Default: as it was checked. */
  readonly judge?: ((candidate: CheckedTranslation) => CheckedTranslation) | undefined;
  /** Whether dictionaries have it as the translation of the source; for what may stand in one. */
  readonly isKnown?: ((candidate: CheckedTranslation) => boolean) | undefined;
}

/** A known translation of a word goes before an unknown one that the model likes better by no more than this. */
const KNOWN_MARGIN = 0.7;

/** The first hypothesis with nothing wrong; where each has something, the one with the least. */
export function bestOf(
  task: SentenceTask,
  draft: Draft,
  result: SentenceResult,
  to: Lang,
  { judge = (candidate) => candidate, isKnown }: Choice = {},
): CheckedTranslation {
  let best = judge(checkTranslation(task, draft, result, to));
  for (const other of result.alternatives) {
    if (isGood(best)) break;
    best = better(best, judge(checkTranslation(task, draft, other, to)));
  }
  if (isKnown === undefined || isKnown(best)) return best;
  for (const other of result.alternatives) {
    if (other.score < best.score - KNOWN_MARGIN) continue;
    const candidate = judge(checkTranslation(task, draft, other, to));
    if (isGood(candidate) && isKnown(candidate)) return candidate;
  }
  return best;
}
