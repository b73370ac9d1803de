import type { Lang } from '../../base/lang.js';

/** Chinese by its script, as most vendors name it. */
const BY_SCRIPT: Readonly<Record<Lang, string>> = {
  'zh-CN': 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'zh-HK': 'zh-Hant-HK',
};

/** The BCP 47 tag of a language, Chinese with its script. */
export function scriptTag(lang: Lang): string {
  return BY_SCRIPT[lang] ?? lang;
}

/** Whether a code names a language that there is, served or not. */
export function isLanguage(code: string): boolean {
  try {
    return new Intl.DisplayNames('en', { type: 'language', fallback: 'none' }).of(code) !== undefined;
  } catch {
    return false;
  }
}

/** Names of languages in a language of the caller's choice; in English where that is none. */
export function languageNames(locale: string | undefined): (lang: Lang) => string {
  const names = displayNames(locale ?? 'en') ?? displayNames('en');
  return (lang) => names?.of(scriptTag(lang)) ?? lang;
}

function displayNames(locale: string): Intl.DisplayNames | undefined {
  try {
    return new Intl.DisplayNames([locale, 'en'], { type: 'language' });
  } catch {
    return undefined;
  }
}
