import { createHash, createHmac } from 'node:crypto';
import { sameSecret } from '../secrets/constant-time.js';

/** What a caller signed with. */
export interface Signed {
  readonly nonce: string;
  /** Request target as it came over the wire: path and query string. */
  readonly target: string;
  /** Hexadecimal, either case. */
  readonly signature: string;
}

/** What the stronger form covers besides. */
export interface SignedV2 extends Signed {
  readonly method: string;
  /** Hexadecimal SHA-256 of the body, in lower case. */
  readonly bodySha256: string;
}

const HEX_SHA256 = /^[0-9a-f]{64}$/i;
export const EMPTY_SHA256 = createHash('sha256').digest('hex');

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
 * The stronger form: method, target, SHA-256 of the body and nonce, one a line. Headers that were captured serve for
 * nothing but the very request they came with.
 *
 * @example
 * signV2('demo-secret', { method: 'GET', target: '/api/v1/hello', bodySha256: EMPTY_SHA256, nonce: '1700000000000' })
 */
export function signV2(secretKey: string, request: Omit<SignedV2, 'signature'>): string {
  const { method, target, bodySha256, nonce } = request;
  return createHmac('sha256', secretKey).update([method, target, bodySha256, nonce].join('\n')).digest('hex');
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

/** Whether a signature of the stronger form fits; the target counts as it was sent, byte for byte. */
export function verifySignatureV2(secretKey: string, signed: SignedV2): boolean {
  const expected = Buffer.from(signV2(secretKey, signed), 'hex');
  const given = HEX_SHA256.test(signed.signature) ? Buffer.from(signed.signature, 'hex') : Buffer.alloc(0);
  return sameSecret(given, expected);
}

/**
 * The texts that may have been signed for a target. Where a percent sign is itself escaped (`%2541`), the decoded text
 * would read like another target (`%41`), so there only the target as it was sent counts. A plus that was escaped and one
 * that was not look alike too; which of them a signature came with first is what the nonce store holds it to.
 */
function forms(target: string): readonly string[] {
  if (!target.includes('%') && !target.includes('+')) return [target];
  if (target.includes('%25')) return [target];
  return [...new Set([target, decoded(target), decoded(plusAsSpace(target))])];
}

/** In a query, and only there, a plus is a space. */
function plusAsSpace(target: string): string {
  const query = target.indexOf('?');
  return query < 0 ? target : target.slice(0, query) + target.slice(query).replaceAll('+', ' ');
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    // A stray % is no escape: the raw form stands.
    return target;
  }
}
