import { Failure } from '../../base/failure.js';
import { type Lang, writesUnspaced } from '../../base/lang.js';
import { localMarks } from '../../marks/local-marks.js';
import type { Adaptation, SentencePair, TargetPart } from '../../model/model-port.js';
import type { NegationFault } from '../negation/compare.js';
import type { Segment } from '../pipeline-types.js';
import { clauseCut, unitsOf } from '../segmentation/clauses.js';
import { restore } from '../spans/restore.js';
import { allSettled } from './all-settled.js';
import type { CheckedTranslation, Loss } from './checked-translation.js';
import { type Draft, makeDraft } from './draft.js';
import { unlessFailed } from './model-call.js';
import type { Oddity } from './oddity.js';
import type { Requirement } from './requirement.js';
import type { SentenceTask } from './sentence-task.js';

/** A task with the neighbours found for it. */
export interface AdaptedSentenceTask extends SentenceTask {
  readonly adaptation?: Adaptation;
  readonly examples?: readonly SentencePair[];
}

export interface Solution {
  readonly text: string;
  readonly missing: readonly Requirement[];
  /** What else of the source did not come through, after all tries. */
  readonly lost: readonly Loss[];
  /** The source says no and the translation yes, or the other way round, after all tries. */
  readonly negation?: NegationFault;
  /** Something in it that hardly anybody would write, after all tries. */
  readonly oddity?: Oddity;
  /** It comes back as it is: no means brought it into the other language. */
  readonly untranslated?: true;
  /** No search gave it in the register that was asked for. */
  readonly isOtherRegister?: boolean;
  /** The first answer of the model, before anything was mended; absent where the sentence was cut before it was asked. */
  readonly first?: CheckedTranslation;
  /** Mean log-probability of the model's tokens, of the worst piece where it was cut; 0 where the model was not asked. */
  readonly score: number;
  /** Times the model was asked; more than 1 means that the first answer did not pass. */
  readonly tries: number;
}

/** Solves a piece; the depth says how often the sentence was already cut. */
export type SolvePiece = (piece: AdaptedSentenceTask, depth: number) => Promise<Solution>;

/** How often a sentence may be halved before it is given up. */
const MAX_DEPTH = 3;
/** Below this length a half would be a word or two. */
const SPLITTABLE_UNITS = 6;

/**
 * The last resort: smaller pieces. Halves at a clause mark first; then the text between protected spans, which with hidden terms
 * and lost numbers stand where they stood, by construction.
 */
export async function inPieces(
  task: AdaptedSentenceTask,
  to: Lang,
  depth: number,
  lost: CheckedTranslation['lost'],
  solve: SolvePiece,
): Promise<Solution> {
  const { segment, required } = task;
  const halved = await unlessFailed(halves(task, to, depth, solve));
  if (halved !== undefined) return halved;
  if (segment.protectedSpans.length === 0 && required.length === 0 && lost.length === 0) {
    throw new Failure('translationFailed', { detail: { index: segment.element } });
  }
  return await betweenProtectedSpans(task, to, depth, lost, solve);
}

/** Undefined where a sentence has no place to be cut. */
async function halves(
  task: AdaptedSentenceTask,
  to: Lang,
  depth: number,
  solve: SolvePiece,
): Promise<Solution | undefined> {
  const { segment, required } = task;
  if (depth >= MAX_DEPTH || unitsOf(segment.text) < SPLITTABLE_UNITS) return undefined;
  const whole = { start: 0, end: segment.text.length };
  const cut = clauseCut(segment.text, whole, [...segment.protectedSpans, ...required, ...task.quantities]);
  if (cut === undefined || !keepsTagsWhole(segment, cut)) return undefined;
  const parts = [slice(task, 0, cut), slice(task, cut, segment.text.length)];
  const solved = await allSettled(parts.map((part) => solve(part, depth + 1)));
  return {
    text: solved.map(({ text }) => text).join(writesUnspaced(to) ? '' : ' '),
    missing: solved.flatMap(({ missing }) => missing),
    lost: solved.flatMap(({ lost }) => lost),
    score: Math.min(...solved.map((part) => part.score)),
    tries: Math.max(...solved.map((part) => part.tries)),
  };
}

