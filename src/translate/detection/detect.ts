import { createRequire } from 'node:module';
import type { Lang } from '../../base/lang.js';
import { normalForm } from '../../base/normal-form.js';
import type { Detection } from '../pipeline-types.js';
import type { HanModel } from './han.js';

type Statistics = typeof import('tinyld');
/** Fifty megabytes of tables, in every thread that has them: read when a text is first asked about that no rule decides. */
let statistics: Statistics | undefined;

const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}\uFF66-\uFF9D]/gu;
const HAN = /[\p{Script=Han}]/gu;
const HANGUL = /\p{Script=Hangul}/gu;
const LATIN_WORD = /[\p{Script=Latin}][\p{Script=Latin}\p{M}'’.-]*/gu;
const LETTER = /[\p{L}ー々〆]/gu;
const KNOWN_LETTER =
  /[\p{Script=Latin}\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}ー々〆]/gu;
/** Words without which an English sentence hardly exists; Japanese and Chinese text with English names has none. */
const ENGLISH_FUNCTION_WORD =
  /^(?:the|a|an|is|are|was|were|be|been|of|in|on|at|to|for|from|with|by|and|or|but|not|this|that|these|those|it|its|he|she|they|we|you|i|my|your|his|her|our|their|have|has|had|do|does|did|will|would|can|could|should|what|which|who|when|where|how|why|if|as|means?)$/i;
/** Letters that English does not use outside loan words. */
const NON_ENGLISH_LETTER = /[\u00C0-\u024F\u1E00-\u1EFF]/u;

/** Protected spans and marks say nothing about the language. */
const NOISE =
  /https?:\/\/\S+|(?<![\w.+-])[\w.+-]+@[\w.-]+|<[^<>]{1,300}>|\{\{?[^{}]{1,100}\}?\}|%[sd@]|\$\{[^}]{1,100}\}/g;

/** Enough for statistics of letters; tinyld takes a second for fifteen thousand. */
const SAMPLE_CHARS = 500;
/** Certainty of tinyld below which another Latin language is a guess. */
const OTHER_LATIN_CERTAINTY = 0.5;
/** Those that business text comes in; the statistics of rarer ones take short English for Esperanto or Rundi. */
const OTHER_LATIN = new Set(['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'vi', 'id', 'tr', 'sv', 'fi']);
/** No other large language in Latin letters has these words. */
const ONLY_ENGLISH =
  /^(?:the|and|are|were|been|this|that|these|those|with|from|for|by|they|you|your|she|their|which|who|when|where|how|why|would|should|could|have|has|had|does|did)$/i;
/** How sure a language is that its script or its commonest words decide. */
const BY_SCRIPT = 0.99;
/** The same for a few Latin words that could be a name or another language. */
const FEW_WORDS = 0.6;
/** Log-odds (nats) up to which a text of Chinese characters is taken as good in both languages. */
const HAN_EITHER = 4;

export interface DetectOptions {
  /** The target: a text that could be two languages is not the one it is to be translated into. */
  readonly not?: Lang;
}

/**
 * The language of one text, or `undefined` where it cannot be told: digits, emoji, scripts of no known language.
 * Scripts decide first (kana is Japanese, Hangul Korean), Chinese characters alone by a character model, and statistics
 * of letters only among the languages in Latin letters.
 *
 * @example
 * detect('検討中', han) // 'ja'
 */
export function detect(text: string, han: HanModel, options: DetectOptions = {}): Lang | undefined {
  return identify(text, han, options)?.lang;
}

/** The language with how sure it is: near 1 where the script decides, less where statistics or a few letters do. */
export function identify(text: string, han: HanModel, options: DetectOptions = {}): Detection | undefined {
  const clean = normalForm(text, 'NFKC').replace(NOISE, ' ');
  const kana = clean.match(KANA)?.length ?? 0;
  const ideographs = clean.match(HAN)?.length ?? 0;
  const hangul = clean.match(HANGUL)?.length ?? 0;
  const words = clean.match(LATIN_WORD) ?? [];
  const other = (clean.match(LETTER)?.length ?? 0) - (clean.match(KNOWN_LETTER)?.length ?? 0);
  const eastAsian = kana + ideographs + hangul;
  // A script that no loaded language is written in, and more of it than of anything else.
  if (other > 0 && other >= eastAsian + words.length * 3) return undefined;
  if (eastAsian === 0) return words.length === 0 ? undefined : latin(clean, words);
  if (words.length > 0 && isQuotedInLatin(words, eastAsian)) return latin(clean, words);
  if (hangul > kana + ideographs) return { lang: 'ko', confidence: BY_SCRIPT };
  if (kana > 0 && isJapanese(kana, ideographs)) return { lang: 'ja', confidence: BY_SCRIPT };
  return hanOnly(clean, han, options.not);
}

/** A kana or two inside a Chinese text (の in shop names) does not make it Japanese. */
function isJapanese(kana: number, ideographs: number): boolean {
  return ideographs < 12 || kana * 12 >= ideographs;
}

/** English that quotes a few East Asian words, against Japanese or Chinese full of English names. */
function isQuotedInLatin(words: readonly string[], eastAsian: number): boolean {
  const functionWords = words.filter((word) => ENGLISH_FUNCTION_WORD.test(word)).length;
  return functionWords > 1 && eastAsian < words.length * 2;
}

function hanOnly(text: string, han: HanModel, not: Lang | undefined): Detection {
  const verdict = han.classify(text);
  // Log-odds of the character model, read as a probability.
  const confidence = Math.min(BY_SCRIPT, 1 / (1 + Math.exp(-Math.abs(verdict.japanese))));
  if (not === undefined || Math.abs(verdict.japanese) > HAN_EITHER) return { lang: verdict.lang, confidence };
  const taken = { confidence: 1 - confidence };
  if (verdict.lang === 'ja' && not === 'ja') return { lang: verdict.chinese, ...taken };
  if (verdict.lang !== 'ja' && verdict.lang === not) return { lang: 'ja', ...taken };
  return { lang: verdict.lang, confidence };
}

function latin(text: string, words: readonly string[]): Detection | undefined {
  const letters = words.join('').replace(/[^\p{L}]/gu, '');
  // One letter is a label, not a language.
  if (letters.length < 2) return undefined;
  const foreign = NON_ENGLISH_LETTER.test(text);
  const proven = words.some((word) => ONLY_ENGLISH.test(word));
  if (!foreign && (words.length < 4 || proven)) {
    return { lang: 'en', confidence: proven ? BY_SCRIPT : FEW_WORDS };
  }
  statistics ??= createRequire(import.meta.url)('tinyld') as Statistics;
  const [best] = statistics.detectAll(text.slice(0, SAMPLE_CHARS));
  if (best === undefined || !OTHER_LATIN.has(best.lang) || best.accuracy < OTHER_LATIN_CERTAINTY) {
    return { lang: 'en', confidence: best?.lang === 'en' ? Math.max(FEW_WORDS, best.accuracy) : FEW_WORDS };
  }
  return { lang: best.lang, confidence: best.accuracy };
}
