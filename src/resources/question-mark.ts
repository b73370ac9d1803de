import type { Lang } from '../lang.js';

const FULL_WIDTH = /^(?:ja|zh)/;

/** A translated statement turned into the question that its source asks: `Really` → `Really?` */
export function asQuestion(target: string, lang: Lang): string {
  if (/[?？]$/u.test(target)) return target;
  return `${target.replace(/[.。．!！]+$/u, '')}${FULL_WIDTH.test(lang) ? '？' : '?'}`;
}
