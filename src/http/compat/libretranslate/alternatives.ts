import { Failure } from '../../../base/failure.js';
import { MOST_ALTERNATIVES } from '../../../requests/body.js';
import { MOST_WITH_ALTERNATIVES } from '../../../requests/limits.js';
import type { TranslatedElement } from '../../../translate/pipeline-types.js';
import { countCharacters } from '../../../translate/segmentation/count.js';

/** How many other translations are looked for: as many as we give at most, and none for long texts. */
export function alternativesFor(wanted: number | string | undefined, texts: readonly string[]): number {
  const number = Number(wanted ?? 0);
  if (!Number.isInteger(number)) {
    throw new Failure('argumentInvalid', { message: 'alternatives is not a number: send 0 to 4.' });
  }
  if (number <= 0) return 0;
  const characters = texts.reduce((sum, text) => sum + countCharacters(text), 0);
  return characters > MOST_WITH_ALTERNATIVES ? 0 : Math.min(number, MOST_ALTERNATIVES);
}

/** Other translations of a whole text: the n-th has the n-th alternative of every sentence that has one. */
export function alternativesOf(element: TranslatedElement, most: number): string[] {
  const texts = new Set<string>();
  for (let rank = 0; rank < most; rank += 1) texts.add(withAlternatives(element, rank));
  texts.delete(element.translatedText);
  return [...texts];
}

function withAlternatives({ translatedText, explanation }: TranslatedElement, rank: number): string {
  const pieces: string[] = [];
  let at = 0;
  for (const { target, targetStart, alternatives = [] } of explanation.sentences) {
    const other = alternatives[rank]?.text;
    if (other === undefined || targetStart < at) continue;
    pieces.push(translatedText.slice(at, targetStart), other);
    at = targetStart + target.length;
  }
  pieces.push(translatedText.slice(at));
  return pieces.join('');
}
