import type { SecretBox } from '../../../accounts/secrets/secret-box.js';
import { Failure } from '../../../base/failure.js';
import type { FileItemId, OrganizationId, UserId } from '../../../base/ids.js';

/** Whose file may be fetched. */
export interface DownloadTicket {
  readonly orgId: OrganizationId;
  readonly userId: UserId;
  readonly itemId: FileItemId;
}

interface SealedTicket extends DownloadTicket {
  /** Milliseconds of the clock. */
  readonly until: number;
}

const PURPOSE = 'download ticket';
const LIFE_MS = 86_400_000;

/**
 * Addresses of translated files that need no key, because clients of LibreTranslate send none there. A ticket is sealed
 * with the key that seals secrets, so that nobody can make one or read whose it is.
 */
export class Tickets {
  readonly #box: SecretBox;

  constructor(box: SecretBox) {
    this.#box = box;
  }

  seal({ orgId, userId, itemId }: DownloadTicket): string {
    const sealed: SealedTicket = { orgId, userId, itemId, until: Date.now() + LIFE_MS };
    return this.#box.seal(JSON.stringify(sealed), PURPOSE).toString('base64url');
  }

  open(ticket: string): DownloadTicket {
    try {
      const sealed: SealedTicket = JSON.parse(this.#box.open(Buffer.from(ticket, 'base64url'), PURPOSE));
      if (sealed.until > Date.now()) return sealed;
    } catch {
      // Said below, like a ticket that has run out.
    }
    throw new Failure('idUnknown', { message: 'There is no such file, or it has expired.' });
  }
}
