import type { Lang } from '../../base/lang.js';

/** Year first, as Japan and China write it: 2024/3/5, 2024.3.5. */
const YEAR_FIRST = /(?<![\d/.-])((?:19|20)\d\d)[/.](\d{1,2})[/.](\d{1,2})(?![\d/.-])/gu;
/** 3/25/2024 or 25/3/2024. */
const YEAR_LAST = /(?<![\d/.-])(\d{1,2})\/(\d{1,2})\/((?:19|20)\d\d)(?![\d/.-])/gu;
/** 3:30 PM, 11 a.m. */
const CLOCK = /(?<![\d:])(\d{1,2})(?::(\d\d))? ?([ap])\.?m\.?(?![A-Za-z])/giu;
const MEASURE =
  /(?<![\d.,/-])(\d[\d,]*(?:\.\d+)?)[ \u00A0]?(km\/h|km|cm|mm|m|kg|mg|g|mL|ml|L|°C|℃)(?![A-Za-z\d²³/-])/gu;
const MONTHS = 'January February March April May June July August September October November December'.split(
  ' ',
);
/** What Chinese texts write for a unit, on the mainland and in Taiwan and Hong Kong; Japanese ones keep the sign. */
const CHINESE_UNITS: Readonly<Record<string, readonly [simplified: string, traditional: string]>> = {
  'km/h': ['公里/小时', '公里/小時'],
  km: ['公里', '公里'],
  m: ['米', '公尺'],
  cm: ['厘米', '公分'],
  mm: ['毫米', '公釐'],
  kg: ['公斤', '公斤'],
  g: ['克', '公克'],
  mg: ['毫克', '毫克'],
  L: ['升', '公升'],
  mL: ['毫升', '毫升'],
  ml: ['毫升', '毫升'],
};

interface Rewriting {
  readonly written: string;
  readonly local: string;
}

/**
 * Dates, times and units as the target language writes them; values stay. What the translation copied from the source
 * is rewritten: 2024/3/5 is March 5, 2024 in English, 25 °C is 25℃ in Japanese, 5 km is 5公里 in Chinese. A date whose
 * day and month cannot be told apart (3/5/2024) stays as it is.
 */
export function withLocalFormats(translation: string, source: string, to: Lang): string {
  let text = translation;
  for (const { written, local } of rewritings(source, to)) {
    if (written === local) continue;
    text = text.replaceAll(
      new RegExp(`(?<![\\d.,/:-])${escaped(written)}(?![\\d/]|[.,:-]\\d)`, 'gu'),
      () => local,
    );
  }
  return text;
}

function rewritings(source: string, to: Lang): Rewriting[] {
  const found: Rewriting[] = [];
  for (const [written, year = '', month = '', day = ''] of source.matchAll(YEAR_FIRST))
    found.push({ written, local: dateOf(written, Number(year), Number(month), Number(day), to) });
  for (const [written, first = '', second = '', year = ''] of source.matchAll(YEAR_LAST)) {
    const [a, b] = [Number(first), Number(second)];
    if (a > 12 || a === b) found.push({ written, local: dateOf(written, Number(year), b, a, to) });
    else if (b > 12) found.push({ written, local: dateOf(written, Number(year), a, b, to) });
  }
  for (const [written, hour = '', minutes, half = ''] of source.matchAll(CLOCK))
    found.push({ written, local: clockOf(written, Number(hour), minutes, half.toLowerCase() === 'p', to) });
  for (const [written, figures = '', unit = ''] of source.matchAll(MEASURE))
    found.push({ written, local: measureOf(figures, unit, to) });
  return found;
}

function dateOf(written: string, year: number, month: number, day: number, to: Lang): string {
  const name = MONTHS[month - 1];
  if (name === undefined || day < 1 || day > 31) return written;
  return to === 'en' ? `${name} ${day}, ${year}` : `${year}年${month}月${day}日`;
}

function clockOf(
  written: string,
  hour: number,
  minutes: string | undefined,
  isAfternoon: boolean,
  to: Lang,
): string {
  if (to === 'en' || hour < 1 || hour > 12) return written;
  const [morning, afternoon] = to === 'ja' ? ['午前', '午後'] : ['上午', '下午'];
  const hours = to === 'ja' ? '時' : to === 'zh-CN' ? '点' : '點';
  const half = isAfternoon ? afternoon : morning;
  const past = minutes === undefined || minutes === '00' ? '' : `${Number(minutes)}分`;
  // Noon is 午後0時 in Japanese.
  const told = to === 'ja' && hour === 12 ? 0 : hour;
  return `${half}${told}${hours}${past}`;
}

function measureOf(figures: string, unit: string, to: Lang): string {
  if (to === 'en') return `${figures} ${unit === '℃' ? '°C' : unit}`;
  if (unit === '°C' || unit === '℃') return `${figures}℃`;
  const [simplified, traditional] = CHINESE_UNITS[unit] ?? [unit, unit];
  return figures + (to === 'ja' ? unit : to === 'zh-CN' ? simplified : traditional);
}

function escaped(text: string): string {
  return text.replaceAll(/[.*+?^${}()|[\]\\/]/g, '\\$&');
}
