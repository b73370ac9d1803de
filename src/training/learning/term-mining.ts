import type { SentencePair } from '../../adaptation/sentence-pair.js';

/** A word or phrase that the pairs translate the same way again and again. */
export interface MinedTerm {
  readonly fromText: string;
  readonly toText: string;
  /** Pairs that hold both. */
  readonly count: number;
  /** Share of the pairs with the source in which the target stands too. */
  readonly share: number;
}

const FEWEST_PAIRS = 4;
const FEWEST_SHARE = 0.8;
/** The target must be rare without the source, or it is a common word that happens to stand there. */
const FEWEST_BACK_SHARE = 0.5;
const LONGEST_SOURCE_WORDS = 3;
const LONGEST_TARGET = 16;
const SHORTEST_TARGET = 2;
const MOST_TERMS = 200;
/** Pairs looked at for one source phrase: enough to be sure. */
const MOST_PAIRS_PER_PHRASE = 40;

/**
 * Finds terms by counting: a source phrase whose pairs nearly all hold the same stretch of target text, which seldom
 * stands anywhere else. Precision before number: these are suggestions that a person should be able to accept unseen.
 */
export function mineTerms(pairs: readonly SentencePair[]): readonly MinedTerm[] {
  const phrases = sourcePhrases(pairs);
  const terms: MinedTerm[] = [];
  for (const [fromText, rows] of phrases) {
    if (rows.length < FEWEST_PAIRS) continue;
    const looked = rows.slice(0, MOST_PAIRS_PER_PHRASE);
    const best = commonStretch(looked.map((row) => pairs[row]?.toText ?? ''));
    if (best === undefined) continue;
    const elsewhere = pairs.reduce((n, { toText }) => n + (toText.includes(best.text) ? 1 : 0), 0);
    const together = rows.reduce((n, row) => n + (pairs[row]?.toText.includes(best.text) ? 1 : 0), 0);
    if (together / rows.length < FEWEST_SHARE || together / elsewhere < FEWEST_BACK_SHARE) continue;
    terms.push({ fromText, toText: best.text, count: together, share: together / rows.length });
  }
  return withoutParts(terms).slice(0, MOST_TERMS);
}

const WORD = /[\p{L}\p{N}][\p{L}\p{N}_.'’-]*/gu;
const FUNCTION_WORD = /^(?:\p{Ll}{1,3}|with|from|that|this|your|when|have|will|which|there|their)$/u;

/** Phrases of one to three words that begin and end with a word of weight, with the pairs they stand in. */
function sourcePhrases(pairs: readonly SentencePair[]): ReadonlyMap<string, readonly number[]> {
  const phrases = new Map<string, number[]>();
  for (const [row, { fromText }] of pairs.entries()) {
    const words = Array.from(fromText.matchAll(WORD), ([word]) => word.replace(/[.'’-]+$/u, ''));
    const seen = new Set<string>();
    for (let start = 0; start < words.length; start++) {
      if (FUNCTION_WORD.test(words[start] ?? '')) continue;
      for (let length = 1; length <= LONGEST_SOURCE_WORDS && start + length <= words.length; length++) {
        if (FUNCTION_WORD.test(words[start + length - 1] ?? '')) continue;
        const phrase = words.slice(start, start + length).join(' ');
        if (seen.has(phrase) || !fromText.includes(phrase)) continue;
        seen.add(phrase);
        const rows = phrases.get(phrase);
        if (rows === undefined) phrases.set(phrase, [row]);
        else rows.push(row);
      }
    }
  }
  return phrases;
}

/** The longest stretch that most of the texts hold. */
function commonStretch(texts: readonly string[]): { readonly text: string } | undefined {
  const needed = Math.ceil(texts.length * FEWEST_SHARE);
  let candidates = new Map<string, number>();
  for (const text of texts) {
    for (const stretch of new Set(stretches(text, SHORTEST_TARGET))) {
      candidates.set(stretch, (candidates.get(stretch) ?? 0) + 1);
    }
  }
  let best: string | undefined;
  for (let length = SHORTEST_TARGET; length <= LONGEST_TARGET; length++) {
    const kept = [...candidates].filter(([, count]) => count >= needed).sort((a, b) => b[1] - a[1]);
    const [first] = kept;
    if (first === undefined) break;
    best = first[0];
    const grown = new Set(kept.map(([stretch]) => stretch));
    candidates = new Map();
    for (const text of texts) {
      for (const stretch of new Set(stretches(text, length + 1))) {
        if (grown.has(stretch.slice(0, -1)) && grown.has(stretch.slice(1))) {
          candidates.set(stretch, (candidates.get(stretch) ?? 0) + 1);
        }
      }
    }
  }
  const text = best?.trim();
  return text !== undefined && isTerm(text) ? { text } : undefined;
}

function* stretches(text: string, length: number): Generator<string> {
  for (let start = 0; start + length <= text.length; start++) yield text.slice(start, start + length);
}

const EDGE = /^[\p{P}\p{S}\s]|[\p{P}\p{S}\s]$/u;
const HIRAGANA_ONLY = /^[\p{Script=Hiragana}ー]+$/u;
const HIRAGANA_EDGE = /^\p{Script=Hiragana}|\p{Script=Hiragana}$/u;

/** Inflected endings and particles of Japanese are no part of a term. */
function isTerm(text: string): boolean {
  return (
    text.length >= SHORTEST_TARGET &&
    !EDGE.test(text) &&
    !HIRAGANA_ONLY.test(text) &&
    !HIRAGANA_EDGE.test(text)
  );
}

/** Of phrases inside each other with the same target only the longest is a suggestion. */
function withoutParts(terms: readonly MinedTerm[]): readonly MinedTerm[] {
  const sorted = terms.toSorted((a, b) => b.fromText.length - a.fromText.length);
  const kept: MinedTerm[] = [];
  for (const term of sorted) {
    const part = kept.some(
      (other) =>
        other.toText.includes(term.toText) &&
        ` ${other.fromText} `.includes(` ${term.fromText} `) &&
        other.count >= term.count * FEWEST_SHARE,
    );
    if (!part) kept.push(term);
  }
  return kept.sort((a, b) => b.count - a.count || a.fromText.localeCompare(b.fromText));
}
