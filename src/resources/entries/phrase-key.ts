import { createHash } from 'node:crypto';

/** How a normalised phrase is indexed: phrases may be longer than an index entry of PostgreSQL can be. */
export function phraseKey(normalised: string): Buffer {
  return createHash('sha256').update(normalised).digest();
}
