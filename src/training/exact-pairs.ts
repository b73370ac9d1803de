import { normalisePhrase } from '../translate/memory/normalise.js';
import type { NearPair, PhraseSource } from '../translate/port.js';
import type { SentencePair } from './upload.js';

/** The pairs a model was trained with: asked for one of them, it answers with that very translation. */
export class ExactPairs implements PhraseSource {
  readonly #targets: ReadonlyMap<string, string>;

  constructor(
    readonly version: string,
    pairs: readonly SentencePair[],
  ) {
    this.#targets = new Map(pairs.map(({ fromText, toText }) => [normalisePhrase(fromText), toText]));
  }

  async exact(keys: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const found = new Map<string, string>();
    for (const key of keys) {
      const target = this.#targets.get(key);
      if (target !== undefined) found.set(key, target);
    }
    return found;
  }

  /** Similar pairs come in through the model's adaptation. */
  async near(): Promise<readonly NearPair[]> {
    return [];
  }
}
