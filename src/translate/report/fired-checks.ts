import { looksRandom } from '../detection/meaning.js';
import type { CheckKind, FiredCheck } from '../pipeline-types.js';
import type { Loss } from '../solve/checked-translation.js';
import type { Solution } from '../solve/pieces.js';
import type { Problem } from '../solve/problem.js';
import type { Requirement } from '../solve/requirement.js';
import type { SentenceTask } from '../solve/sentence-task.js';

/** Problems of the translation as a whole; lost values and identifiers are told one by one. */
const KINDS: Readonly<Record<Problem, CheckKind | undefined>> = {
  empty: 'empty',
  copied: 'copied',
  looped: 'looped',
  'too-short': 'length',
  'too-long': 'length',
  'lost-placeholder': 'placeholder',
  'lost-quantity': undefined,
  'lost-exact': undefined,
};

/** The checks that the model's first answer did not pass, and whether the answer that was given out passes them. */
export function firedChecks(task: SentenceTask, solution: Solution): FiredCheck[] {
  const { first, missing, lost, negation, oddity, isOtherRegister = false, untranslated } = solution;
  const checks: FiredCheck[] = [];
  if (untranslated === true) {
    const { text, from } = task.segment;
    // Text without meaning is right as it is.
    return looksRandom(text, from) ? [] : [{ check: 'untranslated', outcome: 'failed' }];
  }
  if (first?.negation !== undefined || negation !== undefined)
    checks.push({ check: 'negation', outcome: negation === undefined ? 'repaired' : 'failed' });
  const odd = oddity ?? first?.oddity;
  if (odd !== undefined) checks.push({ check: odd, outcome: oddity === undefined ? 'repaired' : 'failed' });
  const problem = first?.problem === undefined ? undefined : KINDS[first.problem];
  if (problem !== undefined) checks.push({ check: problem, outcome: 'repaired' });
  if (first?.mendedMarks === true) checks.push({ check: 'marks', outcome: 'repaired' });
  if (isOtherRegister || first?.isOtherRegister === true)
    checks.push({
      check: 'register',
      outcome: isOtherRegister ? 'failed' : 'repaired',
      ...(task.segment.register !== undefined && { wanted: task.segment.register }),
    });
  const failed = new Set([...missing.map(({ target }) => target), ...lost.map(({ text }) => text)]);
  const outcomeOf = (target: string): FiredCheck['outcome'] => (failed.has(target) ? 'failed' : 'repaired');
  const told = new Set<string>();
  const tell = (check: CheckKind, source: string, wanted: string): void => {
    const key = `${check} ${source} ${wanted}`;
    if (told.has(key)) return;
    told.add(key);
    checks.push({ check, outcome: outcomeOf(wanted), source, wanted });
  };
  const tellMissing = (wanted: Requirement): void => tell(wanted.kind, sourceOf(task, wanted), wanted.target);
  const tellLost = ({ kind, source, text }: Loss): void => tell(kind, source, text);
  for (const wanted of first?.missing ?? []) tellMissing(wanted);
  for (const loss of first?.lost ?? []) tellLost(loss);
  // Pieces of a sentence carry offsets of their own: what failed there is named by its target.
  for (const wanted of missing) {
    if (!(first?.missing ?? []).some(({ target }) => target === wanted.target))
      tell(wanted.kind, '', wanted.target);
  }
  for (const loss of lost) tellLost(loss);
  return checks;
}

function sourceOf({ segment }: SentenceTask, { start, end }: Requirement): string {
  return segment.text.slice(start, end);
}
