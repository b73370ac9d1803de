import type { Lang } from '../../../base/lang.js';
import { scriptTag } from '../language-codes.js';

/** Targets that DeepL has in several kinds; ours is one English. */
const TARGET_KINDS: Readonly<Record<Lang, readonly string[]>> = { en: ['EN-US', 'EN-GB'] };

/** A source language: no regions, and Chinese is one. */
export function sourceCode(lang: Lang): string {
  return (lang.split('-', 1)[0] ?? lang).toUpperCase();
}

/** The codes by which clients ask for a target language. */
export function targetCodes(lang: Lang): readonly string[] {
  return TARGET_KINDS[lang] ?? [scriptTag(lang).toUpperCase()];
}

/** The code of a language in glossaries: lower case, `zh` for simplified Chinese. */
export function glossaryCode(lang: Lang): string {
  return lang === 'zh-CN' ? 'zh' : scriptTag(lang).toLowerCase();
}
