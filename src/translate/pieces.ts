import { Failure } from '../failure.js';
import { type Lang, writesUnspaced } from '../lang.js';
import type { Adaptation, TargetPart } from '../model/port.js';
import type { Candidate, Task } from './candidate.js';
import { type Draft, makeDraft } from './draft.js';
import type { Segment } from './port.js';
import { allEnded } from './settled.js';
import type { TermMatch } from './terms/matcher.js';
import { localMarks } from './text/marks.js';
import { restore } from './text/restore.js';
import { clauseCut, unitsOf } from './text/split.js';

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

/** Solves a piece; the depth says how often the sentence was already cut. */
export type SolvePiece = (piece: AdaptedTask, depth: number) => Promise<Solution>;

/** How often a sentence may be halved before it is given up. */
const MAX_DEPTH = 3;
/** Below this length a half would be a word or two. */
const SPLITTABLE_UNITS = 6;

/**
 * The last means: smaller pieces. Halves at a clause mark first; then the text between shields, which with hidden terms
 * and lost numbers stand where they stood, by construction.
 */
export async function inPieces(
  task: AdaptedTask,
  to: Lang,
  depth: number,
  lost: Candidate['lost'],
  solve: SolvePiece,
): Promise<Solution> {
  const { segment, terms } = task;
  const halved = await unlessFailed(halves(task, to, depth, solve));
  if (halved !== undefined) return halved;
  if (segment.shields.length === 0 && terms.length === 0 && lost.length === 0) {
    throw new Failure(40102, { detail: { index: segment.element } });
  }
  return await aroundShields(task, to, depth, lost, solve);
}

/** Undefined where a sentence has no place to be cut. */
async function halves(
  task: AdaptedTask,
  to: Lang,
  depth: number,
  solve: SolvePiece,
): Promise<Solution | undefined> {
  const { segment, terms } = task;
  if (depth >= MAX_DEPTH || unitsOf(segment.text) < SPLITTABLE_UNITS) return undefined;
  const whole = { start: 0, end: segment.text.length };
  const cut = clauseCut(segment.text, whole, [...segment.shields, ...terms]);
  if (cut === undefined || !keepsTagsWhole(segment, cut)) return undefined;
  const parts = [slice(task, 0, cut), slice(task, cut, segment.text.length)];
  const solved = await allEnded(parts.map((part) => solve(part, depth + 1)));
  return {
    text: solved.map(({ text }) => text).join(writesUnspaced(to) ? '' : ' '),
    missing: solved.flatMap(({ missing }) => missing),
    tries: Math.max(...solved.map((part) => part.tries)),
  };
}

/** Undefined instead of the failure that a text could not be translated. */
async function unlessFailed<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Failure && error.code === 40102) return undefined;
    throw error;
  }
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

/** Whether anything is left for the model to translate. */
export function hasReadableWords(draft: Draft): boolean {
  return draft.parts.some((part) => part.kind === 'text' && /\p{L}/u.test(part.text));
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
  to: Lang,
  depth: number,
  lost: Candidate['lost'],
  solve: SolvePiece,
): Promise<Solution> {
  const { segment, terms } = task;
  const exact = segment.shields
    .filter((shield) => shield.kind === 'exact')
    .map((shield) => ({ ...shield, text: segment.text.slice(shield.start, shield.end) }));
  const draft = makeDraft(segment, terms, { hidden: new Set(terms), kept: [...lost, ...exact] });
  let tries = 0;
  const target: TargetPart[] = [];
  for (const part of draft.parts) {
    if (part.kind === 'placeholder') target.push(part);
    else if (part.kind === 'text' && /\p{L}/u.test(part.text)) {
      const piece: AdaptedTask = { segment: { ...segment, text: part.text.trim(), shields: [] }, terms: [] };
      const solved = await solveOrDrop(piece, depth + 1, solve);
      tries = Math.max(tries, solved.tries);
      target.push({ kind: 'text', text: solved.text });
    } else if (part.kind === 'text') target.push({ kind: 'text', text: localMarks(part.text, to) });
  }
  return { text: restore(target, draft.slots, to), missing: [], tries };
}

/** A particle or article left alone between two shields has no translation of its own. */
async function solveOrDrop(task: AdaptedTask, depth: number, solve: SolvePiece): Promise<Solution> {
  const solved = await unlessFailed(solve(task, depth));
  if (solved !== undefined) return solved;
  if (unitsOf(task.segment.text) <= 2) return { text: '', missing: [], tries: 1 };
  throw new Failure(40102, { detail: { index: task.segment.element } });
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
