/**
 * A language code as clients send it: ISO 639-1, except `zh-CN`, `zh-TW` and `zh-HK`.
 * An open set, because an operator can add models for more languages.
 */
export type Lang = string;

/** What to do about a code that is none, for messages. */
export const WHICH_CODES = 'use ISO 639-1 codes, and zh-CN, zh-TW or zh-HK for Chinese';

/** What a caller may send as source language. */
export type SourceLang = Lang | 'auto';

/** The language without its region: `zh` of `zh-TW`. */
export function baseOf(lang: Lang): string {
  return lang.split('-', 1)[0] ?? lang;
}

const UNSPACED = new Set(['ja', 'zh', 'th', 'lo', 'km', 'my']);

/** Whether sentences of this language end in 。 rather than in a full stop. */
export function writesFullWidth(lang: Lang): boolean {
  return lang === 'ja' || lang.startsWith('zh');
}

/** Whether words, and with them sentences, stand without blanks between them in this language. */
export function writesUnspaced(lang: Lang): boolean {
  return UNSPACED.has(baseOf(lang));
}
