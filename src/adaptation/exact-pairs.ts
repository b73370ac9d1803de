import type { NearPair, PhraseSource } from '../translate/pipeline-types.js';

/** The pairs a model was trained with: asked for one of them, it answers with that very translation. */
export class ExactPairs implements PhraseSource {
  readonly #targets: ReadonlyMap<string, string>;

  constructor(
    readonly version: string,
    /** Normalised source → translation. */
    targets: ReadonlyMap<string, string>,
  ) {
    this.#targets = targets;
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
