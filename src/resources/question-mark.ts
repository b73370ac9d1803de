import { type Lang, writesFullWidth } from '../base/lang.js';

/** A translated statement turned into the question that its source asks: `Really` → `Really?` */
export function asQuestion(target: string, lang: Lang): string {
  if (/[?？]$/u.test(target)) return target;
  return `${target.replace(/[.。．!！]+$/u, '')}${writesFullWidth(lang) ? '？' : '?'}`;
}
