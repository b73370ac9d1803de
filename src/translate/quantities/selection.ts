import type { Lang } from '../../base/lang.js';
import { isAtLeast } from './notation/decimal.js';
import type { Quantity } from './quantity.js';

/** Numerals and number words below this are safe with any model. */
const WORDS_FROM = 100;

/**
 * Whether a quantity is translated by rule from the first search on. Models copy figures well and stumble over what has
 * to be computed: scale words, Chinese numerals, parts of ten and foreign currencies. Everything else is only checked, so
 * that plain sentences stay as the model writes them.
 */
export function isWrittenByRule(
  quantity: Quantity,
  { text, from }: { readonly text: string; readonly from: Lang },
  to: Lang,
): boolean {
  const { kind, writing, values, required, off } = quantity;
  if (!required) return false;
  const eastAsian = from === 'ja' || from.startsWith('zh');
  switch (kind) {
    case 'date':
    case 'time':
    case 'ordinal':
      return false;
    case 'percent':
    case 'points':
      return (
        off === true ||
        kind === 'points' ||
        (values.length > 1 && !/[%％]/u.test(text.slice(quantity.start, quantity.end))) ||
        !/[%％]|百分之|パーセント/u.test(text.slice(quantity.start, quantity.end))
      );
    case 'money':
      return writing !== 'figures' || eastAsian || !/^[$€£¥]/.test(text.slice(quantity.start));
    case 'number':
      if (writing === 'scaled') return true;
      if (writing !== 'words' || (from.startsWith('zh') && to === from)) return false;
      return values.some((value) => isAtLeast(value, WORDS_FROM));
  }
}
