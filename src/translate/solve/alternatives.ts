import { estimateQuality } from '../../quality/estimate.js';
import type { Alternative } from '../pipeline-types.js';
import { isGood } from './candidates.js';
import { checkTranslation } from './checked-translation.js';
import { MAX_SLOTS, makeDraft } from './draft.js';
import { type ModelCall, unlessTooLong } from './model-call.js';
import { type AdaptedSentenceTask, hasReadableWords } from './pieces.js';
import { requestFor } from './sentence-request.js';
import { distrusted } from './way-back.js';

/** A sentence that was translated. */
export interface SolvedTask {
  readonly task: AdaptedSentenceTask;
  readonly text: string;
}

/** Neighbours in a beam often differ in a mark only: more hypotheses than wanted have to be looked at. */
const BEAM = 8;

/**
 * Other translations of sentences: the n-best list of a beam search that has all requirements marked. They pass the same
 * checks as the translation that is given out; what differs from it, or from a better one, in marks, case or blanks
 * alone is left out.
 */
export async function findAlternatives(
  solved: readonly SolvedTask[],
  wanted: number,
  call: ModelCall,
): Promise<readonly (readonly Alternative[])[]> {
  return await Promise.all(solved.map((one) => alternativesOf(one, wanted, call)));
}

async function alternativesOf(
  { task, text }: SolvedTask,
  wanted: number,
  call: ModelCall,
): Promise<readonly Alternative[]> {
  const draft = makeDraft(task.segment, task.required);
  if (draft.slots.length > MAX_SLOTS || !hasReadableWords(draft)) return [];
  const request = { ...requestFor(task, draft, call, { beam: BEAM, nbest: BEAM }), isRetry: true };
  const [result] = (await unlessTooLong(call.translate([request]))) ?? [];
  if (result === undefined) return [];
  const seen = new Set([wordsOf(text)]);
  const alternatives: Alternative[] = [];
  for (const hypothesis of [result, ...result.alternatives]) {
    const checked = distrusted(checkTranslation(task, draft, hypothesis, call.to));
    const words = wordsOf(checked.text);
    if (!isGood(checked) || Number.isNaN(checked.score) || words === '' || seen.has(words)) continue;
    seen.add(words);
    const { score } = checked;
    alternatives.push({
      text: checked.text,
      quality: estimateQuality({ score, to: call.to, isBroken: false }),
    });
    if (alternatives.length === wanted) break;
  }
  return alternatives;
}

/** A text by which two translations are the same to a reader. */
function wordsOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{P}\p{Z}\s]/gu, '');
}
