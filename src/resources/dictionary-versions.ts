import { sql } from 'drizzle-orm';
import type { UserId } from '../base/ids.js';
import type { ChangeFeed } from '../store/changes.js';
import { InvalidatingCache } from '../store/invalidating-cache.js';
import type { Store } from '../store/store.js';

interface Version {
  readonly version: number;
}

/** Users whose version is kept in memory. */
const CACHED_USERS = 10_000;

/** The current version of each user's dictionary, without a query while nothing changes. */
export class DictionaryVersions {
  readonly #known: InvalidatingCache<UserId, Version>;

  constructor(store: Store, changes: ChangeFeed) {
    this.#known = new InvalidatingCache({
      load: async (userId) => {
        const [found] = await store.prepared<Version>(
          'dictionary_version',
          sql`select dictionary_version::float8 as version from users where id = ${userId}`,
        );
        return found ?? { version: 0 };
      },
      changes,
      topic: 'dictionary',
      alsoForgetOn: ['organization'],
      entries: CACHED_USERS,
    });
  }

  of(userId: UserId): Version | Promise<Version> {
    return this.#known.get(userId);
  }

  close(): void {
    this.#known.close();
  }
}
