import { setImmediate as yieldToEventLoop } from 'node:timers/promises';
import { normalisePhrase } from '../translate/memory/normalise.js';
import type { NearPair } from '../translate/pipeline.js';
import { editSimilarity } from './edit-similarity.js';

/** Pairs weaker than this teach the model nothing about the sentence at hand. */
const THRESHOLD = 0.5;
const MOST_RESULTS = 8;
/** Candidates by shared grams that are then measured exactly. */
const MOST_CANDIDATES = 32;
/** Postings looked at per search: rare grams first, and the common ones (の, the) only while they fit. */
const POSTING_BUDGET = 200_000;
const PAIRS_PER_TURN = 250;

/** What an index is made of. */
export interface IndexedPair {
  readonly fromText: string;
  readonly toText: string;
}

/**
 * Finds stored sentences that resemble a given one. An inverted index from character n-grams (two characters where
 * a script has no blanks, three elsewhere) to the pairs that hold them, laid out flat in typed arrays: for each gram
 * a stretch of `#postings` from `#starts[gram]` to `#starts[gram + 1]`. Shared grams pick the candidates; the edit
 * distance between normalised forms, as translation memories count it, ranks them.
 */
export class NearIndex {
  readonly size: number;
  readonly #pairs: readonly IndexedPair[];
  readonly #keys: readonly string[];
  readonly #gramCounts: Uint16Array;
  readonly #slots: ReadonlyMap<number, number>;
  readonly #starts: Uint32Array;
  readonly #postings: Uint32Array;
  /** Scratch of a search, all zero between searches; a search never waits, so two cannot mix. */
  readonly #shared: Uint16Array;

  private constructor(
    pairs: readonly IndexedPair[],
    keys: readonly string[],
    gramCounts: Uint16Array,
    slots: ReadonlyMap<number, number>,
    starts: Uint32Array,
    postings: Uint32Array,
  ) {
    this.size = pairs.length;
    this.#pairs = pairs;
    this.#keys = keys;
    this.#gramCounts = gramCounts;
    this.#slots = slots;
    this.#starts = starts;
    this.#postings = postings;
    this.#shared = new Uint16Array(pairs.length);
  }

  /** Builds an index, yielding to the event loop every so many pairs. */
  static async of(pairs: readonly IndexedPair[]): Promise<NearIndex> {
    const keys: string[] = [];
    const gramCounts = new Uint16Array(pairs.length);
    const slots = new Map<number, number>();
    const frequencies: number[] = [];
    const gramsOfPairs: Uint32Array[] = [];
    for (const [index, pair] of pairs.entries()) {
      if (index % PAIRS_PER_TURN === 0) await yieldToEventLoop();
      const key = normalisePhrase(pair.fromText);
      keys.push(key);
      const grams = gramsOf(key);
      const own = new Uint32Array(grams.size);
      let at = 0;
      for (const gram of grams) {
        const slot = slots.get(gram) ?? slots.size;
        if (slot === slots.size) slots.set(gram, slot);
        frequencies[slot] = (frequencies[slot] ?? 0) + 1;
        own[at] = slot;
        at += 1;
      }
      gramCounts[index] = Math.min(grams.size, 65_535);
      gramsOfPairs.push(own);
    }
    const starts = new Uint32Array(slots.size + 1);
    frequencies.forEach((frequency, slot) => {
      starts[slot + 1] = (starts[slot] ?? 0) + frequency;
    });
    const postings = new Uint32Array(starts[slots.size] ?? 0);
    const next = starts.slice();
    for (const [index, own] of gramsOfPairs.entries()) {
      if (index % PAIRS_PER_TURN === 0) await yieldToEventLoop();
      for (const slot of own) {
        const at = next[slot] ?? 0;
        postings[at] = index;
        next[slot] = at + 1;
      }
    }
    return new NearIndex(pairs, keys, gramCounts, slots, starts, postings);
  }

  /** The most similar pairs, best first. */
  search(sentence: string): readonly NearPair[] {
    const key = normalisePhrase(sentence);
    const grams = gramsOf(key);
    const candidates: GramMatch[] = [];
    for (const index of this.#countShared(grams)) {
      const dice = (2 * (this.#shared[index] ?? 0)) / (grams.size + (this.#gramCounts[index] ?? 0));
      this.#shared[index] = 0;
      if (dice >= THRESHOLD / 2) keepBest(candidates, index, dice);
    }
    return candidates
      .flatMap(({ index, dice }) => this.#measured(index, key, dice))
      .filter((pair) => pair.similarity >= THRESHOLD)
      .sort((a, b) => b.similarity - a.similarity)
      .slice(0, MOST_RESULTS);
  }

  #measured(index: number, key: string, dice: number): readonly NearPair[] {
    const pair = this.#pairs[index];
    if (pair === undefined) return [];
    const similarity = editSimilarity(key, this.#keys[index] ?? '') ?? dice;
    return [{ source: pair.fromText, target: pair.toText, similarity }];
  }

  /** Counts into `#shared` how many grams each pair has in common with the sentence; returns the pairs with any. */
  #countShared(grams: ReadonlySet<number>): readonly number[] {
    const stretches = [...grams]
      .flatMap((gram) => this.#slots.get(gram) ?? [])
      .map((slot) => ({ from: this.#starts[slot] ?? 0, to: this.#starts[slot + 1] ?? 0 }))
      .sort((a, b) => a.to - a.from - (b.to - b.from));
    const touched: number[] = [];
    let budget = POSTING_BUDGET;
    for (const { from, to } of stretches) {
      budget -= to - from;
      if (budget < 0) break;
      for (let at = from; at < to; at += 1) {
        const index = this.#postings[at] ?? 0;
        const count = this.#shared[index] ?? 0;
        if (count === 0) touched.push(index);
        this.#shared[index] = count + 1;
      }
    }
    return touched;
  }
}

interface GramMatch {
  readonly index: number;
  readonly dice: number;
}

/** Keeps the strongest candidates, strongest first; in a large dictionary thousands share a gram or two. */
function keepBest(best: GramMatch[], index: number, dice: number): void {
  if (best.length === MOST_CANDIDATES && dice <= (best.at(-1)?.dice ?? 0)) return;
  const at = best.findIndex((candidate) => candidate.dice < dice);
  best.splice(at < 0 ? best.length : at, 0, { index, dice });
  if (best.length > MOST_CANDIDATES) best.pop();
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/** Hashes of the character n-grams of a text; a collision costs one needless comparison. */
function gramsOf(text: string): Set<number> {
  const grams = new Set<number>();
  const unspaced = UNSPACED.test(text);
  for (let at = 0; at < text.length; at += 1) {
    const first = text.charCodeAt(at);
    const second = at + 1 < text.length ? text.charCodeAt(at + 1) : 0;
    const third = unspaced || at + 2 >= text.length ? 0 : text.charCodeAt(at + 2);
    grams.add(
      (Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35)) >>> 1,
    );
  }
  return grams;
}
