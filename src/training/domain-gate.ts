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
  readonly #shut: number;

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
    this.#shut = quantile(this.#drawn(), SHUT_SHARE) + MARGIN;
  }

  /** 0 for general text, 1 for text of the customer's kind. */
  share(sentence: string): number {
    return Math.min(1, Math.max(0, (this.score(words(sentence)) - this.#shut) / OPENING));
  }

  score(sentence: readonly string[]): number {
    let sum = 0;
    for (const word of sentence) {
      const general = this.#general.get(word) ?? this.#rarest;
      const own = (this.#own.get(word) ?? 0) / Math.max(1, this.#ownTotal);
      sum += Math.log((OWN_SHARE * own + (1 - OWN_SHARE) * general) / general);
    }
    return sum / Math.max(1, sentence.length);
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
    return Array.from({ length: DRAWN }, () =>
      this.score(
        Array.from({ length: DRAWN_WORDS }, () => {
          const at = next();
          return entries[steps.findIndex((step) => step > at)]?.[0] ?? '';
        }),
      ),
    );
  }
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
