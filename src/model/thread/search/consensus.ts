import { sentenceChrf } from '../../../quality/chrf.js';
import { type Finished, normalised } from './hypothesis.js';

/** What it is worth to say all that the others say, in the log-probability that length normalisation leaves. */
const AGREEMENT = 5;
/** Shorter ones are words and names, which have nothing in common but by chance. */
const SENTENCE_TOKENS = 8;

/**
 * The hypotheses of a beam by how likely each is and how well it stands for the others, best first: the most likely one often has
 * something that no other has, or lacks what all others have. An approximation of minimum Bayes risk (Kumar & Byrne 2004) with chrF.
 * Those that were cut stay behind all that ended by themselves.
 */
export function byConsensus(
  hypotheses: readonly Finished[],
  penalty: number,
  textOf: (tokens: readonly number[]) => string,
): readonly Finished[] {
  const length = hypotheses[0]?.tokens.length ?? 0;
  if (hypotheses.length < 3 || length < SENTENCE_TOKENS) return hypotheses;
  const ended = hypotheses.filter(({ finish }) => finish === 'end');
  const texts = ended.map(({ tokens }) => textOf(tokens));
  const weighed = ended.map((hypothesis, index) => {
    const likely = normalised(hypothesis.total, hypothesis.tokens.length + 1, penalty);
    return { hypothesis, weight: likely + AGREEMENT * agreement(texts, index) };
  });
  const best = weighed.toSorted((a, b) => b.weight - a.weight).map(({ hypothesis }) => hypothesis);
  return [...best, ...hypotheses.filter(({ finish }) => finish === 'length')];
}

/** Mean chrF with all of the texts, itself among them; 0 to 1. */
function agreement(texts: readonly string[], index: number): number {
  const text = texts[index] ?? '';
  const sum = texts.reduce((total, other, at) => total + (at === index ? 100 : sentenceChrf(text, other)), 0);
  return sum / (100 * texts.length);
}
