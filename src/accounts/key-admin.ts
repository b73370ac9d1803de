import { randomBytes } from 'node:crypto';
import { and, asc, eq, sql } from 'drizzle-orm';
import { Failure } from '../base/failure.js';
import type { AccessKey, ContractId, OrganizationId, UserId } from '../base/ids.js';
import type { ChangeFeed } from '../store/changes.js';
import { isForeignKeyViolation } from '../store/errors.js';
import { accessKeys, type Profile } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import { isAccessKey } from './key-cache.js';
import { checkedName } from './name.js';
import type { OrganizationAdmin } from './organization-admin.js';
import type { SecretBox } from './secrets/secret-box.js';

/** A key without its secret. */
export interface KeySummary {
  readonly accessKey: AccessKey;
  readonly userId: UserId;
  readonly label: string;
  readonly profile: Profile;
  readonly defaultContractId: ContractId | null;
  readonly requiresV2: boolean;
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
  /** The contract of requests that name none. */
  readonly defaultContractId?: ContractId | null | undefined;
  /** Whether every request has to carry `x-signature-v2`. */
  readonly requiresV2?: boolean | undefined;
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
  defaultContractId: accessKeys.defaultContractId,
  requiresV2: accessKeys.requiresV2,
  enabled: accessKeys.enabled,
  createdAt: accessKeys.createdAt,
  rotatedAt: accessKeys.rotatedAt,
} as const;

/** Makes, lists, disables and rotates access keys. */
export class KeyAdmin {
  readonly #store: Store;
  readonly #box: SecretBox;
  readonly #changes: ChangeFeed;
  readonly #organizations: OrganizationAdmin;

  constructor(store: Store, box: SecretBox, changes: ChangeFeed, organizationAdmin: OrganizationAdmin) {
    this.#store = store;
    this.#box = box;
    this.#changes = changes;
    this.#organizations = organizationAdmin;
  }

  async create(orgId: OrganizationId, userId: UserId, options: KeyOptions = {}): Promise<NewKey> {
    await this.#organizations.user(orgId, userId);
    const accessKey = randomBytes(ACCESS_KEY_BYTES).toString('hex');
    if (!isAccessKey(accessKey)) throw new Error('A new access key has the wrong form.');
    const secretKey = randomBytes(SECRET_KEY_BYTES).toString('hex');
    const [row] = await this.#store.db
      .insert(accessKeys)
      .values({
        accessKey,
        orgId,
        userId,
        label: checkedName(options.label ?? ''),
        profile: options.profile ?? 'standard',
        defaultContractId: options.defaultContractId ?? null,
        requiresV2: options.requiresV2 ?? false,
        secretBox: this.#box.seal(secretKey, accessKey),
      })
      .returning(SUMMARY)
      .catch(foreignContract);
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
        ...(change.label !== undefined && { label: checkedName(change.label) }),
        ...(change.profile !== undefined && { profile: change.profile }),
        ...(change.defaultContractId !== undefined && { defaultContractId: change.defaultContractId }),
        ...(change.requiresV2 !== undefined && { requiresV2: change.requiresV2 }),
      })
      .where(and(eq(accessKeys.orgId, orgId), eq(accessKeys.accessKey, accessKey)))
      .returning(SUMMARY)
      .catch(foreignContract);
    const changed = found(row);
    await this.#changes.announce('key', accessKey);
    return changed;
  }

  /**
   * Encrypts every secret anew with the current master key; afterwards older master keys open nothing that is needed.
   * A key that is rotated meanwhile has a newer box, which stays. Answers how many were written.
   */
  async reencrypt(): Promise<number> {
    const rows = await this.#store.db.select().from(accessKeys);
    let written = 0;
    for (const { accessKey, secretBox, previousSecretBox } of rows) {
      const anew = (box: Buffer) => this.#box.seal(this.#box.open(box, accessKey), accessKey);
      const { rowCount } = await this.#store.db
        .update(accessKeys)
        .set({
          secretBox: anew(secretBox),
          ...(previousSecretBox !== null && { previousSecretBox: anew(previousSecretBox) }),
        })
        .where(and(eq(accessKeys.accessKey, accessKey), eq(accessKeys.secretBox, secretBox)));
      written += rowCount ?? 0;
    }
    return written;
  }

  /** Gives the key a new secret. The old one goes on working for `overlapSeconds`, by default not at all. */
  async rotate(orgId: OrganizationId, accessKey: AccessKey, overlapSeconds = 0): Promise<NewKey> {
    if (!Number.isInteger(overlapSeconds) || overlapSeconds < 0 || overlapSeconds > LONGEST_OVERLAP_SECONDS) {
      throw new Failure('argumentInvalid', {
        message: `The overlap must be 0 to ${LONGEST_OVERLAP_SECONDS} seconds.`,
      });
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
  if (row === undefined)
    throw new Failure('idUnknown', { message: 'This organization has no such access key.' });
  return row;
}

/** The reference to a contract takes those of the same organization alone. */
function foreignContract(error: unknown): never {
  if (!isForeignKeyViolation(error)) throw error;
  throw new Failure('contractUnknown', {
    message: 'This organization has no such contract to make the default.',
    cause: error,
  });
}
