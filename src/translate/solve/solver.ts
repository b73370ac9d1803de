import { Failure } from '../../base/failure.js';
import type { DecodeOptions, Register } from '../../model/model-port.js';
import { isIn } from '../register/japanese-register.js';
import { plainEndings } from '../register/plain-endings.js';
import { politeEndings } from '../register/polite-endings.js';
import { unitsOf } from '../segmentation/clauses.js';
import { LONGEST_WORD } from '../wording/word-pairs.js';
import { allSettled } from './all-settled.js';
import { bestOf, better, type Choice, isGood } from './candidates.js';
import type { CheckedTranslation } from './checked-translation.js';
import { type Draft, type DraftOptions, MAX_SLOTS, makeDraft } from './draft.js';
import { type ModelCall, unlessFailed, unlessTooLong } from './model-call.js';
import { withRightLimits, withWholeNames } from './oddity.js';
import {
  type AdaptedSentenceTask,
  betweenProtectedSpans,
  hasReadableWords,
  inPieces,
  isTaggedRow,
  type Solution,
  withoutModel,
} from './pieces.js';
import type { Requirement } from './requirement.js';
import { BEST_BEAM, requestFor } from './sentence-request.js';
import { distrusted, judged } from './way-back.js';
import { orWithoutBefore } from './without-before.js';

/** The beam of a second search for a sentence whose first lost its "not", has something odd, or was in the other register. */
const WIDE_BEAM = 8;
/**
 * Tokens, times beams, that the second tries of one sentence may cost. Nonsense makes a model write to its last position
 * in every try and piece, and would hold the machine for long. Of 1,274 real sentences 60 needed second tries; the
 * most expensive cost 1,668 and the next 1,019.
 */
const SECOND_TRY_TOKENS = 1_800;
/** A translation that ran on this far without an end does not find one with other marks. */
const RUNAWAY_TOKENS = 100;
/** Score of what is no translation at all. */
const NO_TRANSLATION = Number.NEGATIVE_INFINITY;
/** Pieces shorter than this are fragments, not clauses. */
const FRAGMENT_UNITS = 6;

/**
 * Gets a checked translation of every task, or fails.
 *
 * All sentences go to the model together, first with marks for nothing but the quantities and names that models get
 * wrong: often the model chooses the required words by itself, and its plain sentences are its best. Of several hypotheses the
 * first counts in which nothing misses. Where each lacks something, the sentence goes again with it marked. What still does not pass is tried with stronger means, in this order: all
 * requirements marked; what still misses hidden behind placeholders; the sentence cut at its protected spans or at a clause
 * mark and its pieces translated alone. A term, name, value or "not" that no means brings in is reported; what cannot be
 * translated at all comes back as it is.
 */
export async function solve(tasks: readonly AdaptedSentenceTask[], call: ModelCall): Promise<Solution[]> {
  const plain = await together(tasks, call, (task) => ({
    plain: new Set(task.required.filter((wanted) => !wanted.marked)),
  }));
  const lacking = tasks.filter(
    (task, index) => !isGood(plain[index]) && (task.required.length > 0 || plain[index]?.lost.length !== 0),
  );
  const marked = await together(lacking, call, (task) => marksFor(task, plain[tasks.indexOf(task)]));
  return await allSettled(
    tasks.map((task, index) =>
      orAsItIs(task, async () => {
        const own = withTokenBudget(call, task);
        const first = plain[index];
        const draft = makeDraft(task.segment, task.required, { marked: first?.lost ?? [] });
        if (draft.slots.length > MAX_SLOTS) return await smaller(task, own, 0, 0, []);
        if (isTaggedRow(draft))
          return await betweenProtectedSpans(task, call.to, 0, [], (piece) => solveAlone(piece, own, 1));
        const second = marked[lacking.indexOf(task)];
        const best = first === undefined || second === undefined ? (first ?? second) : better(first, second);
        if (best === undefined) return await solveAlone(task, own, 0);
        const solution = isGood(best)
          ? solutionOf(best, 1)
          : await orWithoutBefore(task, await secondTries(task, draft, best, own, 0), (alone) =>
              solveAlone(alone, own, 0),
            );
        return first === undefined ? solution : { ...solution, first };
      }),
    ),
  );
}

/** What no means brought into the other language comes back as it is: one string never fails the others. */
async function orAsItIs({ segment }: AdaptedSentenceTask, work: () => Promise<Solution>): Promise<Solution> {
  const solved = await unlessFailed(work());
  const { text } = segment;
  if (solved !== undefined && solved.text.trim() !== '') return solved;
  return { text, missing: [], lost: [], score: NO_TRANSLATION, tries: 1, untranslated: true };
}

