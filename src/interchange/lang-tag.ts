import type { Lang } from '../base/lang.js';
import { lazily } from '../base/lazily.js';

/** All names that the runtime knows: read for the first tag. */
const names = lazily(() => new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }));

/** Chinese is the one language whose code says more than ISO 639-1. */
const CHINESE: Readonly<Record<string, Lang>> = {
  zh: 'zh-CN',
  'zh-cn': 'zh-CN',
  'zh-sg': 'zh-CN',
  'zh-hans': 'zh-CN',
  'zh-hans-cn': 'zh-CN',
  'zh-tw': 'zh-TW',
  'zh-hant': 'zh-TW',
  'zh-hant-tw': 'zh-TW',
  'zh-hk': 'zh-HK',
  'zh-mo': 'zh-HK',
  'zh-hant-hk': 'zh-HK',
};

/**
 * The code this service uses for a language tag of any writing (BCP 47, any case, `_` for `-`); undefined for what is
 * no language, also for one with blanks around it.
 *
 * @example
 * canonicalLang('EN-us') // 'en'
 * canonicalLang('zh_Hant') // 'zh-TW'
 */
export function canonicalLang(tag: string): Lang | undefined {
  const lower = tag.toLowerCase().replaceAll('_', '-');
  if (lower === 'zh' || lower.startsWith('zh-')) return CHINESE[lower];
  const primary = /^([a-z]{2})(?:-[a-z0-9]{2,8})*$/.exec(lower)?.[1];
  if (primary === undefined || names().of(primary) === undefined) return undefined;
  return primary;
}

/** Whether a code is written exactly as the interface wants it. */
export function isLangCode(code: string): boolean {
  return canonicalLang(code) === code;
}
