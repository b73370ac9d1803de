import { inSentenceCase } from '../wording/capitals.js';
import type { ModelCall } from './model-call.js';
import type { AdaptedSentenceTask, Solution } from './pieces.js';
import { solve } from './solver.js';

/** By so much (mean log-probability of a token) the model has to be surer of the words in small letters. */
const SURER = 0.1;

/**
 * Labels and headings in which Each Word Has a Capital, as they are and in small letters, whichever the model is surer of:
 * it takes the Chair of an Office Chair for a person. All go to the model together.
 */
export async function solveInEitherCase(
  tasks: readonly AdaptedSentenceTask[],
  call: ModelCall,
  knowsWord: (word: string) => boolean,
): Promise<readonly Solution[]> {
  const small = tasks.flatMap((task, at) => {
    const text = inSentenceCase(task.segment, call.to, task.required, knowsWord);
    return text === undefined ? [] : [{ at, task: { ...task, segment: { ...task.segment, text } } }];
  });
  const solutions = await solve([...tasks, ...small.map(({ task }) => task)], call);
  return tasks.flatMap((_, at) => {
    const first = solutions[at];
    if (first === undefined) return [];
    const other = solutions[tasks.length + small.findIndex((one) => one.at === at)];
    const hasOther = small.some((one) => one.at === at) && other !== undefined;
    return [hasOther && !keepsWord(first, tasks[at]?.segment.text) && isSurer(other, first) ? other : first];
  });
}

/** A word that the model leaves in Latin letters belongs to a brand: Apple Watch is no clock. */
function keepsWord({ text }: Solution, source = ''): boolean {
  return source.split(' ').some((word) => /^[A-Z]/.test(word) && text.includes(word));
}

function isSurer(other: Solution, first: Solution): boolean {
  if (other.untranslated === true || other.missing.length > first.missing.length) return false;
  return other.lost.length <= first.lost.length && other.score > first.score + SURER;
}
