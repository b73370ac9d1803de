import { shared } from '../../model/shared-memory.js';
import { normalisePhrase } from '../../translate/plan/normal-phrase.js';

/** Pairs as they are read, some thousand at a time, the newest first. PostgreSQL stores no NUL: it stands between texts. */
export interface PairPage {
  readonly ids: readonly number[];
  readonly sources: string;
  readonly targets: string;
}

/** Texts one after the other in UTF-8; each ends where the next begins. */
interface PackedTexts {
  readonly bytes: Uint8Array;
  readonly ends: Uint32Array;
}

/**
 * An inverted index from character n-grams to the pairs that hold them, flat in shared memory, so that a thread can
 * build it and another search it: for the gram `grams[slot]` the stretch of `postings` from `starts[slot]` to
 * `starts[slot + 1]`. Pairs are numbered by their place, the newest first.
 */
export interface NearSegmentData {
  /** Descending. */
  readonly ids: Float64Array;
  readonly sources: PackedTexts;
  readonly targets: PackedTexts;
  readonly gramCounts: Uint16Array;
  /** Ascending. */
  readonly grams: Uint32Array;
  readonly starts: Uint32Array;
  readonly postings: Uint32Array;
}

/** A pair of a segment, and how much of its grams it shares with a sentence. */
export interface GramMatch {
  readonly segment: NearSegment;
  readonly place: number;
  readonly dice: number;
}

/** Candidates by shared grams that are then measured exactly. */
export const MOST_CANDIDATES = 32;
/** Pairs that share less are not measured. */
const LEAST_DICE = 0.25;
/** Postings looked at per search: rare grams first, and the common ones (の, the) only while they fit. */
const POSTING_BUDGET = 200_000;
const MOST_GRAMS = 65_535;
const BETWEEN_TEXTS = '\0';

export function pageOf(
  rows: readonly { readonly id: number; readonly fromText: string; readonly toText: string }[],
): PairPage {
  return {
    ids: rows.map(({ id }) => id),
    sources: rows.map(({ fromText }) => fromText).join(BETWEEN_TEXTS),
    targets: rows.map(({ toText }) => toText).join(BETWEEN_TEXTS),
  };
}

export function buildSegment(pages: readonly PairPage[]): NearSegmentData {
  const filled = pages.filter(({ ids }) => ids.length > 0);
  const sources = filled.flatMap((page) => page.sources.split(BETWEEN_TEXTS));
  const targets = filled.flatMap((page) => page.targets.split(BETWEEN_TEXTS));
  return {
    ids: shared(
      Float64Array,
      filled.flatMap(({ ids }) => ids),
    ),
    sources: packed(sources),
    targets: packed(targets),
    ...inverted(sources.map(normalisePhrase)),
  };
}

function packed(texts: readonly string[]): PackedTexts {
  const ends = shared(Uint32Array, texts.length);
  let end = 0;
  for (const [place, text] of texts.entries()) {
    end += Buffer.byteLength(text);
    ends[place] = end;
  }
  const bytes = shared(Uint8Array, end);
  const buffer = Buffer.from(bytes.buffer);
  for (const [place, text] of texts.entries()) buffer.write(text, ends[place - 1] ?? 0);
  return { bytes, ends };
}

function inverted(
  keys: readonly string[],
): Pick<NearSegmentData, 'gramCounts' | 'grams' | 'starts' | 'postings'> {
  const gramCounts = shared(Uint16Array, keys.length);
  const frequencies = new Map<number, number>();
  // A text has no more grams than characters.
  const gramsOfPairs = new Uint32Array(keys.reduce((sum, key) => sum + key.length, 0));
  const ends = new Uint32Array(keys.length);
  let end = 0;
  for (const [place, key] of keys.entries()) {
    const own = gramsOf(key);
    for (const gram of own) {
      frequencies.set(gram, (frequencies.get(gram) ?? 0) + 1);
      gramsOfPairs[end] = gram;
      end += 1;
    }
    gramCounts[place] = Math.min(own.size, MOST_GRAMS);
    ends[place] = end;
  }
  const grams = shared(Uint32Array, [...frequencies.keys()]).sort();
  const starts = shared(Uint32Array, grams.length + 1);
  /** Where the next posting of a gram goes. */
  const next = new Map<number, number>();
  for (const [slot, gram] of grams.entries()) {
    next.set(gram, starts[slot] ?? 0);
    starts[slot + 1] = (starts[slot] ?? 0) + (frequencies.get(gram) ?? 0);
  }
  const postings = shared(Uint32Array, end);
  for (const place of keys.keys()) {
    for (const gram of gramsOfPairs.subarray(ends[place - 1] ?? 0, ends[place])) {
      const at = next.get(gram) ?? 0;
      postings[at] = place;
      next.set(gram, at + 1);
    }
  }
  return { gramCounts, grams, starts, postings };
}

