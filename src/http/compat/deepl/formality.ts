import type { Formality } from '../../../base/engine.js';
import { Failure } from '../../../base/failure.js';

/** Where a language has no registers DeepL refuses `more` and `less`, and takes the others; here all have no effect there. */
const FORMALITIES: ReadonlyMap<string, Formality> = new Map([
  ['default', 'auto'],
  ['more', 'polite'],
  ['prefer_more', 'polite'],
  ['less', 'plain'],
  ['prefer_less', 'plain'],
]);

/** Undefined where nothing is asked: then the contract decides. */
export function formalityOf(sent: string | undefined): Formality | undefined {
  if (sent === undefined || sent === '') return undefined;
  const formality = FORMALITIES.get(sent.toLowerCase());
  if (formality === undefined)
    throw new Failure('argumentInvalid', {
      message: `formality is one of ${[...FORMALITIES.keys()].join(', ')}.`,
    });
  return formality;
}
