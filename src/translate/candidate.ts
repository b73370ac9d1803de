import type { Lang } from '../lang.js';
import type { Hypothesis, TargetPart } from '../model/port.js';
import { localNumber, lostNumbers } from './checks/numbers.js';
import { findProblem, type Problem } from './checks/output.js';
import type { Draft } from './draft.js';
import type { Segment, Shield } from './port.js';
import type { TermMatch } from './terms/matcher.js';
import { containsTerm, spellTerm } from './terms/presence.js';
import { withFinalMark } from './text/final-mark.js';
import { placeholderProblem, restore } from './text/restore.js';

/** A sentence with the terms chosen for it. */
export interface Task {
  readonly segment: Segment;
  readonly terms: readonly TermMatch[];
}

/** One translation of a task and what is wrong with it. */
export interface Candidate {
  readonly text: string;
  readonly problem?: Problem;
  /** Length of what the model wrote. */
  readonly tokens: number;
  /** Terms whose target does not stand in the text. */
  readonly missing: readonly TermMatch[];
  /** Numbers and measures that did not come through: stretches of the source, and what should stand for them. */
  readonly lost: readonly { readonly start: number; readonly end: number; readonly text: string }[];
}

/** Puts a hypothesis together and checks it. */
export function judge(task: Task, draft: Draft, hypothesis: Hypothesis, to: Lang): Candidate {
  const { segment } = task;
  const { tokens } = hypothesis;
  const target = withFinalMark(hypothesis.target, segment.text, to);
  const text = spell(restore(target, draft.slots, to), task, draft);
  const missing = draft.required.filter((term) => !containsTerm(text, term.entry.toText));
  const broken = placeholderProblem(target, draft.slots);
  if (broken !== undefined) return { text, problem: 'lost-placeholder', tokens, missing, lost: [] };
  const words = withoutTerms(wordsOf(target), draft);
  const problem = findProblem(draft.readable, words, segment.from, to, hypothesis.finish);
  if (problem !== undefined) return { text, problem, tokens, missing, lost: [] };
  const measures = segment.shields
    .filter((shield) => isLostMeasure(shield, task, draft, text))
    .map((shield) => ({ ...shield, text: sourceOf(shield, segment) }));
  if (measures.length > 0) return { text, problem: 'lost-exact', tokens, missing, lost: measures };
  const numbers = lostNumbers(draft.readable, wordsOf(target)).map((number) => ({
    start: number.start,
    end: number.end,
    text: localNumber(segment.text.slice(number.start, number.end), number, to),
  }));
  if (numbers.length > 0) return { text, problem: 'lost-number', tokens, missing, lost: numbers };
  return { text, tokens, missing, lost: [] };
}

function wordsOf(target: readonly TargetPart[]): string {
  return target.map((part) => (part.kind === 'text' ? part.text : ' ')).join('');
}

function withoutTerms(text: string, draft: Draft): string {
  let words = text;
  for (const { entry } of draft.required) words = words.replace(entry.toText, ' ');
  return words;
}

/** Terms and measures exactly as they should be written where only width, case or blanks differ. */
function spell(text: string, task: Task, draft: Draft): string {
  let spelled = text;
  for (const { entry } of draft.required) spelled = spellTerm(spelled, entry.toText);
  for (const shield of task.segment.shields) {
    if (shield.kind === 'exact') spelled = spellTerm(spelled, sourceOf(shield, task.segment));
  }
  return spelled;
}

function sourceOf(shield: Shield, segment: Segment): string {
  return segment.text.slice(shield.start, shield.end);
}

function isLostMeasure(shield: Shield, task: Task, draft: Draft, text: string): boolean {
  if (shield.kind !== 'exact') return false;
  if (task.terms.some((term) => term.start < shield.end && term.end > shield.start)) return false;
  const measure = sourceOf(shield, task.segment);
  return !draft.slots.some((slot) => slot.source === measure) && !text.includes(measure);
}
