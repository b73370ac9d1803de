import type { Lang } from '../../lang.js';

const UNSPACED_CHARACTER =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー々〆\u3000-\u303F\uFF00-\uFF60]/u;
const UNSPACED_LANGS = new Set(['ja', 'zh', 'th', 'lo', 'km', 'my']);

/** Whether words, and with them sentences, stand without blanks between them in this language. */
export function writesUnspaced(lang: Lang): boolean {
  return UNSPACED_LANGS.has(lang.split('-')[0] ?? lang);
}

export function isUnspaced(character: string): boolean {
  return UNSPACED_CHARACTER.test(character);
}

/**
 * White space between two sentences of one line, as the target language writes it. Text in which source and target
 * follow the same custom keeps what it had; anything wider than one blank was put there on purpose and stays.
 */
export function gapBetween(source: string, from: Lang, to: Lang): string {
  if (writesUnspaced(from) === writesUnspaced(to)) return source;
  if (writesUnspaced(to)) return source === ' ' ? '' : source;
  return source === '' ? ' ' : source;
}
