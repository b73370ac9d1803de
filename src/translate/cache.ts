import type { SegmentResult } from './port.js';

export interface CacheLimits {
  /** 0 turns the cache off. */
  readonly entries: number;
  readonly bytes: number;
}

/** What one entry costs beyond its characters: map slot, object, array. */
const ENTRY_OVERHEAD_BYTES = 200;

/**
 * Sentences already translated, least recently used out first. A key says everything that could change the answer: see
 * `cacheKey`. Failures and missing terms are not kept, so that a better moment gets a better answer.
 */
export class SegmentCache {
  readonly #limits: CacheLimits;
  readonly #entries = new Map<string, SegmentResult>();
  #bytes = 0;

  constructor(limits: CacheLimits) {
    this.#limits = limits;
  }

  get size(): number {
    return this.#entries.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  get enabled(): boolean {
    return this.#limits.entries > 0 && this.#limits.bytes > 0;
  }

  get(key: string): SegmentResult | undefined {
    const found = this.#entries.get(key);
    if (found === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, found);
    return found;
  }

  set(key: string, result: SegmentResult): void {
    const cost = costOf(key, result);
    if (!this.enabled || cost > this.#limits.bytes) return;
    this.#drop(key);
    this.#entries.set(key, result);
    this.#bytes += cost;
    while (this.#entries.size > this.#limits.entries || this.#bytes > this.#limits.bytes) {
      const [oldest] = this.#entries.keys();
      if (oldest === undefined) break;
      this.#drop(oldest);
    }
  }

  clear(): void {
    this.#entries.clear();
    this.#bytes = 0;
  }

  #drop(key: string): void {
    const found = this.#entries.get(key);
    if (found === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= costOf(key, found);
  }
}

function costOf(key: string, result: SegmentResult): number {
  return ENTRY_OVERHEAD_BYTES * (1 + result.terms.length) + 2 * (key.length + result.text.length);
}

/**
 * A canonical key: every field with its length before it, so that no two lists of fields can read the same.
 *
 * @example
 * cacheKey(['ab', 'c']) !== cacheKey(['a', 'bc']) // true
 */
export function cacheKey(fields: readonly string[]): string {
  return fields.map((field) => `${field.length}:${field}`).join('');
}
