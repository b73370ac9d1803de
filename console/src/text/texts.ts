import { en } from './en/index.js';
import { ja } from './ja/index.js';

export type Texts = typeof en;
export type Locale = 'en' | 'ja';

export const TEXTS: Readonly<Record<Locale, Texts>> = { en, ja };

const CHOSEN = 'kotobashi.locale';

/** What was chosen here before, else the first language of the browser that the page speaks. */
export function firstLocale(): Locale {
  const wanted = [localStorage.getItem(CHOSEN), ...navigator.languages];
  for (const tag of wanted) {
    const language = tag?.split('-')[0];
    if (language === 'en' || language === 'ja') return language;
  }
  return 'en';
}

export function rememberLocale(locale: Locale): void {
  localStorage.setItem(CHOSEN, locale);
}

/** People choose Chinese by its script, not by country. */
const SCRIPTS: Readonly<Record<string, string>> = {
  'zh-CN': 'zh-Hans',
  'zh-TW': 'zh-Hant',
  'zh-HK': 'zh-Hant-HK',
};

export function languageName(code: string, locale: Locale): string {
  return new Intl.DisplayNames([locale], { type: 'language' }).of(SCRIPTS[code] ?? code) ?? code;
}
