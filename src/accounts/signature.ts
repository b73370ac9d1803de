import { createHmac } from 'node:crypto';
import { sameSecret } from './constant-time.js';

/** What a caller signed with. */
export interface Signed {
  readonly nonce: string;
  /** Request target as it came over the wire: path and query string. */
  readonly target: string;
  /** Hexadecimal, either case. */
  readonly signature: string;
}

const HEX_SHA256 = /^[0-9a-f]{64}$/i;

/**
 * The signature a client sends: HMAC-SHA256 of nonce and path under the secret key.
 *
 * @example
 * sign('demo-secret', '1700000000000', '/api/v1/translate') // '7c86467f…'
 */
export function sign(secretKey: string, nonce: string, path: string): string {
  return createHmac('sha256', secretKey)
    .update(nonce + path)
    .digest('hex');
}

/** The other order, used by some clients of the custom-model endpoints: the path is the HMAC key. */
export function signTurned(secretKey: string, nonce: string, path: string): string {
  return createHmac('sha256', path)
    .update(secretKey + nonce)
    .digest('hex');
}

/**
 * Whether a signature fits. Both orders count, over the raw target and over its percent-decoded form, because clients
 * sign what they wrote and send what their library escaped. A wrong signature always costs every form for the first
 * secret, so that its time equals that of an unknown key.
 */
export function verifySignature(secretKey: string, signed: Signed): boolean {
  if (!HEX_SHA256.test(signed.signature)) {
    // Still computed: the answer time must not tell a malformed signature of a known key from one of an unknown key.
    sign(secretKey, signed.nonce, signed.target);
    return false;
  }
  const given = Buffer.from(signed.signature, 'hex');
  return forms(signed.target).some(
    (target) =>
      sameSecret(given, Buffer.from(sign(secretKey, signed.nonce, target), 'hex')) ||
      sameSecret(given, Buffer.from(signTurned(secretKey, signed.nonce, target), 'hex')),
  );
}

function forms(target: string): readonly string[] {
  if (!target.includes('%') && !target.includes('+')) return [target];
  return [...new Set([target, decoded(target), plainTarget(target)])];
}

/**
 * What all spellings of a request target that one signature fits have in common: a request that is sent again with a
 * letter written as an escape is still the same request.
 */
export function plainTarget(target: string): string {
  return decoded(target.replaceAll('+', ' '));
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    // A stray % is no escape: the raw form stands.
    return target;
  }
}
