import type { Lang } from '../../../base/lang.js';
import { findQuantities } from '../find.js';
import { decimalOf, isSame } from '../notation/decimal.js';

const MEASURE = /^(\d[\d,]*(?:\.\d+)?) ?(%|％|[a-zA-Z/]+)$/u;
/** The end of a range: "3 to 5 percent". */
const LAST_PERCENT = /\S+ per ?cent$/u;
const ENGLISH_WORDS: Readonly<Record<string, string>> = {
  km: 'kilomet(?:er|re)s?',
  cm: 'centimet(?:er|re)s?',
  mm: 'millimet(?:er|re)s?',
  kg: 'kilograms?',
  g: 'grams?',
  mg: 'milligrams?',
  mL: 'millilit(?:er|re)s?',
  ml: 'millilit(?:er|re)s?',
  'km/h': '(?:kilomet(?:er|re)s (?:per|an) hour|km per hour)',
};

/**
 * A measure of the source with its sign where the model wrote the unit in words: 35% for "35 percent" and 百分之三十五, 2kg
 * for "2 kilograms". The sentence is as good as before, and another search, with the measure marked, is often worse.
 */
export function withUnitSign(translation: string, measure: string, to: Lang): string {
  const [, figures = '', sign = ''] = MEASURE.exec(measure) ?? [];
  if (sign === '' || translation.includes(measure)) return translation;
  if (sign === '%' || sign === '％') return withPercentSign(translation, measure, figures, to);
  const words = to === 'en' ? ENGLISH_WORDS[sign] : undefined;
  if (words === undefined) return translation;
  const written = new RegExp(`(?<![\\d.,])${figures.replaceAll('.', '\\.')}[ -]${words}(?![A-Za-z])`, 'u');
  return translation.replace(written, measure);
}

function withPercentSign(translation: string, measure: string, figures: string, to: Lang): string {
  const wanted = decimalOf(figures);
  for (const { start, end, kind, values } of findQuantities(translation, to)) {
    const last = values.at(-1);
    if (kind !== 'percent' || last === undefined || !isSame(last, wanted)) continue;
    const written = translation.slice(start, end);
    const signed = values.length === 1 ? measure : written.replace(LAST_PERCENT, measure);
    return translation.slice(0, start) + signed + translation.slice(end);
  }
  return translation;
}
