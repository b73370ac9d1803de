import type { ChangeFeed } from '../store/changes.js';

/** Ends what is disabled, of one organization or of all. */
export type EndDisabled = (orgId: string | undefined) => Promise<void>;

/**
 * Work under something that is disabled ends: organizations, users and contracts are looked at when one of them changes,
 * and all of them when this process starts or has missed what changed meanwhile.
 */
export class DisabledWork {
  readonly #stops: readonly (() => void)[];
  readonly #ends: readonly EndDisabled[];
  readonly #onError: (error: unknown) => void;
  #looking: Promise<void> = Promise.resolve();

  private constructor(changes: ChangeFeed, ends: readonly EndDisabled[], onError: (error: unknown) => void) {
    this.#ends = ends;
    this.#onError = onError;
    const look = (orgId: string | undefined) => this.#look(orgId);
    this.#stops = [changes.on('organization', look), changes.on('contract', look)];
  }

  /** Resolves after the first look: nothing that was disabled while nobody worked is begun. */
  static async open(
    changes: ChangeFeed,
    ends: readonly EndDisabled[],
    onError: (error: unknown) => void,
  ): Promise<DisabledWork> {
    const work = new DisabledWork(changes, ends, onError);
    work.#look(undefined);
    await work.#looking;
    return work;
  }

  /** One look at a time: a script that changes a thousand contracts asks for no thousand connections. */
  #look(orgId: string | undefined): void {
    this.#looking = this.#looking.then(async () => {
      for (const end of this.#ends) await end(orgId).catch(this.#onError);
    });
  }

  async close(): Promise<void> {
    for (const stop of this.#stops) stop();
    await this.#looking;
  }
}
