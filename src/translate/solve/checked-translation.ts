import { type Lang, writesFullWidth } from '../../base/lang.js';
import { withFinalMark } from '../../marks/final-mark.js';
import { withPairedMarks } from '../../marks/paired-marks.js';
import { withWideComma } from '../../marks/wide-comma.js';
import type { Hypothesis, TargetPart } from '../../model/model-port.js';
import { withLocalFirms, withOneStop } from '../names/firms/companies.js';
import { withWholeGivenNames } from '../names/people/chinese-people.js';
import { addressed } from '../names/people/salutation.js';
import { type BareName, withBareNames, withOwnOffices } from '../names/written/bare-names.js';
import { withMiddleDot } from '../names/written/spoken-name.js';
import { withLocalTitles } from '../names/written/titles.js';
import { type NegationFault, negationDoubt } from '../negation/compare.js';
import type { ProtectedSpan, Segment } from '../pipeline-types.js';
import { withoutSecondPredicate } from '../quantities/change.js';
import { withAfternoon } from '../quantities/checks/afternoon.js';
import { checkQuantities } from '../quantities/checks/compare.js';
import { withCounts } from '../quantities/checks/counted-things.js';
import { withInclusiveLimits } from '../quantities/checks/limits.js';
import { turnedSides } from '../quantities/checks/sides.js';
import { withUnitSign } from '../quantities/checks/unit-signs.js';
import { changedUnits, gainedUnits, isCountedWith } from '../quantities/checks/units.js';
import { withOneCurrency } from '../quantities/notation/currencies.js';
import { figures } from '../quantities/notation/decimal.js';
import { formatWritten } from '../quantities/notation/format.js';
import type { Quantity } from '../quantities/quantity.js';
import { withoutVotesBehind } from '../quantities/votes.js';
import { isIn } from '../register/japanese-register.js';
import { placeholderProblem, restore } from '../spans/restore.js';
import { spellTerm } from '../terms/presence.js';
import { putIn } from '../terms/stand-in.js';
import { inflectTerm } from '../terms/target-forms.js';
import { withMovedTime } from '../wording/moved-times.js';
import { withWholeHours } from '../wording/whole-hours.js';
import type { Draft } from './draft.js';
import { type Oddity, oddityIn } from './oddity.js';
import { findProblem, type Problem } from './problem.js';
import { isMet, type Requirement } from './requirement.js';
import type { SentenceTask } from './sentence-task.js';

/** A stretch of the source that did not come through, and what should stand for it. */
export interface Loss {
  readonly start: number;
  readonly end: number;
  readonly source: string;
  readonly text: string;
  readonly kind: 'quantity' | 'identifier';
}

/** One translation of a task and what is wrong with it. */
export interface CheckedTranslation {
  readonly text: string;
  readonly problem?: Problem;
  /** Length of what the model wrote. */
  readonly tokens: number;
  /** Mean log-probability of its tokens. */
  readonly score: number;
  /** Requirements that the text does not meet. */
  readonly missing: readonly Requirement[];
  /** Quantities, measures and identifiers that the model was left to translate or to copy, and did not. */
  readonly lost: readonly Loss[];
  /** The source may say no and the text yes, or the other way round: the way back says whether it does. */
  readonly doubt?: NegationFault;
  /** The source says no and the text yes, or the other way round. */
  readonly negation?: NegationFault;
  /** Quotation marks or brackets were not in pairs and were mended. */
  readonly mendedMarks?: boolean;
  /** Something in it that hardly anybody would write. */
  readonly oddity?: Oddity;
  /** It is not in the register that was asked for. */
  readonly isOtherRegister?: boolean;
}

