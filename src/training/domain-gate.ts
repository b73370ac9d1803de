import { mulberry32 } from '../model/adaptation-parameter.js';
import { foldWidthAndCase } from '../translate/memory/normalise.js';
import background from './data/background.json' with { type: 'json' };

/** Word counts of a language at large; Han and kana are counted in pairs of characters. */
interface Background {
  readonly total: number;
  readonly words: string;
  readonly counts: readonly number[];
}

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
/** Sentences before and behind a sentence that have a say in what kind of text it is, and the words that they count for. */
const NEIGHBOURS = 50;
const NEIGHBOUR_WORDS = 60;

interface Scored {
  readonly words: number;
  /** Sum over the words. */
  readonly sum: number;
}

/**
 * Tells the customer's kind of text from general text by its words, so that what was trained for the one never touches
 * the other. The score of a sentence is the mean over its words of log((own + general) / general) frequency, half and
 * half: far above zero where the customer's words are, log ½ where none are.
 */
export class DomainGate {
  readonly #own = new Map<string, number>();
  readonly #general: ReadonlyMap<string, number>;
  readonly #rarest: number;
  #ownTotal = 0;
  /** Score of general text: its mean, and how far above that sentences of `DRAWN_WORDS` words come. */
  readonly #mean: number;
  readonly #reach: number;

  constructor(sentences: readonly string[]) {
    for (const sentence of sentences) {
      for (const word of words(sentence)) {
        this.#own.set(word, (this.#own.get(word) ?? 0) + 1);
        this.#ownTotal++;
      }
    }
    const languages = likely(this.#own);
    this.#general = languages.general;
    this.#rarest = languages.rarest;
    const drawn = this.#drawn();
    this.#mean = drawn.reduce((sum, score) => sum + score, 0) / drawn.length;
    this.#reach = quantile(drawn, SHUT_SHARE) - this.#mean;
  }

  /**
   * How much each sentence of a text is of the customer's kind: 0 for general text, 1 for the customer's. A few words say
   * little by themselves, so that the sentences around have a say; one that is asked for alone speaks for itself.
   */
  shares(sentences: readonly string[]): number[] {
    const scored = sentences.map((sentence) => this.#scored(words(sentence)));
    const sums = runningSums(scored);
    return scored.map((own, at) => {
      const [start, end] = [Math.max(0, at - NEIGHBOURS), Math.min(scored.length, at + NEIGHBOURS + 1)];
      const [before, behind] = [sums[start] ?? own, sums[end] ?? own];
      return this.#share(own, {
        words: behind.words - before.words - own.words,
        sum: behind.sum - before.sum - own.sum,
      });
    });
  }

  /**
   * The neighbours count for at most `NEIGHBOUR_WORDS` words, however many they are. The more words a mean is of, the
   * less it strays by chance, and the nearer to the mean of general text the gate may begin to open.
   */
  #share(own: Scored, company: Scored): number {
    const counted = Math.min(NEIGHBOUR_WORDS, company.words);
    const weight = counted / Math.max(1, company.words);
    const words = Math.max(1, own.words + counted);
    const score = (own.sum + weight * company.sum) / words;
    const chance = Math.sqrt(DRAWN_WORDS * (own.words + weight * counted)) / words;
    const shut = this.#mean + this.#reach * Math.min(1, chance) + MARGIN;
    return Math.min(1, Math.max(0, (score - shut) / OPENING));
  }

  #scored(sentence: readonly string[]): Scored {
    let sum = 0;
    for (const word of sentence) {
      const general = this.#general.get(word) ?? this.#rarest;
      const own = (this.#own.get(word) ?? 0) / Math.max(1, this.#ownTotal);
      sum += Math.log((OWN_SHARE * own + (1 - OWN_SHARE) * general) / general);
    }
    return { words: sentence.length, sum };
  }

  #drawn(): number[] {
    const next = mulberry32(DRAWN);
    const entries = [...this.#general];
    const steps: number[] = [];
    let sum = 0;
    for (const [, share] of entries) {
      sum += share;
      steps.push(sum);
    }
    return Array.from({ length: DRAWN }, () => {
      const drawn = Array.from({ length: DRAWN_WORDS }, () => {
        const at = next();
        return entries[steps.findIndex((step) => step > at)]?.[0] ?? '';
      });
      return this.#scored(drawn).sum / DRAWN_WORDS;
    });
  }
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

/** The background that shares most words with the customer's text. */
function likely(own: ReadonlyMap<string, number>): {
  readonly general: ReadonlyMap<string, number>;
  readonly rarest: number;
} {
  const tables = Object.values(background).map((table: Background) => {
    const names = table.words.split(' ');
    const general = new Map(names.map((word, index) => [word, (table.counts[index] ?? 0) / table.total]));
    const rarest = (table.counts.at(-1) ?? 1) / 2 / table.total;
    const known = names.reduce((sum, word) => sum + (own.get(word) ?? 0), 0);
    return { general, rarest, known };
  });
  const [best] = tables.toSorted((a, b) => b.known - a.known);
  if (best === undefined) throw new Error('There is no background to compare with.');
  return best;
}

const UNITS = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]|[\p{L}\p{N}\p{M}_]+/gu;
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u;

function words(sentence: string): string[] {
  const list: string[] = [];
  let before: string | undefined;
  for (const [unit] of foldWidthAndCase(sentence).matchAll(UNITS)) {
    const unspaced = UNSPACED.test(unit);
    if (!unspaced) list.push(unit);
    else if (before !== undefined) list.push(before + unit);
    before = unspaced ? unit : undefined;
  }
  return list;
}

function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
