import { Failure } from '../failure.js';
import type { Lang } from '../lang.js';
import {
  type Adaptation,
  type DecodeOptions,
  type Domain,
  type SentenceRequest,
  type SentenceResult,
  SentenceTooLong,
  type TargetPart,
} from '../model/port.js';
import { type Candidate, judge, type Task } from './candidate.js';
import { type Draft, type DraftOptions, MAX_SLOTS, makeDraft } from './draft.js';
import type { Segment } from './port.js';
import type { TermMatch } from './terms/matcher.js';
import { localMarks } from './text/marks.js';
import { restore } from './text/restore.js';
import { writesUnspaced } from './text/spacing.js';
import { clauseCut, unitsOf } from './text/split.js';

/** How the solver reaches the model: one request's way in, with its caller, priority and clock. */
export interface ModelCall {
  readonly to: Lang;
  readonly domain: Domain;
  translate(sentences: readonly SentenceRequest[]): Promise<readonly SentenceResult[]>;
}

/** A task with the neighbours found for it. */
export interface AdaptedTask extends Task {
  readonly adaptation?: Adaptation;
}

export interface Solution {
  readonly text: string;
  readonly missing: readonly TermMatch[];
  /** Times the model was asked; more than 1 means that the first answer did not pass. */
  readonly tries: number;
}

/** Second tries look at this many hypotheses. */
const WIDE_BEAM = 5;
/** How often a sentence may be halved before it is given up. */
const MAX_DEPTH = 3;
/** Below this length a half would be a word or two. */
const SPLITTABLE_UNITS = 6;

/**
 * Gets a checked translation of every task, or fails. All first tries go to the model together. What does not pass is
 * tried again with stronger means, in this order: a wider beam in which missing terms are demanded; terms and numbers
 * that still miss hidden behind placeholders; the sentence cut at its shields or at a clause mark and its pieces
 * translated alone. A term that no means brings in is reported; anything else that is lost is a failure.
 */
export async function solve(tasks: readonly AdaptedTask[], call: ModelCall): Promise<Solution[]> {
  const drafts = tasks.map((task) => makeDraft(task.segment, task.terms));
  const ready = tasks
    .map((_, index) => index)
    .filter((index) => (drafts[index]?.slots.length ?? 0) <= MAX_SLOTS);
  const requests = ready.flatMap((index) => requestFor(tasks[index], drafts[index], call));
  const results = requests.length === 0 ? [] : await unlessTooLong(call.translate(requests));
  // One sentence too long for the model refuses the whole call: each is then asked for alone.
  if (results === undefined) return await Promise.all(tasks.map((task) => solvePiece(task, call, 0)));
  const byTask = new Map(ready.map((index, at) => [index, results[at]]));
  return await Promise.all(
    tasks.map(async (task, index) => {
      const draft = drafts[index];
      const result = byTask.get(index);
      if (draft === undefined || result === undefined) return await inPieces(task, call, 0, 0);
      const first = judge(task, draft, result, call.to);
      if (isGood(first)) return { text: first.text, missing: [], tries: 1 };
      return await secondTries(task, draft, first, call, 0);
    }),
  );
}

function requestFor(
  task: AdaptedTask | undefined,
  draft: Draft | undefined,
  call: ModelCall,
  decode?: DecodeOptions,
): SentenceRequest[] {
  if (task === undefined || draft === undefined) return [];
  return [
    {
      from: task.segment.from,
      to: call.to,
      source: draft.parts,
      domain: call.domain,
      ...(decode === undefined ? {} : { decode }),
      ...(task.adaptation === undefined ? {} : { adaptation: task.adaptation }),
    },
  ];
}

function isGood(candidate: Candidate): boolean {
  return candidate.problem === undefined && candidate.missing.length === 0;
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
  if (best.problem === undefined) return { text: best.text, missing: best.missing, tries };
  return await inPieces(task, call, depth, tries);
}

async function unlessTooLong<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof SentenceTooLong) return undefined;
    throw error;
  }
}

/** The best of several hypotheses. */
async function attempt(
  task: AdaptedTask,
  draft: Draft,
  call: ModelCall,
  decode: DecodeOptions,
): Promise<Candidate> {
  const results = await unlessTooLong(call.translate(requestFor(task, draft, call, decode)));
  if (results === undefined) return { text: '', problem: 'too-long', missing: [], lost: [] };
  const [result] = results;
  if (result === undefined) throw new Error('The model gave no result for a sentence.');
  const candidates = [result, ...result.alternatives].map((hypothesis) =>
    judge(task, draft, hypothesis, call.to),
  );
  return candidates.reduce(better);
}

