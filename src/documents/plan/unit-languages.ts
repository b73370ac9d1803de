import type { Lang, SourceLang } from '../../base/lang.js';
import type { ReadUnit } from './read-unit.js';

export interface UnitLanguages {
  /** The language of the document. */
  readonly main: Lang | undefined;
  /** The language each unit is translated from; undefined where it stays as it is. */
  readonly units: readonly (Lang | undefined)[];
}

export interface LanguageOptions {
  readonly from: SourceLang;
  readonly to: Lang;
  /** Whether there is a model for a direction. */
  supports(from: Lang, to: Lang): boolean;
}

/** Units looked at to find the language of a document. */
const SAMPLE_UNITS = 400;

/**
 * Decides what each unit is written in. A document has one language, but its tables and slides hold English names and
 * codes: what is already in the target language, or in a script of its own, is not forced through the wrong model.
 */
export function unitLanguages(
  units: readonly Pick<ReadUnit, 'text' | 'lang'>[],
  options: LanguageOptions,
): UnitLanguages {
  const main = options.from === 'auto' ? mostOf(units, options.to) : options.from;
  return { main, units: units.map(({ lang }) => languageOf(lang, main, options)) };
}

function languageOf(
  detected: Lang | undefined,
  main: Lang | undefined,
  { to, supports }: LanguageOptions,
): Lang | undefined {
  if (main === undefined || main === to)
    return detected === to || detected === undefined ? undefined : detected;
  if (detected === undefined || detected === main) return main;
  const eastAsian = isEastAsian(detected);
  // Short texts of Chinese characters alone, and of Latin letters alone, are taken for what the document is.
  if (eastAsian === isEastAsian(main)) return main;
  if (detected === to) return undefined;
  return supports(detected, to) ? detected : main;
}

/** The language of most of the text, other than the one it is translated into where there is one. */
function mostOf(units: readonly Pick<ReadUnit, 'text' | 'lang'>[], to: Lang): Lang | undefined {
  const weights = new Map<Lang, number>();
  for (const { text, lang } of units.slice(0, SAMPLE_UNITS)) {
    // An East Asian character says about as much as two letters and a half.
    if (lang !== undefined) {
      weights.set(lang, (weights.get(lang) ?? 0) + text.length * (isEastAsian(lang) ? 2.5 : 1));
    }
  }
  const ranked = [...weights].sort(([, a], [, b]) => b - a).map(([lang]) => lang);
  return ranked.find((lang) => lang !== to) ?? ranked[0];
}

function isEastAsian(lang: Lang): boolean {
  return /^(?:ja|zh|ko)\b/.test(lang);
}
