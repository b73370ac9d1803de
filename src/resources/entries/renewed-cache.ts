import { LRUCache } from 'lru-cache';

interface Versioned {
  readonly version: number;
}

export interface RenewedCacheOptions<Value> {
  /** In units of `sizeOf`. */
  readonly maxSize: number;
  readonly sizeOf: (value: Value) => number;
}

/** What nobody asked for so long is read anew: the record of what changed meanwhile may have been cleaned up. */
const UNUSED_MS = 12 * 3_600_000;

/**
 * What was read from the database at some version, brought up to date when a later one is asked for. Those who ask at the
 * same time wait for one renewal. Values never change: the next takes the place of the last.
 */
export class RenewedCache<Value extends object & Versioned> {
  readonly #kept: LRUCache<string, Value>;
  readonly #renewing = new Map<string, Promise<Value>>();

  constructor({ maxSize, sizeOf }: RenewedCacheOptions<Value>) {
    this.#kept = new LRUCache({
      maxSize,
      // What is larger than all there is room for is kept alone: reading it for every request would be worse.
      sizeCalculation: (value) => Math.min(maxSize, sizeOf(value) + 1),
      ttl: UNUSED_MS,
      updateAgeOnGet: true,
    });
  }

  /** @param renew reads the present version, from nothing or from what is kept */
  async get(
    key: string,
    version: number,
    renew: (before: Value | undefined) => Promise<Value>,
  ): Promise<Value> {
    const kept = this.#kept.get(key);
    if (kept !== undefined && kept.version >= version) return kept;
    // What is under way may have begun before our version was committed; what begins from now on has not.
    const joined = await this.#renewing.get(key);
    if (joined !== undefined && joined.version >= version) return joined;
    return await (this.#renewing.get(key) ?? this.#renew(key, renew));
  }

  #renew(key: string, renew: (before: Value | undefined) => Promise<Value>): Promise<Value> {
    const renewing = renew(this.#kept.get(key))
      .then((value) => {
        this.set(key, value);
        return value;
      })
      .finally(() => this.#renewing.delete(key));
    this.#renewing.set(key, renewing);
    return renewing;
  }

  set(key: string, value: Value): void {
    this.#kept.set(key, value);
  }
}