/** The last means: smaller pieces. Shields and hidden terms then stand where they stood, by construction. */
async function inPieces(task: AdaptedTask, call: ModelCall, depth: number, tries: number): Promise<Solution> {
  const { segment, terms } = task;
  const whole = { start: 0, end: segment.text.length };
  const cut = clauseCut(segment.text, whole, [...segment.shields, ...terms]);
  const halvable = cut !== undefined && depth < MAX_DEPTH && unitsOf(segment.text) >= SPLITTABLE_UNITS;
  if (halvable && keepsTagsWhole(segment, cut)) {
    const halves = [slice(task, 0, cut), slice(task, cut, segment.text.length)];
    const solved = await Promise.all(halves.map((half) => solvePiece(half, call, depth + 1)));
    return {
      text: solved.map(({ text }) => text).join(writesUnspaced(call.to) ? '' : ' '),
      missing: solved.flatMap(({ missing }) => missing),
      tries: tries + Math.max(...solved.map((half) => half.tries)),
    };
  }
  if (segment.shields.length > 0 || terms.length > 0) return await aroundShields(task, call, depth, tries);
  throw new Failure(40102, { detail: { index: segment.element } });
}

/** A cut between an opening tag and its end would leave two broken halves. */
function keepsTagsWhole(segment: Segment, cut: number): boolean {
  let open = 0;
  for (const shield of segment.shields) {
    if (shield.start >= cut) break;
    if (shield.kind === 'open') open += 1;
    if (shield.kind === 'close') open -= 1;
  }
  return open === 0;
}

async function solvePiece(task: AdaptedTask, call: ModelCall, depth: number): Promise<Solution> {
  const draft = makeDraft(task.segment, task.terms);
  if (!draft.parts.some((part) => part.kind === 'text' && /\p{L}/u.test(part.text))) {
    return { text: withoutModel(draft, call.to), missing: [], tries: 0 };
  }
  if (draft.slots.length > MAX_SLOTS) return await inPieces(task, call, depth, 0);
  const first = await attempt(task, draft, call, {});
  if (isGood(first)) return { text: first.text, missing: [], tries: 1 };
  return await secondTries(task, draft, first, call, depth);
}

/** Nothing but shields, terms and punctuation: put together without asking the model. */
export function withoutModel(draft: Draft, to: Lang): string {
  const slots = [...draft.slots];
  const target = draft.parts.map((part): TargetPart => {
    if (part.kind === 'placeholder') return part;
    if (part.kind === 'text') return { kind: 'text', text: localMarks(part.text, to) };
    slots.push({
      kind: 'term',
      text: part.target,
      source: part.source,
      spaceBefore: false,
      spaceAfter: false,
    });
    return { kind: 'placeholder', index: slots.length - 1 };
  });
  return restore(target, slots, to);
}

async function aroundShields(
  task: AdaptedTask,
  call: ModelCall,
  depth: number,
  tries: number,
): Promise<Solution> {
  const { segment, terms } = task;
  const measures = segment.shields
    .filter((shield) => shield.kind === 'measure')
    .map((shield) => ({ ...shield, text: segment.text.slice(shield.start, shield.end) }));
  const draft = makeDraft(segment, terms, { hidden: new Set(terms), kept: measures });
  let most = 0;
  const target: TargetPart[] = [];
  for (const part of draft.parts) {
    if (part.kind === 'placeholder') target.push(part);
    else if (part.kind === 'text' && /\p{L}/u.test(part.text)) {
      const piece: AdaptedTask = { segment: { ...segment, text: part.text.trim(), shields: [] }, terms: [] };
      const solved = await solvePieceOrDrop(piece, call, depth + 1);
      most = Math.max(most, solved.tries);
      target.push({ kind: 'text', text: solved.text });
    } else if (part.kind === 'text') target.push({ kind: 'text', text: localMarks(part.text, call.to) });
  }
  return { text: restore(target, draft.slots, call.to), missing: [], tries: tries + most };
}

/** A particle or article left alone between two shields has no translation of its own. */
async function solvePieceOrDrop(task: AdaptedTask, call: ModelCall, depth: number): Promise<Solution> {
  try {
    return await solvePiece(task, call, depth);
  } catch (error) {
    if (error instanceof Failure && error.code === 40102 && unitsOf(task.segment.text) <= 2) {
      return { text: '', missing: [], tries: 1 };
    }
    throw error;
  }
}

/** Part of a task, white space at its ends left out. */
function slice(task: AdaptedTask, start: number, end: number): AdaptedTask {
  const { segment, terms } = task;
  const raw = segment.text.slice(start, end);
  const from = start + (raw.length - raw.trimStart().length);
  const to = from + raw.trim().length;
  const inside = (span: { readonly start: number; readonly end: number }): boolean =>
    span.start >= from && span.end <= to;
  const moved = <Span extends { readonly start: number; readonly end: number }>(span: Span): Span => ({
    ...span,
    start: span.start - from,
    end: span.end - from,
  });
  return {
    segment: {
      ...segment,
      text: segment.text.slice(from, to),
      shields: segment.shields.filter(inside).map(moved),
    },
    terms: terms.filter(inside).map(moved),
  };
}