function solutionOf(checked: CheckedTranslation, tries: number): Solution {
  const { text, missing, score, negation, oddity, isOtherRegister } = checked;
  return {
    text,
    missing,
    lost: [],
    score,
    tries,
    ...(negation !== undefined && { negation }),
    ...(oddity !== undefined && { oddity }),
    ...(isOtherRegister === true && { isOtherRegister }),
  };
}

/** The same call, until the second tries of the sentence have cost too much. */
function withTokenBudget(call: ModelCall, task: AdaptedSentenceTask): ModelCall {
  let spent = 0;
  return {
    ...call,
    async translate(sentences) {
      if (spent >= SECOND_TRY_TOKENS)
        throw new Failure('translationFailed', { detail: { index: task.segment.element } });
      const results = await call.translate(sentences);
      for (const [index, { tokens }] of results.entries()) {
        spent += tokens * (sentences[index]?.decode?.beam ?? 1);
      }
      return results;
    },
  };
}

/** Marks only what the plain sentence lacks; all terms where it had other faults. */
function marksFor(task: AdaptedSentenceTask, plain: CheckedTranslation | undefined): DraftOptions {
  if (plain === undefined) return {};
  if (plain.problem !== undefined && plain.lost.length === 0) return {};
  const missing = new Set(plain.missing);
  return {
    plain: new Set(task.required.filter((wanted) => !wanted.marked && !missing.has(wanted))),
    marked: plain.lost,
  };
}

/** One call for all; undefined for those that need more placeholders than there are, or when one was too long. */
async function together(
  tasks: readonly AdaptedSentenceTask[],
  call: ModelCall,
  optionsOf: (task: AdaptedSentenceTask) => DraftOptions,
): Promise<(CheckedTranslation | undefined)[]> {
  const drafts = tasks.map((task) => makeDraft(task.segment, task.required, optionsOf(task)));
  const ready = tasks.flatMap((task, index) => {
    const draft = drafts[index];
    return draft !== undefined && draft.slots.length <= MAX_SLOTS ? [{ task, draft, index }] : [];
  });
  const checked: (CheckedTranslation | undefined)[] = tasks.map(() => undefined);
  if (ready.length === 0) return checked;
  const results = await unlessTooLong(
    call.translate(ready.map(({ task, draft }) => requestFor(task, draft, call))),
  );
  const answered = ready.flatMap(({ task, draft, index }, at) => {
    const result = results?.[at];
    return result === undefined
      ? []
      : [{ task, index, checked: bestOf(task, draft, result, call.to, choiceFor(task, call)) }];
  });
  for (const [at, candidate] of (await judged(answered, call)).entries()) {
    const index = answered[at]?.index;
    if (index !== undefined) checked[index] = candidate;
  }
  return checked;
}

/** What a customer has taught a model says better than dictionaries how a word is translated there. */
function choiceFor({ segment, adaptation, examples }: AdaptedSentenceTask, { to, words }: ModelCall): Choice {
  if (adaptation !== undefined || examples !== undefined || segment.text.length > LONGEST_WORD) return {};
  return { isKnown: ({ text }) => words.has(segment.from, segment.text, to, text) };
}

async function secondTries(
  task: AdaptedSentenceTask,
  draft: Draft,
  first: CheckedTranslation,
  call: ModelCall,
  depth: number,
): Promise<Solution> {
  if (isRunaway(first)) return await smaller(task, call, depth, 1, []);
  let best = first;
  let tries = 1;
  if (first.problem !== undefined || first.missing.length > 0) {
    best = better(first, await attempt(task, draft, call, { isRetry: true }));
    tries = 2;
  }
  if (!isGood(best) && (best.missing.length > 0 || best.lost.length > 0)) {
    const hiding: DraftOptions = { hidden: new Set(best.missing), kept: best.lost };
    const hidden = makeDraft(task.segment, task.required, hiding);
    if (hidden.slots.length <= MAX_SLOTS) {
      tries += 1;
      best = better(
        best,
        await attempt(task, hidden, call, { isRetry: true, decode: { beam: BEST_BEAM, nbest: BEST_BEAM } }),
      );
    }
  }
  if (best.negation !== undefined || best.oddity !== undefined || best.isOtherRegister === true) {
    tries += 1;
    const decode = { beam: WIDE_BEAM, nbest: WIDE_BEAM };
    const wide = attempt(task, asFirst(task, best), call, { isRetry: true, decode, judge: distrusted });
    best = better(best, (await unlessFailed(wide)) ?? best);
    if (best.isOtherRegister === true) best = withEndings(best, task.segment.register);
    if (best.oddity === 'quantity') best = withinLimits(best, task, call);
    if (best.oddity === 'name') best = inOneScript(best, task.segment.text);
  }
  if (best.problem === undefined || isTolerable(best, task, depth)) return solutionOf(best, tries);
  const cut = smaller(task, call, depth, tries, best.lost);
  if (depth > 0 || best.lost.length === 0) return await cut;
  // A sentence that reads well but lost a value is given out with a warning; the caller may ask for a failure instead.
  return (await unlessFailed(cut)) ?? { ...solutionOf(best, tries), lost: best.lost };
}

