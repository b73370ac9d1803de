import { asLabel, inSentenceCase } from '../wording/capitals.js';
import type { ModelCall } from './model-call.js';
import type { AdaptedSentenceTask, Solution } from './pieces.js';
import { solve } from './solver.js';

/** By so much (mean log-probability of a token) the model has to be surer of the words in small letters. */
const SURER = 0.1;
/** By so much of a word in katakana where it has another: sky is 空, and Sky may be スカイ. */
const SURER_OF_KATAKANA = 0.25;
const KATAKANA = /^[\p{Script=Katakana}ー]+$/u;

/**
 * Labels and headings in which Each Word Has a Capital, as they are and in small letters, whichever the model is surer of:
 * it takes the Chair of an Office Chair for a person. A word alone goes with a capital as well: profile was 形容, and Profile is
 * プロフィール. All go to the model together.
 */
export async function solveInEitherCase(
  tasks: readonly AdaptedSentenceTask[],
  call: ModelCall,
  knowsWord: (word: string) => boolean,
): Promise<readonly Solution[]> {
  const others = tasks.flatMap((task, at) => {
    const { segment, required } = task;
    const text =
      inSentenceCase(segment, call.to, required, knowsWord) ??
      (isTaught(task) ? undefined : asLabel(segment, call.to, required, knowsWord));
    return text === undefined ? [] : [{ at, task: { ...task, segment: { ...segment, text } } }];
  });
  const solutions = await solve([...tasks, ...others.map(({ task }) => task)], call);
  const chosen = solutions.slice(0, tasks.length);
  for (const [index, { at }] of others.entries()) {
    const [first, other] = [solutions[at], solutions[tasks.length + index]];
    const { segment } = tasks[at] ?? {};
    if (first === undefined || other === undefined || segment === undefined) continue;
    const isBetter = segment.text.includes(' ')
      ? !keepsWord(first, segment.text) && isSurer(other, first)
      : isBetterKnown(other, first, segment, call);
    if (isBetter) chosen[at] = other;
  }
  return chosen;
}

/** What a customer has taught a model says better than any label how a word is translated there. */
function isTaught({ adaptation, examples }: AdaptedSentenceTask): boolean {
  return adaptation !== undefined || examples !== undefined;
}

/** Whether dictionaries know the word of the label, and the model likes it at least as well. */
function isBetterKnown(
  other: Solution,
  first: Solution,
  { from, text }: AdaptedSentenceTask['segment'],
  { to, words }: ModelCall,
): boolean {
  if (other.untranslated === true || !words.has(from, text, to, other.text)) return false;
  const isLoan =
    KATAKANA.test(other.text) && !KATAKANA.test(first.text) && words.has(from, text, to, first.text);
  return other.score > first.score + (isLoan ? SURER_OF_KATAKANA : 0);
}

/** A word that the model leaves in Latin letters belongs to a brand: Apple Watch is no clock. */
function keepsWord({ text }: Solution, source = ''): boolean {
  return source.split(' ').some((word) => /^[A-Z]/.test(word) && text.includes(word));
}

function isSurer(other: Solution, first: Solution): boolean {
  if (other.untranslated === true || other.missing.length > first.missing.length) return false;
  return other.lost.length <= first.lost.length && other.score > first.score + SURER;
}
