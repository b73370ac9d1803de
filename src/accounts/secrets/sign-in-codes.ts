import { createHash, randomBytes } from 'node:crypto';

/** Long enough to walk from the terminal to the browser, short enough that an old screen gives nothing away. */
const LIVES_MS = 10 * 60_000;
const CODE_BYTES = 24;

/**
 * Codes that stand in the link which a start prints: each opens the console once, for one access key, and only in the
 * process that made it. Held as digests, so that finding one takes no longer the more of it was guessed.
 */
export class SignInCodes {
  readonly #held = new Map<string, { readonly accessKey: string; readonly until: number }>();

  issue(accessKey: string): string {
    const code = randomBytes(CODE_BYTES).toString('base64url');
    this.#held.set(digestOf(code), { accessKey, until: Date.now() + LIVES_MS });
    return code;
  }

  /** The access key that the code was made for; the code is then used up. */
  redeem(code: string): string | undefined {
    const digest = digestOf(code);
    const found = this.#held.get(digest);
    this.#held.delete(digest);
    return found !== undefined && Date.now() < found.until ? found.accessKey : undefined;
  }
}

function digestOf(code: string): string {
  return createHash('sha256').update(code).digest('hex');
}
