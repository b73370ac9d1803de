import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const ALGORITHM = 'aes-256-gcm';
const KEY_BYTES = 32;
/** Length that NIST SP 800-38D recommends for GCM. */
const IV_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Encrypts the secret keys of callers at rest. A box is iv, tag and ciphertext; the access key it belongs to is bound in
 * as associated data, so a box moved to another row does not open.
 */
export class SecretBox {
  readonly #key: Buffer;

  constructor(key: Buffer) {
    if (key.length !== KEY_BYTES) {
      throw new Error(
        `The key that encrypts secrets must have ${KEY_BYTES} bytes, this one has ${key.length}.`,
      );
    }
    this.#key = key;
  }

  static newKey(): Buffer {
    return randomBytes(KEY_BYTES);
  }

  seal(secret: string, owner: string): Buffer {
    const iv = randomBytes(IV_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, iv).setAAD(Buffer.from(owner));
    const body = Buffer.concat([cipher.update(secret, 'utf8'), cipher.final()]);
    return Buffer.concat([iv, cipher.getAuthTag(), body]);
  }

  /** Throws when the box was made with another key or for another owner. */
  open(box: Buffer, owner: string): string {
    const decipher = createDecipheriv(ALGORITHM, this.#key, box.subarray(0, IV_BYTES), {
      authTagLength: TAG_BYTES,
    })
      .setAAD(Buffer.from(owner))
      .setAuthTag(box.subarray(IV_BYTES, IV_BYTES + TAG_BYTES));
    return decipher.update(box.subarray(IV_BYTES + TAG_BYTES), undefined, 'utf8') + decipher.final('utf8');
  }
}
