import type { Lang } from '../../../base/lang.js';

const ENGLISH = /(?<![A-Za-z])(?:Mrs?|Ms|Miss)(?:\.|(?= [A-Z]))/u;
/** Chinese forms of address that a model trained on both languages sets behind a name in Japanese. */
const CHINESE = /(?<=[\p{Script=Katakana}ー\p{Script=Latin}])(?:女士|太太|小姐)/gu;

/** The forms of address of the target language: さん, not 女士. */
export function withLocalTitles(translation: string, source: string, from: Lang, to: Lang): string {
  if (from !== 'en' || to !== 'ja' || !ENGLISH.test(source)) return translation;
  return translation.replace(CHINESE, 'さん');
}
