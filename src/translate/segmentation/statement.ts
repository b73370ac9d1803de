import { type Lang, writesUnspaced } from '../../base/lang.js';
import { isFirm } from '../../marks/final-mark.js';

/** An end mark, with what may stand behind it. */
const ENDED = /[.!?。．！？…][\s"'”’」』）)\]】*_]*$/u;
const WORD = /\p{L}[\p{L}\p{M}'’-]*/gu;
const LOWER = /^\p{Ll}/u;
/** What only somebody says who speaks: 都七月了, "It's July", "I will". */
const SPOKEN = /[了吗嗎呢吧啊呀嘛哦啦]$|^(?:I|You|He|She|It|We|They|That|There)(?:['’]\p{L}+)? \p{L}/u;
/** Of a mail: its words are a heading, unless they end as a sentence does. */
const SUBJECT = /^(?:subject|re|fwd?|件名|主[题題旨])\s*[:：]/iu;
/** Shorter than this, words without an end mark are a label. */
const LABEL_WORDS = 4;
const LABEL_CHARACTERS = 10;

/**
 * Whether a text says something, and is not a heading, a label or a cell: these have no register of their own and stand
 * for themselves, whatever stands before them.
 */
export function isStatement(text: string, lang: Lang): boolean {
  if (isFirm(text)) return false;
  if (ENDED.test(text)) return true;
  if (SUBJECT.test(text)) return false;
  if (SPOKEN.test(text.trim())) return true;
  if (writesUnspaced(lang)) return [...text].length >= LABEL_CHARACTERS;
  const words = text.match(WORD) ?? [];
  // In a heading most words have a capital.
  return words.length > LABEL_WORDS && words.filter((word) => LOWER.test(word)).length * 2 > words.length;
}
