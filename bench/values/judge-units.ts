/** Units behind a number that only counts. */
const GAINED: Readonly<Record<string, RegExp>> = {
  en: /^ ?(?:%|percent|dollars?|yen|yuan|minutes?|seconds?|o['’]clock|degrees?|hours?)\b/iu,
  ja: /^ ?(?:時(?!間)|歳|年|号|分(?!の)|秒|円|ドル|元|%|パーセント|度(?!目))/u,
  zh: /^ ?(?:点|岁|年|号|分(?!之)|秒|元|美元|%|度)/u,
};
const UNITS: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  money: {
    en: /^ ?(?:dollars|yen|yuan|RMB|renminbi)/iu,
    ja: /^ ?(?:円|ドル|元|人民元)/u,
    zh: /^ ?(?:元|美元|日元|块)/u,
  },
  percent: { en: /^ ?(?:%|percent|per cent)/iu, ja: /^ ?(?:%|パーセント)/u, zh: /^ ?%/u },
  points: {
    en: /^[ -]?(?:percentage )?(?:points?|%)/iu,
    ja: /^ ?(?:パーセント)?(?:ポイント|%)/u,
    zh: /^ ?个?百分点/u,
  },
  degrees: { en: /^(?: to \d+)? ?(?:degrees?|°)/iu, ja: /^ ?(?:度|℃|°)/u, zh: /^ ?(?:度|℃|°|摄氏度)/u },
};
/** Signs that stand before the figure. */
const SIGNS: Readonly<Record<string, RegExp>> = { money: /[$¥€] ?$/u, percent: /百分之 ?$/u };
const FROM: Readonly<Record<string, (before: string, behind: string) => boolean>> = {
  en: (before) => /\bfrom (?:[a-z'’]+ ){0,4}[$¥]?$/iu.test(before),
  ja: (_, behind) => /^.{0,6}?(?:から|より)/u.test(behind),
  zh: (before) => /[从由自](?:\d{1,4}[年月])?[^，。\d]{0,6}[$¥]?$/u.test(before),
};
/** Around a number, in characters. */
const REACH = 32;

/** Whether a figure stands in a translation as what it has to be there. */
export function hasUnit(expected: string, text: string, lang: string): boolean {
  const [kind = '', amount = ''] = expected.split(':');
  const places = placesOf(text.normalize('NFKC').replaceAll(/(?<=\d)[,，](?=\d{3})/gu, ''), amount);
  return places.some(({ before, behind }) => {
    if (kind === 'from') return FROM[lang]?.(before, behind) === true;
    if (kind === 'count') return GAINED[lang]?.test(behind) !== true && !/[$¥]$/u.test(before);
    return UNITS[kind]?.[lang]?.test(behind) === true || SIGNS[kind]?.test(before) === true;
  });
}

const NUMERALS = [...'〇一二三四五六七八九'];
const ENGLISH_ONES =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
const ENGLISH_TENS = ', , twenty, thirty, forty, fifty, sixty, seventy, eighty, ninety'.split(', ');

/** A whole number below a hundred in Chinese numerals and in English words; others are always written in figures. */
function inWords(amount: string): readonly string[] {
  const value = Number(amount);
  if (!Number.isInteger(value) || value < 1 || value > 99) return [];
  const [tens, ones] = [Math.floor(value / 10), value % 10];
  const head = tens === 0 ? '' : `${tens === 1 ? '' : NUMERALS[tens]}十`;
  const numeral = head + (ones === 0 ? '' : NUMERALS[ones]);
  const ten = ENGLISH_TENS[tens] ?? '';
  const word = ENGLISH_ONES[value] ?? (ones === 0 ? ten : `${ten}[- ]${ENGLISH_ONES[ones]}`);
  return [
    `(?<![〇一二三四五六七八九十百])${numeral}(?![\\d〇一二三四五六七八九十百])`,
    `(?<![\\p{L}-])${word}(?![\\p{L}-])`,
  ];
}

function placesOf(text: string, amount: string): { readonly before: string; readonly behind: string }[] {
  const figures = `(?<![\\d.])${amount.replace('.', '\\.')}(?![\\d]|\\.\\d)`;
  const pattern = new RegExp([figures, ...inWords(amount)].join('|'), 'giu');
  return [...text.matchAll(pattern)].map(({ index, 0: found }) => ({
    before: text.slice(Math.max(0, index - REACH), index),
    behind: text.slice(index + found.length, index + found.length + REACH),
  }));
}
