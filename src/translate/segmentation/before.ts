import type { Lang } from '../../base/lang.js';
import type { ProtectedSpan } from '../pipeline-types.js';
import { cutText } from './cut.js';

/** Longer than what a model takes in front of a sentence, in any language. */
const MOST_CHARACTERS = 600;
/** Of what stands before a text, where its last sentence is looked for. */
const LOOKED_AT = 2_000;

/** A sentence as the next one has it before it: without its mark-up, and nothing where it is too long to be read along. */
export function asBefore(text: string, protectedSpans: readonly ProtectedSpan[]): string | undefined {
  let words = '';
  let at = 0;
  for (const { start, end, kind } of protectedSpans) {
    if (kind !== 'open' && kind !== 'close') continue;
    words += text.slice(at, start);
    at = end;
  }
  words = (words + text.slice(at)).trim();
  return words.length > MOST_CHARACTERS || !/\p{L}/u.test(words) ? undefined : words;
}

/** The last sentence of a text. */
export function lastSentence(text: string | undefined, lang: Lang): string | undefined {
  if (text === undefined) return undefined;
  const last = cutText(text.slice(-LOOKED_AT), lang).findLast((cut) => cut.kind === 'sentence');
  return last?.kind === 'sentence' ? asBefore(last.text, last.protectedSpans) : undefined;
}
