import { LRUCache } from 'lru-cache';
import type { ChangeFeed, ChangeTopic } from './changes.js';

export interface InvalidatingCacheOptions<Id extends string, Value> {
  readonly load: (id: Id) => Promise<Value>;
  readonly changes: ChangeFeed;
  /** The id in these announcements is the id of the entry; an announcement of any other topic forgets everything. */
  readonly topic: ChangeTopic;
  readonly alsoForgetOn?: readonly ChangeTopic[];
  readonly entries: number;
}

/** Upper bound of how long a change can go unnoticed while the notification link is down. */
const TTL_MS = 5_000;
/** The clock of the cache may lag by this: reading it anew for every look would cost more than the look. */
const TTL_RESOLUTION_MS = 100;

/**
 * Rows of the database kept in this process for a short time. A row that is announced as changed is forgotten at once,
 * also when its old value is just being loaded: a load that began before the announcement is never kept.
 */
export class InvalidatingCache<Id extends string, Value extends object> {
  readonly #cache: LRUCache<string, Value>;
  readonly #loading = new Map<string, Promise<Value>>();
  readonly #load: (id: Id) => Promise<Value>;
  readonly #stop: readonly (() => void)[];

  constructor(options: InvalidatingCacheOptions<Id, Value>) {
    this.#cache = new LRUCache({ max: options.entries, ttl: TTL_MS, ttlResolution: TTL_RESOLUTION_MS });
    this.#load = options.load;
    this.#stop = [
      options.changes.on(options.topic, (id) => this.#forget(id)),
      ...(options.alsoForgetOn ?? []).map((topic) =>
        options.changes.on(topic, () => this.#forget(undefined)),
      ),
    ];
  }

  get(id: Id): Value | Promise<Value> {
    return this.#cache.get(id) ?? this.#loading.get(id) ?? this.#fetch(id);
  }

  #fetch(id: Id): Promise<Value> {
    const loading: Promise<Value> = this.#load(id)
      .then((value) => {
        if (this.#loading.get(id) === loading) this.#cache.set(id, value);
        return value;
      })
      .finally(() => {
        if (this.#loading.get(id) === loading) this.#loading.delete(id);
      });
    this.#loading.set(id, loading);
    return loading;
  }

  #forget(id: string | undefined): void {
    if (id === undefined) {
      this.#cache.clear();
      this.#loading.clear();
    } else {
      this.#cache.delete(id);
      this.#loading.delete(id);
    }
  }

  close(): void {
    for (const stop of this.#stop) stop();
  }
}
