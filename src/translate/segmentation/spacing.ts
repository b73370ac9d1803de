import { type Lang, writesUnspaced } from '../../base/lang.js';

const UNSPACED_CHARACTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆\u3000-\u303F\uFF00-\uFF60]/u;

export function isUnspaced(character: string): boolean {
  return UNSPACED_CHARACTER.test(character);
}

/**
 * White space between two sentences of one line, as the target language writes it. Text in which source and target
 * follow the same custom keeps what it had; anything wider than one blank was put there on purpose and stays, but for the
 * wide blank that Japanese has behind ！ and ？.
 */
export function separatorBetween(source: string, from: Lang, to: Lang): string {
  if (writesUnspaced(from) === writesUnspaced(to)) return source;
  if (writesUnspaced(to)) return source === ' ' ? '' : source;
  return source === '' || source === '\u3000' ? ' ' : source;
}