/** A cut between an opening tag and its end would leave two broken halves. */
function keepsTagsWhole(segment: Segment, cut: number): boolean {
  let open = 0;
  for (const span of segment.protectedSpans) {
    if (span.start >= cut) break;
    if (span.kind === 'open') open += 1;
    if (span.kind === 'close') open -= 1;
  }
  return open === 0;
}

/** Whether anything is left for the model to translate. */
export function hasReadableWords(draft: Draft): boolean {
  return draft.parts.some((part) => part.kind === 'text' && /\p{L}/u.test(part.text));
}

/** Nothing but protected spans, terms and punctuation: put together without asking the model. */
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

/**
 * Whether nothing but words in tags of their own stand side by side: <b>Hello</b> <i>world</i>. Together models take them for
 * names, or for a phrase that nobody wrote.
 */
export function isTaggedRow({ parts }: Draft): boolean {
  const texts = parts.flatMap((part) =>
    part.kind === 'text' && /\p{L}/u.test(part.text) ? part.text.trim() : [],
  );
  return (
    texts.length > 1 &&
    parts[0]?.kind === 'placeholder' &&
    parts.at(-1)?.kind === 'placeholder' &&
    texts.every((text) => /^\p{Script=Latin}+(?: \p{Script=Latin}+)?$/u.test(text))
  );
}

export async function betweenProtectedSpans(
  task: AdaptedSentenceTask,
  to: Lang,
  depth: number,
  lost: CheckedTranslation['lost'],
  solve: SolvePiece,
): Promise<Solution> {
  const { segment, required } = task;
  // A word between tags is no sentence: it has no register, and nothing stands before it.
  const { register: _register, before: _before, ...bare } = segment;
  const exact = segment.protectedSpans
    .filter((span) => span.kind === 'exact')
    .map((span) => ({ ...span, text: segment.text.slice(span.start, span.end) }));
  const draft = makeDraft(segment, required, { hidden: new Set(required), kept: [...lost, ...exact] });
  let tries = 0;
  let score = 0;
  const target: TargetPart[] = [];
  for (const part of draft.parts) {
    if (part.kind === 'placeholder') target.push(part);
    else if (part.kind === 'text' && /\p{L}/u.test(part.text)) {
      const piece: AdaptedSentenceTask = {
        segment: { ...bare, text: part.text.trim(), protectedSpans: [] },
        required: [],
        quantities: [],
      };
      const solved = await solveOrDrop(piece, depth + 1, solve);
      tries = Math.max(tries, solved.tries);
      score = Math.min(score, solved.score);
      target.push({ kind: 'text', text: solved.text });
    } else if (part.kind === 'text') target.push({ kind: 'text', text: localMarks(part.text, to) });
  }
  return { text: restore(target, draft.slots, to), missing: [], lost: [], score, tries };
}

/** A particle or article left alone between two protected spans has no translation of its own. */
async function solveOrDrop(task: AdaptedSentenceTask, depth: number, solve: SolvePiece): Promise<Solution> {
  const solved = await unlessFailed(solve(task, depth));
  if (solved !== undefined) return solved;
  if (unitsOf(task.segment.text) <= 2) return { text: '', missing: [], lost: [], score: 0, tries: 1 };
  throw new Failure('translationFailed', { detail: { index: task.segment.element } });
}

/** Part of a task, white space at its ends left out. */
function slice(task: AdaptedSentenceTask, start: number, end: number): AdaptedSentenceTask {
  const { segment, required } = task;
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
      protectedSpans: segment.protectedSpans.filter(inside).map(moved),
    },
    required: required.filter(inside).map(moved),
    quantities: task.quantities.filter(inside).map(moved),
  };
}
