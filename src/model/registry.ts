import type { Checksums } from './folder/checksums.js';
import type { InstalledModel } from './folder/installed.js';
import type { ModelThreads } from './model-threads.js';

interface Entry {
  readonly model: InstalledModel;
  state: 'cold' | 'loading' | 'warm';
  loading: Promise<void> | undefined;
  users: number;
  lastUse: number;
}

/**
 * Which models are in memory. They are loaded on demand, verified unless nothing changed, and idle ones leave when others
 * need their room.
 */
export class Registry {
  readonly #entries: ReadonlyMap<string, Entry>;
  #clock = 0;

  readonly #pool: ModelThreads;
  /** Bytes of weights that may be in memory, all threads together. */
  readonly #budget: number;
  readonly #threads: number;
  readonly #checksums: Checksums;

  constructor(
    models: readonly InstalledModel[],
    pool: ModelThreads,
    budget: number,
    threads: number,
    checksums: Checksums,
  ) {
    this.#checksums = checksums;
    this.#pool = pool;
    this.#budget = budget;
    this.#threads = threads;
    this.#entries = new Map(
      models.map((model) => [
        model.manifest.name,
        { model, state: 'cold', loading: undefined, users: 0, lastUse: 0 } satisfies Entry,
      ]),
    );
  }

  /** Holds the model in memory until `release`. */
  async acquire(name: string): Promise<void> {
    const entry = this.#entry(name);
    entry.users++;
    entry.lastUse = ++this.#clock;
    try {
      entry.loading ??= this.#load(entry);
      await entry.loading;
    } catch (error) {
      entry.users--;
      entry.loading = undefined;
      throw error;
    }
  }

  release(name: string): void {
    this.#entry(name).users--;
  }

  loaded(): readonly string[] {
    return [...this.#entries].filter(([, entry]) => entry.state === 'warm').map(([name]) => name);
  }

  /** Bytes of weights in memory, of all threads, by model; those of models that are not loaded would be the same. */
  sizes(): ReadonlyMap<string, number> {
    return new Map([...this.#entries].map(([name, entry]) => [name, this.#cost(entry)]));
  }

  async #load(entry: Entry): Promise<void> {
    entry.state = 'loading';
    try {
      await this.#makeRoom(this.#cost(entry));
      await this.#checksums.verify(entry.model);
      await this.#pool.load(entry.model);
      entry.state = 'warm';
    } catch (error) {
      entry.state = 'cold';
      throw error;
    }
  }

  /** Unloads idle models, longest unused first, until `needed` fits. A model alone may exceed the budget. */
  async #makeRoom(needed: number): Promise<void> {
    const warm = [...this.#entries.values()].filter((entry) => entry.state === 'warm');
    let used = warm.reduce((sum, entry) => sum + this.#cost(entry), 0);
    for (const entry of warm.toSorted((a, b) => a.lastUse - b.lastUse)) {
      if (used + needed <= this.#budget) return;
      if (entry.users > 0) continue;
      entry.state = 'cold';
      entry.loading = undefined;
      used -= this.#cost(entry);
      await this.#pool.unload(entry.model.manifest.name);
    }
  }

  #cost(entry: Entry): number {
    return entry.model.bytes * this.#threads;
  }

  #entry(name: string): Entry {
    const entry = this.#entries.get(name);
    if (entry === undefined) throw new Error(`There is no model ${name}.`);
    return entry;
  }
}
