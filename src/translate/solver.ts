import { Failure } from '../failure.js';
import type { Lang } from '../lang.js';
import {
  type DecodeOptions,
  type Domain,
  type SentenceRequest,
  type SentenceResult,
  SentenceTooLong,
} from '../model/port.js';
import { type Candidate, judge } from './candidate.js';
import { type Draft, type DraftOptions, MAX_SLOTS, makeDraft } from './draft.js';
import { type AdaptedTask, hasReadableWords, inPieces, type Solution, withoutModel } from './pieces.js';
import { allEnded } from './settled.js';
import { unitsOf } from './text/split.js';

/** How the solver reaches the model: one request's way in, with its caller, priority and clock. */
export interface ModelCall {
  readonly to: Lang;
  readonly domain: Domain;
  translate(sentences: readonly SentenceRequest[]): Promise<readonly SentenceResult[]>;
}

/** Second tries look at this many hypotheses. */
const WIDE_BEAM = 5;
/**
 * Tokens, times beams, that the second tries of one sentence may cost. Nonsense makes a model write to its last position
 * in every try and piece, and would hold the machine for long. Of 1,274 real sentences 60 needed second tries; the
 * dearest cost 1,668 and the next 1,019.
 */
const PATIENCE_TOKENS = 1_800;
/** A translation that ran on this far without an end does not find one in a wider beam, which would cost five times that. */
const RUNAWAY_TOKENS = 100;
/** Pieces shorter than this are fragments, not clauses. */
const FRAGMENT_UNITS = 6;

/**
 * Gets a checked translation of every task, or fails.
 *
 * All sentences go to the model together, first without marks: often the model chooses the wished words by itself, and
 * its plain sentences are its best. Those in which a term misses go again with the missing terms marked. What still does
 * not pass is tried with stronger means, in this order: all terms marked, a wider beam in which missing ones are
 * demanded; terms and numbers that still miss hidden behind placeholders; the sentence cut at its shields or at a
 * clause mark and its pieces translated alone. A term that no means brings in is reported; anything else that is lost is a
 * failure.
 */
export async function solve(tasks: readonly AdaptedTask[], call: ModelCall): Promise<Solution[]> {
  const plain = await together(tasks, call, (task) => ({ plain: new Set(task.terms) }));
  const lacking = tasks.filter((task, index) => task.terms.length > 0 && !isGood(plain[index]));
  const marked = await together(lacking, call, (task) => marksFor(task, plain[tasks.indexOf(task)]));
  return await allEnded(
    tasks.map(async (task, index) => {
      const own = withPatience(call, task);
      const draft = makeDraft(task.segment, task.terms);
      if (draft.slots.length > MAX_SLOTS) return await smaller(task, own, 0, 0, []);
      const first = plain[index];
      const second = marked[lacking.indexOf(task)];
      const best = first === undefined || second === undefined ? (first ?? second) : better(first, second);
      if (best === undefined) return await solveAlone(task, own, 0);
      return isGood(best)
        ? { text: best.text, missing: [], tries: 1 }
        : await secondTries(task, draft, best, own, 0);
    }),
  );
}

/** The same way to the model, until the sentence has cost too much. */
function withPatience(call: ModelCall, task: AdaptedTask): ModelCall {
  let spent = 0;
  return {
    ...call,
    async translate(sentences) {
      if (spent >= PATIENCE_TOKENS) throw new Failure(40102, { detail: { index: task.segment.element } });
      const results = await call.translate(sentences);
      for (const [index, { tokens }] of results.entries()) {
        spent += tokens * (sentences[index]?.decode?.beam ?? 1);
      }
      return results;
    },
  };
}

/** Marks only what the plain sentence lacks; all terms where it had other faults. */
function marksFor(task: AdaptedTask, plain: Candidate | undefined): DraftOptions {
  if (plain === undefined || plain.problem !== undefined) return {};
  const missing = new Set(plain.missing);
  return { plain: new Set(task.terms.filter((term) => !missing.has(term))) };
}

/** One call for all; undefined for those that need more placeholders than there are, or when one was too long. */
async function together(
  tasks: readonly AdaptedTask[],
  call: ModelCall,
  optionsOf: (task: AdaptedTask) => DraftOptions,
): Promise<(Candidate | undefined)[]> {
  const drafts = tasks.map((task) => makeDraft(task.segment, task.terms, optionsOf(task)));
  const ready = tasks.flatMap((task, index) => {
    const draft = drafts[index];
    return draft !== undefined && draft.slots.length <= MAX_SLOTS ? [{ task, draft, index }] : [];
  });
  const candidates: (Candidate | undefined)[] = tasks.map(() => undefined);
  if (ready.length === 0) return candidates;
  const results = await unlessTooLong(
    call.translate(ready.map(({ task, draft }) => requestFor(task, draft, call))),
  );
  for (const [at, { task, draft, index }] of ready.entries()) {
    const result = results?.[at];
    if (result !== undefined) candidates[index] = judge(task, draft, result, call.to);
  }
  return candidates;
}

