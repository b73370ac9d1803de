import { and, eq } from 'drizzle-orm';
import type { AccessKey } from '../base/ids.js';
import type { ChangeFeed } from '../store/changes.js';
import { InvalidatingCache } from '../store/invalidating-cache.js';
import { accessKeys, organizations, users } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import type { Caller } from './caller.js';
import type { SecretBox } from './secrets/secret-box.js';

/** A key as the authentication needs it. */
export interface KeyRecord {
  readonly caller: Caller;
  /** The current secret, and the one before while its overlap lasts. */
  readonly secrets: readonly { readonly secret: string; readonly until: number }[];
  /** Whether nothing but `x-signature-v2` is taken. */
  readonly requiresV2: boolean;
  /** False when the key, its user or its organization is disabled. */
  readonly enabled: boolean;
}

interface Found {
  readonly record: KeyRecord | undefined;
}

const KEY_FORM = /^[0-9a-f]{64}$/;
/** Keys kept in memory; more are read from the database again. */
const CACHED_KEYS = 10_000;

/** Looks up access keys. */
export class KeyCache {
  readonly #store: Store;
  readonly #box: SecretBox;
  readonly #known: InvalidatingCache<AccessKey, Found>;

  constructor(store: Store, box: SecretBox, changes: ChangeFeed) {
    this.#store = store;
    this.#box = box;
    this.#known = new InvalidatingCache({
      load: (accessKey) => this.#load(accessKey),
      changes,
      topic: 'key',
      alsoForgetOn: ['organization'],
      entries: CACHED_KEYS,
    });
  }

  async find(accessKey: string): Promise<KeyRecord | undefined> {
    if (!isAccessKey(accessKey)) return undefined;
    return (await this.#known.get(accessKey)).record;
  }

  async #load(accessKey: AccessKey): Promise<Found> {
    const [row] = await this.#store.db
      .select({ key: accessKeys, user: users.enabled, organization: organizations.enabled })
      .from(accessKeys)
      .innerJoin(users, and(eq(users.orgId, accessKeys.orgId), eq(users.id, accessKeys.userId)))
      .innerJoin(organizations, eq(organizations.id, accessKeys.orgId))
      .where(eq(accessKeys.accessKey, accessKey));
    if (row === undefined) return { record: undefined };
    const { key } = row;
    const secrets = [
      { secret: this.#box.open(key.secretBox, key.accessKey), until: Number.POSITIVE_INFINITY },
    ];
    if (key.previousSecretBox !== null && key.previousUntil !== null) {
      secrets.push({
        secret: this.#box.open(key.previousSecretBox, key.accessKey),
        until: key.previousUntil.getTime(),
      });
    }
    return {
      record: {
        caller: {
          orgId: key.orgId,
          userId: key.userId,
          accessKey: key.accessKey,
          profile: key.profile,
          defaultContractId: key.defaultContractId,
        },
        secrets,
        requiresV2: key.requiresV2,
        enabled: key.enabled && row.user && row.organization,
      },
    };
  }

  close(): void {
    this.#known.close();
  }
}

export function isAccessKey(text: string): text is AccessKey {
  return KEY_FORM.test(text);
}
