import type { Lang } from '../../lang.js';

/** A number written in digits, with its place in the text. */
export interface FoundNumber {
  readonly start: number;
  /** After the digits, or after the word that multiplies them (万, million). */
  readonly end: number;
  /** What is meant, multiplied. */
  readonly value: number;
  /** Digits only, separators of thousands taken out. */
  readonly plain: string;
  /** 1 unless a word multiplies the digits. */
  readonly scale: number;
}

/** Thousands in threes, or plain digits: 14000,000 is two numbers, and wrong. */
const NUMBER = /(?<!\d)\d{1,3}(?:,\d{3})+(?!\d)(?:\.\d+)?|\d+(?:\.\d+)?/g;
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^\s?(?:trillion\b|万亿|萬億|兆)/iu, 1e12],
  [/^\s?(?:billion\b|十亿|十億)/iu, 1e9],
  [/^\s?(?:亿|億)/u, 1e8],
  [/^\s?(?:million\b|百万|百萬)/iu, 1e6],
  [/^\s?(?:万|萬)/u, 1e4],
  [/^\s?(?:thousand\b|千)/iu, 1e3],
  [/^\s?(?:hundred\b|百)/iu, 1e2],
];
/** Small numbers are often written out, and dates name their month. */
const WORDS: readonly RegExp[] = [
  /zero|no\b|零|〇|ゼロ/iu,
  /\bone\b|\bfirst|\ba\b|\ban\b|once|single|january|jan\b|一|初|壱|同/iu,
  /\btwo\b|second|twice|both|pair|half|february|feb\b|二|两|兩|双|雙|両|２/iu,
  /three|third|march|mar\b|三/iu,
  /four|april|apr\b|quarter|四/iu,
  /five|fifth|\bmay\b|五/iu,
  /six|june|jun\b|六/iu,
  /seven|july|jul\b|七/iu,
  /eight|august|aug\b|八/iu,
  /nine|ninth|september|sept?\b|九/iu,
  /\bten(?:th)?\b|october|oct\b|十/iu,
  /eleven|november|nov\b|十一/iu,
  /twel|dozen|december|dec\b|noon|midnight|十二/iu,
];
/** Years of Japanese eras, times of the afternoon and centuries change their digits in translation. */
const CHANGES_BEFORE = /(?:明治|大正|昭和|平成|令和|民国|民國|午後|下午|晚上|夜|第)\s*$|[A-Za-z_-]$/u;
const CHANGES_AFTER = /^(?:[A-Za-z_-]|\s?(?:世紀|世纪|割|分の|[ap]\.?m\b))/iu;

/** Numbers of a text. */
export function findNumbers(text: string): FoundNumber[] {
  const wide = text.replace(/[０-９．，]/gu, (character) => character.normalize('NFKC'));
  const found = [...wide.matchAll(NUMBER)].map((match): FoundNumber => {
    const plain = match[0].replace(/,/g, '');
    const digitsEnd = match.index + match[0].length;
    const after = wide.slice(digitsEnd, digitsEnd + 12);
    const [word, scale] = SCALES.find(([pattern]) => pattern.test(after)) ?? [undefined, 1];
    const end = digitsEnd + (word?.exec(after)?.[0].length ?? 0);
    return { start: match.index, end, value: Number(plain) * scale, plain, scale };
  });
  return found.reduce(joinedToLast, []);
}

/** 10万4500 and 3億4000万 are one number each. */
function joinedToLast(numbers: FoundNumber[], number: FoundNumber): FoundNumber[] {
  const last = numbers.at(-1);
  if (last === undefined || last.end !== number.start || last.scale <= Math.max(number.scale, 1e3)) {
    return [...numbers, number];
  }
  const whole = { ...last, end: number.end, value: last.value + number.value };
  return [...numbers.slice(0, -1), whole];
}

/**
 * Numbers of the source that the translation lost. Other ways to write a number count as kept: 1,000 and 1000, 5万 and
 * 50,000, "three", "May" for 5月; numbers that translation changes by rule (eras, 午後3時) are not asked for.
 */
export function lostNumbers(source: string, target: string): FoundNumber[] {
  const wanted = findNumbers(source);
  if (wanted.length === 0) return [];
  const there = findNumbers(target);
  const digits = target.normalize('NFKC').replace(/[\s,.]/gu, '');
  return wanted.filter((number) => {
    if (there.some((other) => Math.abs(number.value - other.value) <= 1e-9 * Math.abs(number.value)))
      return false;
    if (CHANGES_BEFORE.test(source.slice(0, number.start)) || CHANGES_AFTER.test(source.slice(number.end)))
      return false;
    // 1400万 is not 1400 million: with a multiplying word only the value counts.
    if (number.scale > 1) return number.scale >= 1e4;
    if (Number.isInteger(number.value) && WORDS[number.value]?.test(target) === true) return false;
    return !digits.includes(number.plain.replace('.', ''));
  });
}

const THOUSANDS = /\B(?=(?:\d{3})+(?!\d))/g;

/** A number as the target language writes it: 1400万 is 14 million in English, 14 million is 1400万 in Japanese. */
export function localNumber(source: string, number: FoundNumber, to: Lang): string {
  if (number.scale < 1e4) return source;
  if (to === 'ja' || to.startsWith('zh')) return eastAsian(number.value, to);
  for (const [size, word] of [
    [1e12, 'trillion'],
    [1e9, 'billion'],
    [1e6, 'million'],
  ] as const) {
    if (number.value >= size && Number.isInteger((number.value / size) * 100))
      return `${number.value / size} ${word}`;
  }
  return String(Math.round(number.value)).replace(THOUSANDS, ',');
}

function eastAsian(value: number, to: Lang): string {
  const [hundredMillion, tenThousand] =
    to === 'zh-CN' ? ['亿', '万'] : to === 'ja' ? ['億', '万'] : ['億', '萬'];
  const high = Math.floor(value / 1e8);
  const low = (value - high * 1e8) / 1e4;
  return (high > 0 ? `${high}${hundredMillion}` : '') + (low > 0 ? `${low}${tenThousand}` : '');
}
