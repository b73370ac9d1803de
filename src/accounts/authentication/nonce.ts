import { Failure } from '../../base/failure.js';
import type { Profile } from '../../store/schema/index.js';

const LARGEST = 9_223_372_036_854_775_807n;
/** Digits of a time in milliseconds, from 2001 to 2286. */
const MILLISECOND_DIGITS = 13;

/**
 * Checks a nonce against the clock. A nonce of the standard profile is a time: in seconds (up to 11 digits) or in
 * milliseconds, perhaps followed by a counter. The legacy profile takes any non-empty string.
 */
export function checkNonce(profile: Profile, nonce: string, nowMs: number, windowMs: number): void {
  if (nonce === '')
    throw new Failure('nonceRefused', {
      message: 'The nonce is empty: send the current time in milliseconds.',
    });
  if (profile === 'legacy') return;
  if (!/^\d+$/.test(nonce)) throw new Failure('nonceRefused');
  if (nonce.length > 19 || BigInt(nonce) > LARGEST) throw new Failure('nonceTooLarge');
  const time =
    nonce.length < MILLISECOND_DIGITS - 1 ? Number(nonce) * 1000 : Number(nonce.slice(0, MILLISECOND_DIGITS));
  if (Math.abs(time - nowMs) > windowMs) {
    throw new Failure('nonceRefused', {
      message:
        'The nonce is not a time near the clock of the service: send the current time in milliseconds.',
    });
  }
}