function requestFor(
  task: AdaptedTask,
  draft: Draft,
  call: ModelCall,
  decode?: DecodeOptions,
): SentenceRequest {
  return {
    from: task.segment.from,
    to: call.to,
    source: draft.parts,
    domain: call.domain,
    ...(decode === undefined ? {} : { decode }),
    ...(task.adaptation === undefined ? {} : { adaptation: task.adaptation }),
  };
}

function isGood(candidate: Candidate | undefined): boolean {
  return candidate?.problem === undefined && candidate?.missing.length === 0;
}

/** Fewer problems first, then fewer missing terms. */
function better(a: Candidate, b: Candidate): Candidate {
  const weigh = (candidate: Candidate): number =>
    (candidate.problem === undefined ? 0 : 100) + candidate.missing.length;
  return weigh(b) < weigh(a) ? b : a;
}

async function secondTries(
  task: AdaptedTask,
  draft: Draft,
  first: Candidate,
  call: ModelCall,
  depth: number,
): Promise<Solution> {
  if (isRunaway(first)) return await smaller(task, call, depth, 1, []);
  const mustContain = first.missing.map((term) => term.entry.toText);
  const wide = await attempt(task, draft, call, {
    beam: WIDE_BEAM,
    nbest: WIDE_BEAM,
    ...(mustContain.length === 0 ? {} : { mustContain }),
  });
  let best = better(first, wide);
  let tries = 2;
  if (!isGood(best) && (best.missing.length > 0 || best.lost.length > 0)) {
    const hiding: DraftOptions = { hidden: new Set(best.missing), kept: best.lost };
    const hidden = makeDraft(task.segment, task.terms, hiding);
    if (hidden.slots.length <= MAX_SLOTS) {
      tries += 1;
      best = better(best, await attempt(task, hidden, call, { beam: WIDE_BEAM, nbest: WIDE_BEAM }));
    }
  }
  if (best.problem === undefined || isTolerable(best, task, depth)) {
    return { text: best.text, missing: best.missing, tries };
  }
  return await smaller(task, call, depth, tries, best.lost);
}

async function unlessTooLong<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SentenceTooLong) return undefined;
    throw error;
  }
}

function isRunaway({ problem, tokens }: Candidate): boolean {
  const endless = problem === 'looped' || problem === 'too-long' || problem === 'copied';
  return endless && tokens > RUNAWAY_TOKENS;
}

/** A word or two cut out of a sentence may well be a name that stays, or grow in translation. */
function isTolerable(candidate: Candidate, task: AdaptedTask, depth: number): boolean {
  const harmless = candidate.problem === 'copied' || candidate.problem === 'too-long';
  return depth > 0 && harmless && candidate.text !== '' && unitsOf(task.segment.text) < FRAGMENT_UNITS;
}

/** The best of several hypotheses. */
async function attempt(
  task: AdaptedTask,
  draft: Draft,
  call: ModelCall,
  decode: DecodeOptions,
): Promise<Candidate> {
  const results = await unlessTooLong(call.translate([requestFor(task, draft, call, decode)]));
  if (results === undefined) return { text: '', problem: 'too-long', tokens: 0, missing: [], lost: [] };
  const [result] = results;
  if (result === undefined) throw new Error('The model gave no result for a sentence.');
  const candidates = [result, ...result.alternatives].map((hypothesis) =>
    judge(task, draft, hypothesis, call.to),
  );
  return candidates.reduce(better);
}

/** One sentence, or a piece of one, by itself. */
async function solveAlone(task: AdaptedTask, call: ModelCall, depth: number): Promise<Solution> {
  const draft = makeDraft(task.segment, task.terms);
  if (!hasReadableWords(draft)) return { text: withoutModel(draft, call.to), missing: [], tries: 0 };
  if (draft.slots.length > MAX_SLOTS) return await smaller(task, call, depth, 0, []);
  const first = await attempt(task, draft, call, {});
  if (isGood(first)) return { text: first.text, missing: [], tries: 1 };
  return await secondTries(task, draft, first, call, depth);
}

async function smaller(
  task: AdaptedTask,
  call: ModelCall,
  depth: number,
  tries: number,
  lost: Candidate['lost'],
): Promise<Solution> {
  const solved = await inPieces(task, call.to, depth, lost, (piece, deeper) =>
    solveAlone(piece, call, deeper),
  );
  return { ...solved, tries: tries + solved.tries };
}
