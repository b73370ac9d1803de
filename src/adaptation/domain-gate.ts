import { mulberry32 } from '../base/random.js';
import { shared } from '../model/shared-memory.js';
import background from './data/background.json' with { type: 'json' };
import { hashOf, placeOf, wordUnits } from './word-units.js';

/** Word counts of a language at large; Han and kana are counted in pairs of characters. */
interface Background {
  readonly total: number;
  readonly words: string;
  readonly counts: readonly number[];
}

const TABLES: Readonly<Record<string, Background>> = background.languages;

/** How much the customer's own counts weigh against those of the language at large. */
const OWN_SHARE = 0.5;
/** Sentences drawn from the language at large, to see how high general text comes. */
const DRAWN = 400;
const DRAWN_WORDS = 15;
/** Share of them that lies below the point where the gate begins to open. */
const SHUT_SHARE = 0.99;
/** Real general text has names and turns of phrase that no count of words knows: a step above what is drawn. */
const MARGIN = 0.1;
/** From there on the gate opens over this much of the score. */
const OPENING = 0.15;
/** Sentences before and behind a sentence that are its context, and the words that the context counts for. */
const CONTEXT_SENTENCES = 50;
const CONTEXT_WORDS = 60;

interface Scored {
  readonly words: number;
  /** Sum over the words. */
  readonly sum: number;
}

/** What a gate knows of a customer's text. Plain data in shared memory: it is counted in a thread and read anywhere. */
export interface DomainStatistics {
  /** Hashes of the customer's words, ascending, and how frequent each is. */
  readonly words: Int32Array;
  readonly frequencies: Float64Array;
  /** The background that the customer's text is compared with. */
  readonly language: string;
  /** Score of general text: its mean, and how far above that sentences of `DRAWN_WORDS` words come. */
  readonly mean: number;
  readonly reach: number;
}

export function domainStatistics(sentences: readonly string[]): DomainStatistics {
  const counts = new Map<string, number>();
  let total = 0;
  for (const sentence of sentences) {
    for (const word of wordsOf(sentence)) {
      counts.set(word, (counts.get(word) ?? 0) + 1);
      total++;
    }
  }
  const byHash = new Map<number, number>();
  for (const [word, count] of counts) byHash.set(hashOf(word), (byHash.get(hashOf(word)) ?? 0) + count);
  const words = shared(Int32Array, Int32Array.from(byHash.keys()).sort());
  const frequencies = shared(
    Float64Array,
    Float64Array.from(words, (word) => (byHash.get(word) ?? 0) / Math.max(1, total)),
  );
  const language = likelyLanguage(counts);
  const drawn = drawnSentences(language).map((sentence) => {
    return scoreOf(sentence, language, words, frequencies).sum / DRAWN_WORDS;
  });
  const mean = drawn.reduce((sum, score) => sum + score, 0) / drawn.length;
  return { words, frequencies, language, mean, reach: quantile(drawn, SHUT_SHARE) - mean };
}

/**
 * Tells the customer's domain from general text by its words, so that what was trained for the one never touches the other.
 * The score of a sentence is the mean over its words of log((own + general) / general) frequency, half and half: far above
 * zero where the customer's words are, log ½ where none are.
 */
export class DomainGate {
  readonly #statistics: DomainStatistics;

  constructor(statistics: DomainStatistics) {
    this.#statistics = statistics;
  }

