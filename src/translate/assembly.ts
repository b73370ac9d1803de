import { Failure } from '../failure.js';
import type { Lang } from '../lang.js';
import type {
  AppliedTerm,
  ElementPlan,
  Explanation,
  SegmentResult,
  TranslatedElement,
  TranslationPlan,
  TranslationResult,
} from './pipeline.js';
import { separatorBetween } from './text/spacing.js';

/** Puts the translated sentences back between the white space, marks and breaks that were kept. */
export function assemble(plan: TranslationPlan, results: readonly SegmentResult[]): TranslationResult {
  const elements = plan.elements.map((element, index) => assembleElement(element, index, plan.to, results));
  return { elements, wordCount: plan.wordCount };
}

function assembleElement(
  element: ElementPlan,
  index: number,
  to: Lang,
  results: readonly SegmentResult[],
): TranslatedElement {
  const { sourceText, from } = element;
  const used: SegmentResult[] = [];
  let text = '';
  for (const piece of element.pieces) {
    if (piece.kind === 'keep') text += piece.text;
    else if (piece.kind === 'separator') text += separatorBetween(piece.text, from, to);
    else {
      const result = results[piece.segment];
      if (result === undefined) throw new Error(`Segment ${piece.segment} was not translated.`);
      used.push(result);
      text += result.text;
    }
  }
  const translatedText = element.answer?.text ?? text;
  if (translatedText.trim() === '' && sourceText.trim() !== '')
    throw new Failure('translationFailed', { detail: { index } });
  return { sourceText, translatedText, detectedLang: from, explanation: explain(element, used) };
}

function explain(element: ElementPlan, used: readonly SegmentResult[]): Explanation {
  const { answer } = element;
  const whole: readonly AppliedTerm[] = answer?.term === undefined ? [] : [{ ...answer.term, applied: true }];
  return {
    detectedLang: element.from,
    segments: answer === undefined ? used.length : 1,
    phrasePairs:
      answer?.by === 'phrase-pair' ? 1 : used.filter((result) => result.by === 'phrase-pair').length,
    cacheHits: used.filter((result) => result.cached).length,
    secondTries: used.filter((result) => result.tries > 1).length,
    terms: [...whole, ...used.flatMap((result) => result.terms)],
    checks: used.flatMap((result) => result.checks),
  };
}
