import { LRUCache } from 'lru-cache';
import type { SegmentResult } from '../pipeline-types.js';

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
  /** Undefined when the cache is off. */
  readonly #entries: LRUCache<string, SegmentResult> | undefined;

  constructor({ entries, bytes }: CacheLimits) {
    if (entries === 0 || bytes === 0) return;
    this.#entries = new LRUCache({
      max: entries,
      maxSize: bytes,
      sizeCalculation: (result, key) => costOf(key, result),
    });
  }

  get size(): number {
    return this.#entries?.size ?? 0;
  }

  get bytes(): number {
    return this.#entries?.calculatedSize ?? 0;
  }

  get enabled(): boolean {
    return this.#entries !== undefined;
  }

  get(key: string): SegmentResult | undefined {
    return this.#entries?.get(key);
  }

  /** An entry larger than the whole cache is not kept. */
  set(key: string, result: SegmentResult): void {
    this.#entries?.set(key, result);
  }

  clear(): void {
    this.#entries?.clear();
  }
}

function costOf(key: string, result: SegmentResult): number {
  const { text, terms, checks, alternatives = [] } = result;
  const characters = alternatives.reduce((sum, other) => sum + other.text.length, key.length + text.length);
  return ENTRY_OVERHEAD_BYTES * (1 + terms.length + checks.length + alternatives.length) + 2 * characters;
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