/** Finds pairs that share grams with a sentence. */
export class NearSegment {
  readonly size: number;
  /** In memory. */
  readonly bytes: number;
  readonly #data: NearSegmentData;
  /** Scratch of a search, all zero between searches; a search never waits, so two cannot mix. */
  readonly #sharedGrams: Uint16Array;

  constructor(data: NearSegmentData) {
    const { ids, sources, targets, gramCounts, grams, starts, postings } = data;
    this.#data = data;
    this.size = ids.length;
    this.#sharedGrams = new Uint16Array(ids.length);
    const texts = [sources.bytes, sources.ends, targets.bytes, targets.ends];
    this.bytes = [...texts, ids, gramCounts, grams, starts, postings, this.#sharedGrams].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0,
    );
  }

  source(place: number): string {
    return textAt(this.#data.sources, place);
  }

  target(place: number): string {
    return textAt(this.#data.targets, place);
  }

  /** Undefined when the pair is not here. */
  placeOf(id: number): number | undefined {
    const { ids } = this.#data;
    const place = firstWhere(ids.length, (at) => (ids[at] ?? 0) <= id);
    return ids[place] === id ? place : undefined;
  }

  /** The pairs that share most with these grams, best first. */
  candidates(grams: ReadonlySet<number>, hidden?: Uint8Array): readonly GramMatch[] {
    const found: GramMatch[] = [];
    for (const place of this.#countShared(grams)) {
      const dice = (2 * (this.#sharedGrams[place] ?? 0)) / (grams.size + (this.#data.gramCounts[place] ?? 0));
      this.#sharedGrams[place] = 0;
      if (dice >= LEAST_DICE && hidden?.[place] !== 1) keepBest(found, { segment: this, place, dice });
    }
    return found;
  }

  /** Counts into `#sharedGrams` how many grams each pair has in common with these; returns the pairs with any. */
  #countShared(grams: ReadonlySet<number>): readonly number[] {
    const { starts, postings } = this.#data;
    const stretches = [...grams]
      .flatMap((gram) => this.#slotOf(gram) ?? [])
      .map((slot) => ({ from: starts[slot] ?? 0, to: starts[slot + 1] ?? 0 }))
      .sort((a, b) => a.to - a.from - (b.to - b.from));
    const touched: number[] = [];
    let budget = POSTING_BUDGET;
    for (const { from, to } of stretches) {
      budget -= to - from;
      if (budget < 0) break;
      for (let at = from; at < to; at += 1) {
        const place = postings[at] ?? 0;
        const count = this.#sharedGrams[place] ?? 0;
        if (count === 0) touched.push(place);
        this.#sharedGrams[place] = count + 1;
      }
    }
    return touched;
  }

  #slotOf(gram: number): number | undefined {
    const { grams } = this.#data;
    const slot = firstWhere(grams.length, (at) => (grams[at] ?? 0) >= gram);
    return grams[slot] === gram ? slot : undefined;
  }
}

function textAt({ bytes, ends }: PackedTexts, place: number): string {
  const start = ends[place - 1] ?? 0;
  return Buffer.from(bytes.buffer, bytes.byteOffset + start, (ends[place] ?? start) - start).toString();
}

/** The first number below `length` that passes, when all after it do too; else `length`. */
function firstWhere(length: number, passes: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Keeps the strongest candidates, strongest first; in a large dictionary thousands share a gram or two. */
function keepBest(best: GramMatch[], match: GramMatch): void {
  if (best.length === MOST_CANDIDATES && match.dice <= (best.at(-1)?.dice ?? 0)) return;
  const at = best.findIndex((candidate) => candidate.dice < match.dice);
  best.splice(at < 0 ? best.length : at, 0, match);
  if (best.length > MOST_CANDIDATES) best.pop();
}

const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;

/**
 * Hashes of the character n-grams of a text: two characters where a script has no blanks, three elsewhere. A collision
 * costs one needless comparison.
 */
export function gramsOf(text: string): Set<number> {
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
