import { LRUCache } from 'lru-cache';
import type { Lang } from '../base/lang.js';
import type { Adaptation, Datastore } from '../model/adaptation.js';
import { type ForcedOutput, ModelBusy, type ModelPort, SentenceTooLong } from '../model/model-port.js';
import { shared } from '../model/shared-memory.js';
import type { AdaptationSetting, AdaptationSource, NearPair } from '../translate/pipeline-types.js';

/** Pairs that are force-decoded for one sentence. */
const MOST_PAIRS = 3;
const NEIGHBOURS = 4;
/** Multiples of the spread of the states: how alike two of them must be to count, and to count alike. */
const RADIUS = 0.6;
const TEMPERATURE = 0.05;
/** Share of the pair in the mix where the states are the same, times the similarity of the sentences. */
const WEIGHT = 0.7;

/**
 * Lets phrase pairs that are nearly the sentence at hand help the decoder, by kNN interpolation: the pair is force-decoded
 * once, and its states are neighbours where the new sentence is in the same place. What came of it is kept, so that a pair
 * that helps often costs once.
 */
export class NearPairs implements AdaptationSource {
  readonly version = 'near-1';
  readonly #model: ModelPort;
  readonly #forced: LRUCache<string, ForcedOutput>;

  constructor(model: ModelPort, memoryBudget: number) {
    this.#model = model;
    this.#forced = new LRUCache({
      maxSize: memoryBudget,
      sizeCalculation: ({ states, tokens }, key) => states.byteLength + 12 * tokens.length + 2 * key.length,
    });
  }

  /** A near pair helps whatever the text around is about. */
  domainScores(sentences: readonly string[]): readonly number[] {
    return sentences.map(() => 1);
  }

  async adapt(
    _sentence: string,
    { from, to, near, call }: AdaptationSetting,
  ): Promise<Adaptation | undefined> {
    const best = near.toSorted((a, b) => b.similarity - a.similarity).slice(0, MOST_PAIRS);
    const forced = await this.#forcedDecoding(best, from, to, call);
    const rows = forced.reduce((sum, { tokens }) => sum + tokens.length, 0);
    if (rows === 0) return undefined;
    const states = statesOf(forced, rows);
    const spread = spreadOf(states);
    return {
      states,
      ranges: Int32Array.of(0, rows),
      neighbours: Math.min(NEIGHBOURS, rows),
      temperature: TEMPERATURE * spread,
      radius: RADIUS * spread,
      weight: WEIGHT * (best[0]?.similarity ?? 0),
    };
  }

  async #forcedDecoding(
    pairs: readonly NearPair[],
    from: Lang,
    to: Lang,
    call: AdaptationSetting['call'],
  ): Promise<readonly ForcedOutput[]> {
    const version = this.#model.version(from, to);
    const keyed = pairs.map((pair) => ({
      pair,
      key: JSON.stringify([version, from, to, pair.source, pair.target]),
    }));
    const unknown = keyed.filter(({ key }) => !this.#forced.has(key));
    if (unknown.length > 0) {
      try {
        const forced = await this.#model.score(
          unknown.map(({ pair: { source, target } }) => ({
            from,
            to,
            source: [{ kind: 'text' as const, text: source }],
            target,
            states: true,
          })),
          call,
        );
        for (const [index, output] of forced.entries()) {
          const key = unknown[index]?.key;
          if (key !== undefined) this.#forced.set(key, output);
        }
      } catch (error) {
        // Help that cannot be had now is no reason to refuse the translation.
        if (!(error instanceof ModelBusy || error instanceof SentenceTooLong)) throw error;
      }
    }
    return keyed.flatMap(({ key }) => this.#forced.get(key) ?? []);
  }
}

function statesOf(forced: readonly ForcedOutput[], rows: number): Datastore {
  const width = (forced[0]?.states.length ?? 0) / (forced[0]?.tokens.length ?? 1);
  const keys = shared(Int8Array, rows * width);
  const scales = shared(Float32Array, rows);
  const squares = shared(Float32Array, rows);
  const values = shared(Int32Array, rows);
  let row = 0;
  for (const output of forced) {
    keys.set(output.states, row * width);
    scales.set(output.scales, row);
    values.set(output.tokens, row);
    row += output.tokens.length;
  }
  for (row = 0; row < rows; row++) {
    let square = 0;
    for (let i = 0; i < width; i++) square += (keys[row * width + i] ?? 0) ** 2;
    squares[row] = square * (scales[row] ?? 0) ** 2;
  }
  return { keys, scales, squares, values, width };
}

/** Mean squared distance between neighbouring rows: what "far" means for this model's states. */
function spreadOf({ keys, scales, values, width }: Datastore): number {
  let sum = 0;
  for (let row = 1; row < values.length; row++) {
    const [a, b] = [scales[row - 1] ?? 0, scales[row] ?? 0];
    for (let i = 0; i < width; i++) {
      sum += ((keys[(row - 1) * width + i] ?? 0) * a - (keys[row * width + i] ?? 0) * b) ** 2;
    }
  }
  return sum / Math.max(1, values.length - 1) || 1;
}
