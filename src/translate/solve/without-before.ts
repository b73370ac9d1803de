import { unlessFailed } from './model-call.js';
import type { AdaptedSentenceTask, Solution } from './pieces.js';

/** A sentence that loses its "not" or a value behind another may keep it alone: its meaning weighs more than what goes before. */
export async function orWithoutBefore(
  task: AdaptedSentenceTask,
  solution: Solution,
  solveAlone: (task: AdaptedSentenceTask) => Promise<Solution>,
): Promise<Solution> {
  const { before, ...segment } = task.segment;
  if (before === undefined || shortfall(solution) === 0) return solution;
  const alone = await unlessFailed(solveAlone({ ...task, segment }));
  return alone === undefined || shortfall(alone) >= shortfall(solution) ? solution : alone;
}

/** The same weights as among hypotheses. */
function shortfall({ missing, lost, negation }: Solution): number {
  return missing.length + 2 * lost.length + (negation === undefined ? 0 : 3);
}