/** Puts a hypothesis together and checks it. */
export function checkTranslation(
  task: SentenceTask,
  draft: Draft,
  hypothesis: Hypothesis,
  to: Lang,
): CheckedTranslation {
  const { segment } = task;
  const { tokens, score } = hypothesis;
  const paired = withPairedMarks(hypothesis.target, segment.text, to);
  const target = withFinalMark(paired.target, segment.text, to);
  const written = draft.standIns.reduce(putIn, restore(target, draft.slots, to));
  const titled = withLocalTitles(written, segment.text, segment.from, to);
  const joined = withWholeGivenNames(titled, segment.text, segment.from, to);
  const restored = withLocalFirms(joined, segment.text, segment.from, to);
  const spelled = withWideComma(
    withoutDateBlanks(withOneStop(withOneCurrency(spell(restored, task, draft, to), to))),
    to,
  );
  const named = withNames(spelled, task, draft, to);
  const worded = withCounts(
    withInclusiveLimits(withMovedTime(named, segment.text, segment.from, to), segment.text, segment.from, to),
    segment.text,
    segment.from,
    to,
  );
  const timed = to === 'en' ? withWholeHours(worded) : withAfternoon(worded, segment.text, segment.from, to);
  const text = task.address === undefined ? timed : addressed(timed, task.address);
  const missing = draft.required.filter((wanted) => !isMet(wanted, text, to));
  const broken = placeholderProblem(target, draft.slots);
  if (broken !== undefined) return { text, problem: 'lost-placeholder', tokens, score, missing, lost: [] };
  const words = withoutTerms(wordsOf(target), draft);
  const problem = findProblem(draft.readable, words, segment.from, to, hypothesis.finish);
  if (problem !== undefined) return { text, problem, tokens, score, missing, lost: [] };
  const measures = segment.protectedSpans
    .filter((span) => isLostMeasure(span, task, draft, text, to))
    .map(
      (span): Loss => ({
        ...span,
        source: sourceOf(span, segment),
        text: measureIn(span, segment, to),
        kind: 'identifier',
      }),
    );
  if (measures.length > 0) return { text, problem: 'lost-exact', tokens, score, missing, lost: measures };
  const open = openQuantities(task, draft);
  const { from } = segment;
  const lost = new Set([
    ...checkQuantities(open, text, to).lost,
    ...gainedUnits(segment.text, open, text, from, to),
    ...changedUnits(segment.text, open, text, from, to),
    ...turnedSides(segment.text, open, text, from, to),
  ]);
  const quantities = [...lost].map(
    (quantity): Loss => ({
      start: quantity.start,
      end: quantity.end,
      source: segment.text.slice(quantity.start, quantity.end),
      text: writtenQuantity(quantity, segment, to),
      kind: 'quantity',
    }),
  );
  if (quantities.length > 0)
    return { text, problem: 'lost-quantity', tokens, score, missing, lost: quantities };
  const oddity = oddityIn(segment.text, text, from, to);
  const doubt = negationDoubt(segment.text, text, segment.from, to);
  const { register } = segment;
  return {
    text,
    tokens,
    score,
    missing,
    lost: [],
    ...(doubt !== undefined && { doubt }),
    ...(paired.repaired && { mendedMarks: true }),
    ...(oddity !== undefined && { oddity }),
    ...(register === undefined || isIn(register, text) ? {} : { isOtherRegister: true }),
  };
}

function withDots(text: string, required: readonly Requirement[], to: Lang): string {
  return required.reduce(
    (dotted, wanted) =>
      wanted.kind === 'name' && wanted.isPerson === true ? withMiddleDot(dotted, wanted.target, to) : dotted,
    text,
  );
}

const LONGEST_OFFICE = 5;
/** Behind a name of Japanese or Chinese text. */
const OFFICE =
  /^(?:[副代]?(?:部長|課長|係長|社長|次長|室長|所長|工場長|支店長|会長|主任|専務|常務|取締役|教授)|[副总總]*(?:[经經]理|[总總][监監]|部[长長]|科[长長]|[处處][长長]|[厂廠][长長]|院[长長]|董事[长長]|主任|主管|教授|工程[师師]))/u;

/** Who is called 部長, as the target writes the name. */
function heads({ segment, required }: SentenceTask): readonly string[] {
  return required.flatMap((wanted) =>
    wanted.kind === 'name' && segment.text.startsWith('部長', wanted.end) ? wanted.target : [],
  );
}

/** Names as the target language sets them: dots between their words, no article, an office that is their own. */
function withNames(text: string, task: SentenceTask, draft: Draft, to: Lang): string {
  const dotted = writesFullWidth(to)
    ? withDots(text, draft.required, to)
    : withBareNames(text, bareNames(task));
  return task.segment.from === 'ja' && to.startsWith('zh') ? withOwnOffices(dotted, heads(task), to) : dotted;
}

/** Names of East Asian text whose reading is settled: people and firms, and none of places. */
function bareNames({ segment, required }: SentenceTask): readonly BareName[] {
  if (segment.from === 'en') return [];
  return required.flatMap((wanted): BareName[] => {
    if (wanted.kind !== 'name') return [];
    const hasOffice = OFFICE.test(segment.text.slice(wanted.end, wanted.end + LONGEST_OFFICE));
    return wanted.marked || hasOffice ? [{ spellings: wanted.spellings, hasOffice }] : [];
  });
}

/** 2024 年 3 月 25 日 is written without blanks. */
function withoutDateBlanks(text: string): string {
  return text.replace(/(?<=\d) (?=[年月日])|(?<=[年月日]) (?=\d)/g, '');
}

