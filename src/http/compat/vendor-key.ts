import type { FastifyRequest } from 'fastify';
import type { Authenticator } from '../../accounts/authentication/authenticator.js';
import { Failure } from '../../base/failure.js';

/** What a key says beside who is calling: the contract, and with it the engine, and the field or model. */
export interface KeyChoice {
  readonly contractId?: string;
  readonly fieldId?: string;
}

/** Far beyond the two halves of a key, a contract and a field. */
const LONGEST_KEY = 512;

/**
 * Clients of other vendors know one string for a key. Ours is `<accessKey>:<secretKey>`; a contract and a field may follow,
 * each behind a colon, where the key's default contract and the general field are not what is wanted.
 */
export async function authenticateKey(
  authenticator: Pick<Authenticator, 'bySecret'>,
  request: FastifyRequest,
  key: string | undefined,
): Promise<void> {
  if (key === undefined || key.trim() === '') {
    throw new Failure('operationNotAllowed', {
      message: 'The key is missing: send <accessKey>:<secretKey> where the key of this interface belongs.',
    });
  }
  const [accessKey = '', secretKey = '', contractId = '', fieldId = ''] = key
    .slice(0, LONGEST_KEY)
    .trim()
    .split(':');
  const caller = await authenticator.bySecret(accessKey, secretKey, request.ip);
  // These clients send whole paragraphs and empty strings and name neither contract nor field, as older ones of ours do.
  request.caller = { ...caller, profile: 'legacy' };
  request.keyChoice = { ...(contractId !== '' && { contractId }), ...(fieldId !== '' && { fieldId }) };
}

/** A hook that looks for the key where the vendor's clients put it. */
export function keyHook(
  authenticator: Pick<Authenticator, 'bySecret'>,
  keyOf: (request: FastifyRequest) => string | undefined,
) {
  return (request: FastifyRequest): Promise<void> => authenticateKey(authenticator, request, keyOf(request));
}

/** The first of a header that may come several times. */
export function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
}

/** A member of the body or of the query, when it is a string. */
export function memberOf(values: unknown, name: string): string | undefined {
  if (typeof values !== 'object' || values === null) return undefined;
  const value: unknown = Object.entries(values).find(([own]) => own === name)?.[1];
  return typeof value === 'string' ? value : undefined;
}
