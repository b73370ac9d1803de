import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Length that NIST SP 800-38D recommends for GCM. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts the secret keys of callers at rest. A box is iv, tag and ciphertext; the access key it belongs to is bound in
 * as associated data, so a box moved to another row does not open. Boxes are made with the first key; those of the
 * others open too, so that a key can be replaced while the service runs.
 */
export class SecretBox {
  readonly #keys: readonly Buffer[];

  constructor(keys: readonly Buffer[]) {
    for (const key of keys) {
      if (key.length === KEY_BYTES) continue;
      throw new Error(
        `A key that encrypts secrets must have ${KEY_BYTES} bytes, this one has ${key.length}.`,
      );
    }
    if (keys.length === 0) throw new Error('There is no key to encrypt secrets with.');
    this.#keys = keys;
  }

  static newKey(): Buffer {
    return randomBytes(KEY_BYTES);
  }

  seal(secret: string, owner: string): Buffer {
    const [key] = this.#keys;
    if (key === undefined) throw new Error('There is no key to encrypt secrets with.');
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, key, iv).setAAD(Buffer.from(owner));
    const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]);
  }

  /** Throws when the box was made with none of the keys, or for another owner. */
  open(box: Buffer, owner: string): string {
    let failure: unknown;
    for (const key of this.#keys) {
      try {
        return unlock(key, box, owner);
      } catch (error) {
        failure = error;
      }
    }
    throw failure;
  }
}

function unlock(key: Buffer, box: Buffer, owner: string): string {
  const decipher = createDecipheriv(ALGORITHM, key, box.subarray(0, IV_BYTES), { authTagLength: TAG_BYTES })
    .setAAD(Buffer.from(owner))
    .setAuthTag(box.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
  return decipher.update(box.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
}
