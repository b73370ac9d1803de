import type { ManifestDecode } from '#src/model/folder/manifest.js';
import type { Direction, Domain, Register } from '#src/model/model-port.js';

/** What the weights cannot say about themselves: the exporter's second input, a small JSON file. */
export interface About {
  readonly name: string;
  readonly version: string;
  readonly description: string;
  readonly licence: string;
  readonly trainingData: readonly string[];
  readonly scores?: Readonly<Record<string, number>>;
  /** Language code → the symbol that asks for it. */
  readonly languages: Readonly<Record<string, string>>;
  readonly directions: readonly Direction[];
  /** Domain → its symbol. */
  readonly domains: Partial<Readonly<Record<Domain, string>>>;
  /** Register → its symbol, where the model knows registers. */
  readonly registers?: Readonly<Record<Register, string>>;
  /** Symbols behind the sentence before, and behind its translation, where the model reads them. */
  readonly before?: readonly [string, string];
  readonly decode?: Partial<ManifestDecode>;
}