/** A sentence that no search gives in the register, by rule. */
function withEndings(best: CheckedTranslation, register: Register | undefined): CheckedTranslation {
  if (register === undefined) return best;
  const text = register === 'plain' ? plainEndings(best.text) : politeEndings(best.text);
  if (!isIn(register, text)) return best;
  const { isOtherRegister: _, ...rest } = best;
  return { ...rest, text };
}

/** A name that every search writes half in another script, as the source has it. */
function inOneScript({ oddity: _, ...best }: CheckedTranslation, source: string): CheckedTranslation {
  return { ...best, text: withWholeNames(best.text, source) };
}

/** A limit that every search turns round, by rule. */
function withinLimits(
  best: CheckedTranslation,
  { segment }: AdaptedSentenceTask,
  { to }: ModelCall,
): CheckedTranslation {
  const text = withRightLimits(best.text, segment.text, segment.from, to);
  if (text === undefined) return best;
  const { oddity: _, ...rest } = best;
  return { ...rest, text };
}

function isRunaway({ problem, tokens }: CheckedTranslation): boolean {
  const endless = problem === 'looped' || problem === 'too-long' || problem === 'copied';
  return endless && tokens > RUNAWAY_TOKENS;
}

/** A word or two cut out of a sentence may well be a name that stays, or grow in translation. */
function isTolerable(candidate: CheckedTranslation, task: AdaptedSentenceTask, depth: number): boolean {
  const harmless = candidate.problem === 'copied' || candidate.problem === 'too-long';
  return depth > 0 && harmless && candidate.text !== '' && unitsOf(task.segment.text) < FRAGMENT_UNITS;
}

/** The sentence with as few marks as it needs: its plain wording says best what it denies. */
function asFirst(task: AdaptedSentenceTask, { missing, lost }: CheckedTranslation): Draft {
  const isPlain = (wanted: Requirement): boolean => !wanted.marked && !missing.includes(wanted);
  const plain = new Set(task.required.filter(isPlain));
  return makeDraft(task.segment, task.required, { plain, marked: lost });
}

interface AttemptOptions {
  readonly isRetry?: boolean;
  readonly decode?: DecodeOptions;
  /** How a hypothesis looks to the one who chooses. Default: as it was checked. */
  readonly judge?: (candidate: CheckedTranslation) => CheckedTranslation;
}

async function attempt(
  task: AdaptedSentenceTask,
  draft: Draft,
  call: ModelCall,
  { isRetry = false, decode, judge }: AttemptOptions = {},
): Promise<CheckedTranslation> {
  const request = { ...requestFor(task, draft, call, decode), ...(isRetry && { isRetry }) };
  const results = await unlessTooLong(call.translate([request]));
  if (results === undefined)
    return { text: '', problem: 'too-long', tokens: 0, score: NO_TRANSLATION, missing: [], lost: [] };
  const [result] = results;
  if (result === undefined) throw new Error('The model gave no result for a sentence.');
  const best = bestOf(task, draft, result, call.to, { ...choiceFor(task, call), judge });
  const [checked = best] = await judged([{ task, checked: best }], call);
  return checked;
}

/** One sentence, or a piece of one, by itself. */
async function solveAlone(task: AdaptedSentenceTask, call: ModelCall, depth: number): Promise<Solution> {
  const draft = makeDraft(task.segment, task.required);
  if (!hasReadableWords(draft))
    return { text: withoutModel(draft, call.to), missing: [], lost: [], score: 0, tries: 0 };
  if (draft.slots.length > MAX_SLOTS) return await smaller(task, call, depth, 0, []);
  const first = await attempt(task, draft, call);
  if (isGood(first)) return solutionOf(first, 1);
  return await secondTries(task, draft, first, call, depth);
}

async function smaller(
  task: AdaptedSentenceTask,
  call: ModelCall,
  depth: number,
  tries: number,
  lost: CheckedTranslation['lost'],
): Promise<Solution> {
  const solved = await inPieces(task, call.to, depth, lost, (piece, deeper) =>
    solveAlone(piece, call, deeper),
  );
  return { ...solved, tries: tries + solved.tries };
}