  /**
   * The domain score of each sentence of a text: 0 for general text, 1 for the customer's. A few words say little by
   * themselves, so that the sentences around count as context; a single sentence is scored by itself.
   */
  scores(sentences: readonly string[]): number[] {
    const { language, words, frequencies } = this.#statistics;
    const scored = sentences.map((sentence) => scoreOf(wordsOf(sentence), language, words, frequencies));
    const sums = runningSums(scored);
    return scored.map((own, at) => {
      const [start, end] = [
        Math.max(0, at - CONTEXT_SENTENCES),
        Math.min(scored.length, at + CONTEXT_SENTENCES + 1),
      ];
      const [before, behind] = [sums[start] ?? own, sums[end] ?? own];
      return this.#share(own, {
        words: behind.words - before.words - own.words,
        sum: behind.sum - before.sum - own.sum,
      });
    });
  }

  /**
   * The context counts for at most `CONTEXT_WORDS` words, however many it has. The more words a mean is of, the
   * less it strays by chance, and the nearer to the mean of general text the gate may begin to open.
   */
  #share(own: Scored, context: Scored): number {
    const counted = Math.min(CONTEXT_WORDS, context.words);
    const weight = counted / Math.max(1, context.words);
    const words = Math.max(1, own.words + counted);
    const score = (own.sum + weight * context.sum) / words;
    const chance = Math.sqrt(DRAWN_WORDS * (own.words + weight * counted)) / words;
    const { mean, reach } = this.#statistics;
    const shut = mean + reach * Math.min(1, chance) + MARGIN;
    return Math.min(1, Math.max(0, (score - shut) / OPENING));
  }
}

function scoreOf(
  sentence: readonly string[],
  language: string,
  words: Int32Array,
  frequencies: Float64Array,
): Scored {
  const { general, rarest } = backgroundOf(language);
  let sum = 0;
  for (const word of sentence) {
    const expected = general.get(word) ?? rarest;
    const own = frequencies[placeOf(words, hashOf(word))] ?? 0;
    sum += Math.log((OWN_SHARE * own + (1 - OWN_SHARE) * expected) / expected);
  }
  return { words: sentence.length, sum };
}

/** Sentences of words drawn from a language at large; the same every time. */
function drawnSentences(language: string): string[][] {
  const next = mulberry32(DRAWN);
  const words: string[] = [];
  const sums: number[] = [];
  for (const [word, share] of backgroundOf(language).general) {
    words.push(word);
    sums.push((sums.at(-1) ?? 0) + share);
  }
  const draw = () => {
    const at = next();
    let [low, high] = [0, sums.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((sums[middle] ?? 0) > at) high = middle;
      else low = middle + 1;
    }
    return words[low] ?? '';
  };
  return Array.from({ length: DRAWN }, () => Array.from({ length: DRAWN_WORDS }, draw));
}

/** What stands before each sentence, and behind the last. */
function runningSums(scored: readonly Scored[]): Scored[] {
  const sums: Scored[] = [{ words: 0, sum: 0 }];
  for (const { words, sum } of scored) {
    const before = sums.at(-1) ?? { words: 0, sum: 0 };
    sums.push({ words: before.words + words, sum: before.sum + sum });
  }
  return sums;
}

interface LanguageBackground {
  /** Word → its share of all words. */
  readonly general: ReadonlyMap<string, number>;
  /** Share of a word that the background does not list. */
  readonly rarest: number;
}

const BACKGROUNDS = new Map<string, LanguageBackground>();

function backgroundOf(language: string): LanguageBackground {
  const known = BACKGROUNDS.get(language);
  if (known !== undefined) return known;
  const table = TABLES[language];
  if (table === undefined) throw new Error(`There is no background for ${language}.`);
  const general = new Map(
    table.words.split(' ').map((word, index) => [word, (table.counts[index] ?? 0) / table.total]),
  );
  const made = { general, rarest: (table.counts.at(-1) ?? 1) / 2 / table.total };
  BACKGROUNDS.set(language, made);
  return made;
}

/** The language whose background shares most words with the customer's text. */
function likelyLanguage(counts: ReadonlyMap<string, number>): string {
  const known = Object.entries(TABLES).map(([language, { words }]) => ({
    language,
    count: words.split(' ').reduce((sum, word) => sum + (counts.get(word) ?? 0), 0),
  }));
  const [best] = known.toSorted((a, b) => b.count - a.count);
  if (best === undefined) throw new Error('There is no background to compare with.');
  return best.language;
}

/** Words; Han and kana in pairs of characters. */
export function wordsOf(sentence: string): string[] {
  const words: string[] = [];
  let before: string | undefined;
  for (const { text, unspaced } of wordUnits(sentence)) {
    if (!unspaced) words.push(text);
    else if (before !== undefined) words.push(before + text);
    before = unspaced ? text : undefined;
  }
  return words;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
