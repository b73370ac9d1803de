import { randomBytes } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { Failure } from '../failure.js';
import type { AccessKey, OrganizationId, UserId } from '../ids.js';
import type { ChangeFeed } from '../store/changes.js';
import { accessKeys, type Profile } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import type { Directory } from './directory.js';
import { isAccessKey } from './keyring.js';
import type { SecretBox } from './secret-box.js';

/** A key without its secret. */
export interface KeySummary {
  readonly accessKey: AccessKey;
  readonly userId: UserId;
  readonly label: string;
  readonly profile: Profile;
  readonly enabled: boolean;
  readonly createdAt: Date;
  readonly rotatedAt: Date | null;
}

/** A key at the one moment its secret is shown. */
export interface NewKey extends KeySummary {
  readonly secretKey: string;
}

export interface KeyOptions {
  readonly label?: string | undefined;
  readonly profile?: Profile | undefined;
}

const ACCESS_KEY_BYTES = 32;
const SECRET_KEY_BYTES = 48;
/** Longest time for which the old secret may go on working after a rotation. */
const LONGEST_OVERLAP_SECONDS = 30 * 86_400;

const SUMMARY = {
  accessKey: accessKeys.accessKey,
  userId: accessKeys.userId,
  label: accessKeys.label,
  profile: accessKeys.profile,
  enabled: accessKeys.enabled,
  createdAt: accessKeys.createdAt,
  rotatedAt: accessKeys.rotatedAt,
} as const;

/** Makes, lists, disables and rotates access keys. */
export class Keys {
  readonly #store: Store;
  readonly #box: SecretBox;
  readonly #changes: ChangeFeed;
  readonly #directory: Directory;

  constructor(store: Store, box: SecretBox, changes: ChangeFeed, directory: Directory) {
    this.#store = store;
    this.#box = box;
    this.#changes = changes;
    this.#directory = directory;
  }

  async create(orgId: OrganizationId, userId: UserId, options: KeyOptions = {}): Promise<NewKey> {
    await this.#directory.user(orgId, userId);
    const accessKey = randomBytes(ACCESS_KEY_BYTES).toString('hex');
    if (!isAccessKey(accessKey)) throw new Error('A new access key has the wrong form.');
    const secretKey = randomBytes(SECRET_KEY_BYTES).toString('hex');
    const [row] = await this.#store.db
      .insert(accessKeys)
      .values({
        accessKey,
        orgId,
        userId,
        label: options.label ?? '',
        profile: options.profile ?? 'standard',
        secretBox: this.#box.seal(secretKey, accessKey),
      })
      .returning(SUMMARY);
    await this.#changes.announce('key', accessKey);
    return { ...found(row), secretKey };
  }

  async list(orgId: OrganizationId, userId?: UserId): Promise<readonly KeySummary[]> {
    return this.#store.db
      .select(SUMMARY)
      .from(accessKeys)
      .where(
        and(eq(accessKeys.orgId, orgId), userId === undefined ? undefined : eq(accessKeys.userId, userId)),
      )
      .orderBy(asc(accessKeys.createdAt), asc(accessKeys.accessKey));
  }

  async change(
    orgId: OrganizationId,
    accessKey: AccessKey,
    change: KeyOptions & { readonly enabled?: boolean | undefined },
  ): Promise<KeySummary> {
    const [row] = await this.#store.db
      .update(accessKeys)
      .set({
        accessKey,
        ...(change.enabled !== undefined && { enabled: change.enabled }),
        ...(change.label !== undefined && { label: change.label }),
        ...(change.profile !== undefined && { profile: change.profile }),
      })
      .where(and(eq(accessKeys.orgId, orgId), eq(accessKeys.accessKey, accessKey)))
      .returning(SUMMARY);
    const changed = found(row);
    await this.#changes.announce('key', accessKey);
    return changed;
  }

  /** Gives the key a new secret. The old one goes on working for `overlapSeconds`, by default not at all. */
  async rotate(orgId: OrganizationId, accessKey: AccessKey, overlapSeconds = 0): Promise<NewKey> {
    if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > LONGEST_OVERLAP_SECONDS) {
      throw new Failure(40201, { message: `The overlap must be 0 to ${LONGEST_OVERLAP_SECONDS} seconds.` });
    }
    const secretKey = randomBytes(SECRET_KEY_BYTES).toString('hex');
    const [row] = await this.#store.db
      .update(accessKeys)
      .set({
        secretBox: this.#box.seal(secretKey, accessKey),
        previousSecretBox: overlapSeconds > 0 ? sql`${accessKeys.secretBox}` : null,
        previousUntil: overlapSeconds > 0 ? sql`now() + ${overlapSeconds} * interval '1 second'` : null,
        rotatedAt: sql`now()`,
      })
      .where(and(eq(accessKeys.orgId, orgId), eq(accessKeys.accessKey, accessKey)))
      .returning(SUMMARY);
    const rotated = found(row);
    await this.#changes.announce('key', accessKey);
    return { ...rotated, secretKey };
  }
}

function found(row: KeySummary | undefined): KeySummary {
  if (row === undefined) throw new Failure(40203, { message: 'This organization has no such access key.' });
  return row;
}
