import { Failure } from '../../base/failure.js';
import { type Lang, writesUnspaced } from '../../base/lang.js';
import { localListMark } from '../../marks/list-mark.js';
import { withOneForm } from '../names/written/one-form.js';
import { NameSpelling } from '../names/written/spelling.js';
import type {
  AppliedTerm,
  ElementPlan,
  Explanation,
  RegisterChoice,
  SegmentResult,
  TranslatedElement,
  TranslatedSentence,
  TranslationPlan,
  TranslationResult,
  WholeAnswer,
} from '../pipeline-types.js';
import { separatorBetween } from '../segmentation/spacing.js';
import { Turn } from '../solve/turn.js';
import { hasForeignRuns } from '../spans/foreign-scripts.js';

/** Puts the translated sentences back between the white space, marks and breaks that were kept. */
export async function assemble(
  plan: TranslationPlan,
  given: readonly SegmentResult[],
): Promise<TranslationResult> {
  const results = withNames(plan, given);
  const spelling = new NameSpelling();
  const elements: TranslatedElement[] = [];
  const turn = new Turn();
  for (const [index, element] of plan.elements.entries()) {
    elements.push(assembleElement(element, index, plan, results, spelling));
    // Tens of thousands of short texts are one request.
    await turn.yieldWhenLong();
  }
  return { elements, wordCount: plan.wordCount };
}

/** Each name in one form, in the sentences that the elements are made of. */
function withNames(
  { elements, segments, to }: TranslationPlan,
  results: readonly SegmentResult[],
): readonly SegmentResult[] {
  const used = elements.flatMap(({ pieces }) =>
    pieces.flatMap((piece) => (piece.kind === 'segment' ? piece.segment : [])),
  );
  const pairs = [...new Set(used)].flatMap((index) => {
    const [segment, result] = [segments[index], results[index]];
    if (segment === undefined || result?.by !== 'model') return [];
    return [{ index, from: segment.from, source: segment.text, target: result.text }];
  });
  const texts = withOneForm(pairs, to);
  if (pairs.every(({ target }, at) => texts[at] === target)) return results;
  const changed = new Map(pairs.map(({ index }, at) => [index, texts[at]]));
  return results.map((result, index) => ({ ...result, text: changed.get(index) ?? result.text }));
}

/** A segment's result and where it stands in the two texts. */
interface Placed {
  readonly result: SegmentResult;
  readonly start: number;
  readonly end: number;
  readonly targetStart: number;
}

function assembleElement(
  element: ElementPlan,
  index: number,
  { to, register }: TranslationPlan,
  results: readonly SegmentResult[],
  spelling: NameSpelling,
): TranslatedElement {
  const { sourceText, from } = element;
  const used: Placed[] = [];
  let text = '';
  for (const [at, piece] of element.pieces.entries()) {
    if (piece.kind === 'keep') text += kept(piece.text, marksLine(element, at), from, to);
    else if (piece.kind === 'separator') text += separatorBetween(piece.text, from, to);
    else {
      const own = results[piece.segment];
      if (own === undefined) throw new Error(`Segment ${piece.segment} was not translated.`);
      const result = { ...own, text: spelling.apply(own) };
      used.push({ result, start: piece.start, end: piece.end, targetStart: text.length });
      text += result.text;
    }
  }
  const translatedText = element.answer?.text ?? text;
  if (translatedText.trim() === '' && sourceText.trim() !== '')
    throw new Failure('translationFailed', { detail: { index } });
  return { sourceText, translatedText, detectedLang: from, explanation: explain(element, used, register) };
}

/** A list mark and the wide blank between two labels, as the target language writes them. */
function kept(text: string, isMark: boolean, from: Lang, to: Lang): string {
  if (isMark) return localListMark(text, from, to);
  return text === '\u3000' && !writesUnspaced(to) ? '  ' : text;
}

/** Whether kept text stands before the first sentence of its line, where list marks do. */
function marksLine({ pieces }: ElementPlan, at: number): boolean {
  const before = pieces[at - 1];
  const startsLine = before === undefined || (before.kind === 'keep' && /[\n\r]$/u.test(before.text));
  return startsLine && pieces[at + 1]?.kind === 'segment';
}

function explain(
  element: ElementPlan,
  used: readonly Placed[],
  register: RegisterChoice | undefined,
): Explanation {
  const { answer } = element;
  const results = used.map(({ result }) => result);
  const whole: readonly TranslatedSentence[] =
    answer === undefined ? [] : [wholeSentence(element.sourceText, answer)];
  return {
    detectedLang: element.from,
    segments: answer === undefined ? used.length : 1,
    phrasePairs:
      answer?.by === 'phrase-pair' ? 1 : results.filter((result) => result.by === 'phrase-pair').length,
    cacheHits: results.filter((result) => result.cached).length,
    secondTries: results.filter((result) => result.tries > 1).length,
    terms: [...whole.flatMap(({ terms }) => terms), ...results.flatMap((result) => result.terms)],
    ...((results.some(({ untranslated }) => untranslated === true) || keepsForeign(element)) && {
      untranslated: true,
    }),
    checks: results.flatMap((result) => result.checks),
    ...(register !== undefined && { register }),
    sentences: [...whole, ...sentencesOf(element.sourceText, used)],
  };
}

/** Whether a sentence of the element stayed because it is in a script that the model does not read. */
function keepsForeign({ pieces, from }: ElementPlan): boolean {
  return pieces.some((piece) => piece.kind === 'keep' && hasForeignRuns(piece.text, from));
}

/** What a person has written for the whole element is not estimated: it is what was asked for. */
export function wholeSentence(sourceText: string, { text, by, term }: WholeAnswer): TranslatedSentence {
  const terms: readonly AppliedTerm[] = term === undefined ? [] : [{ ...term, applied: true }];
  return {
    source: sourceText.trim(),
    sourceStart: sourceText.length - sourceText.trimStart().length,
    target: text.trim(),
    targetStart: text.length - text.trimStart().length,
    by,
    quality: 1,
    terms,
  };
}

function sentencesOf(sourceText: string, used: readonly Placed[]): TranslatedSentence[] {
  return used.map(({ targetStart, ...placed }) => ({ ...describeSentence(sourceText, placed), targetStart }));
}

/** A sentence and its translation, before the place of that is known. */
export function describeSentence(
  sourceText: string,
  { result, start, end }: Omit<Placed, 'targetStart'>,
): Omit<TranslatedSentence, 'targetStart'> {
  const { text, by, quality, terms, alternatives, untranslated } = result;
  return {
    source: sourceText.slice(start, end),
    sourceStart: start,
    target: text,
    by,
    terms,
    ...(quality !== undefined && { quality }),
    ...(untranslated === true && { untranslated }),
    ...(alternatives !== undefined && { alternatives }),
  };
}