function wordsOf(target: readonly TargetPart[]): string {
  return target.map((part) => (part.kind === 'text' ? part.text : ' ')).join('');
}

function withoutTerms(text: string, draft: Draft): string {
  let words = text;
  for (const { target } of draft.required) words = words.replace(target, ' ');
  for (const { word } of draft.standIns) words = words.replace(word, ' ');
  return words;
}

/** Terms and measures exactly as they should be written where only width, case or blanks differ. */
function spell(text: string, task: SentenceTask, draft: Draft, to: Lang): string {
  let spelled = text;
  for (const wanted of draft.required) {
    if (wanted.kind === 'name' && to === 'ja') spelled = withParticle(spelled, wanted.target);
    // 陳立群々: a model that has 人々 goes on behind a name.
    if (wanted.kind === 'name') spelled = spelled.replaceAll(`${wanted.target}々`, wanted.target);
    else spelled = withoutRunOn(spellTerm(spelled, wanted.target), wanted.target);
    if (wanted.kind === 'quantity') spelled = withoutZeroBefore(spelled, wanted.target);
    if (wanted.kind === 'quantity' && wanted.votes !== undefined)
      spelled = withoutVotesBehind(spelled, wanted.target);
    if (wanted.kind === 'quantity' && wanted.change !== undefined) spelled = withoutSecondPredicate(spelled);
  }
  // Those behind placeholders too: they were put back as the list has them.
  for (const wanted of task.required) {
    if (wanted.kind === 'term') spelled = inflectTerm(spelled, wanted.forms);
  }
  for (const span of task.segment.protectedSpans) {
    if (span.kind !== 'exact') continue;
    const measure = measureIn(span, task.segment, to);
    spelled = withUnitSign(spellTerm(spelled, measure), measure, to);
  }
  return spelled;
}

/** Hokuto SeikiKenji: two names in Latin letters, of which the first says where somebody works. */
function withParticle(text: string, target: string): string {
  return /\p{Script=Latin}\.?$/u.test(target)
    ? text.replaceAll(target, (written, at: number) =>
        /^\p{Lu}\p{Ll}/u.test(text.slice(at + target.length)) ? `${written}の` : written,
      )
    : text;
}

/** A model that writes サーバー goes on with the long vowel behind サーバX. */
function withoutRunOn(text: string, target: string): string {
  return /[\p{Script=Katakana}ー]$/u.test(target) ? text : text.replaceAll(`${target}ー`, target);
}

/** A model that reads 0.3 million begins with its 0: 030万ユーロ. */
function withoutZeroBefore(text: string, target: string): string {
  if (!/^\d/u.test(target)) return text;
  return text.replaceAll(`0${target}`, (written, at: number) =>
    /[\d.,]/u.test(text[at - 1] ?? '') ? written : target,
  );
}

function sourceOf(span: ProtectedSpan, segment: Segment): string {
  return segment.text.slice(span.start, span.end);
}

/** A measure as the translation has to hold it: 35％ of a Japanese text is 35% where no sign is that wide. */
function measureIn(span: ProtectedSpan, segment: Segment, to: Lang): string {
  const measure = sourceOf(span, segment);
  return writesFullWidth(to) ? measure : measure.replace('％', '%');
}

function isLostMeasure(
  span: ProtectedSpan,
  task: SentenceTask,
  draft: Draft,
  text: string,
  to: Lang,
): boolean {
  if (span.kind !== 'exact') return false;
  if (task.required.some((wanted) => wanted.start < span.end && wanted.end > span.start)) return false;
  const measure = measureIn(span, task.segment, to);
  if (isCountedWith(measure, text)) return true;
  return (
    !draft.slots.some(({ source }) => source === sourceOf(span, task.segment)) && !text.includes(measure)
  );
}

/** Quantities that neither a placeholder covers nor a requirement settles. */
function openQuantities(task: SentenceTask, draft: Draft): readonly Quantity[] {
  return task.quantities.filter(
    ({ start, end }) => !draft.covered.some((span) => span.start < end && span.end > start),
  );
}

/** Plain figures stay as they were written: a year takes no comma. 19世纪30年代 are the 1830s. */
function writtenQuantity(quantity: Quantity, segment: Segment, to: Lang): string {
  const source = segment.text.slice(quantity.start, quantity.end);
  const [year] = quantity.values;
  if (to === 'en' && year !== undefined && /世[纪紀].*年代$/u.test(source)) return `${figures(year)}s`;
  const plain = quantity.writing === 'figures' && (quantity.kind === 'number' || quantity.kind === 'ordinal');
  return plain ? source : formatWritten(quantity, source, to);
}
