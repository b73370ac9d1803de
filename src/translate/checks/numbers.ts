/** A number written in digits, with its place in the text. */
export interface FoundNumber {
  readonly start: number;
  readonly end: number;
  readonly value: number;
  /** Digits only, separators of thousands taken out. */
  readonly plain: string;
}

const NUMBER = /\d+(?:[,，]\d{3})*(?:\.\d+)?/g;
const SCALES: readonly (readonly [RegExp, number])[] = [
  [/^\s*(?:thousand|千)/iu, 1e3],
  [/^\s*(?:万|萬)/u, 1e4],
  [/^\s*(?:million|百万|百萬)/iu, 1e6],
  [/^\s*(?:亿|億)/u, 1e8],
  [/^\s*(?:billion|十亿|十億)/iu, 1e9],
  [/^\s*(?:trillion|兆|万亿)/iu, 1e12],
  [/^\s*(?:百|hundred)/iu, 1e2],
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
const CHANGES_BEFORE = /(?:明治|大正|昭和|平成|令和|民国|民國|午後|下午|晚上|夜|第|[A-Za-z_-])\s*$/u;
const CHANGES_AFTER = /^\s*(?:世紀|世纪|割|分の|[A-Za-z_-]|th\b|st\b|nd\b|rd\b|s\b|\s?[ap]\.?m\b)/iu;

/** Numbers of a text. */
export function findNumbers(text: string): FoundNumber[] {
  const wide = text.replace(/[０-９．，]/gu, (character) => character.normalize('NFKC'));
  return [...wide.matchAll(NUMBER)].map((match) => {
    const plain = match[0].replace(/,/g, '');
    return { start: match.index, end: match.index + match[0].length, value: Number(plain), plain };
  });
}

/**
 * Numbers of the source that the translation lost. Other ways to write a number count as kept: 1,000 and 1000, 5万 and
 * 50,000, "three", "May" for 5月; numbers that translation changes by rule (eras, 午後3時) are not asked for.
 */
export function lostNumbers(source: string, target: string): FoundNumber[] {
  const wanted = findNumbers(source);
  if (wanted.length === 0) return [];
  const there = findNumbers(target).flatMap((number) => readings(target, number));
  const plain = new Set(findNumbers(target).map((number) => number.plain));
  return wanted.filter((number) => {
    if (plain.has(number.plain)) return false;
    if (CHANGES_BEFORE.test(source.slice(0, number.start)) || CHANGES_AFTER.test(source.slice(number.end)))
      return false;
    const asked = readings(source, number);
    if (asked.some((value) => there.some((other) => Math.abs(value - other) <= 1e-9 * Math.abs(value))))
      return false;
    if (Number.isInteger(number.value) && WORDS[number.value]?.test(target) === true) return false;
    // "2 million" may become 200万 and "10-15" may lose its separator: look for the digits in a row.
    return !target.replace(/[\s,.，]/gu, '').includes(number.plain.replace('.', ''));
  });
}

function readings(text: string, number: FoundNumber): number[] {
  const after = text.slice(number.end, number.end + 12);
  const scales = SCALES.filter(([word]) => word.test(after)).map(([, scale]) => scale);
  return [number.value, ...scales.map((scale) => number.value * scale)];
}
