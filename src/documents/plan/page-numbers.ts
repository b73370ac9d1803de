import type { Lang } from '../../base/lang.js';

/** A page, and the number of all pages behind it; that is a field at the end, which is no part of the unit. */
const PAGE_OF = /^Page\s*(<\d{1,3}\/>)\s*(?:of|\/)$/i;
const PAGE: Readonly<Record<Lang, string>> = {
  ja: 'ページ',
  'zh-CN': '页码',
  'zh-TW': '頁碼',
  'zh-HK': '頁碼',
};

/**
 * "Page 1 of 14" in the form of the target language. By rule: to a model that sees a field and half a sentence, "of" says
 * nothing.
 */
export function pageNumbers(unit: string, to: Lang): string | undefined {
  const page = PAGE_OF.exec(unit.trim())?.[1];
  const word = PAGE[to];
  return page === undefined || word === undefined ? undefined : `${word} ${page}/`;
}
