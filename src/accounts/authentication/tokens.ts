import { decodeJwt, errors, jwtVerify, SignJWT } from 'jose';
import { Failure } from '../../base/failure.js';
import type { KeyRecord } from '../key-cache.js';

const ISSUER = 'kotobashi';
const DEFAULT_SECONDS = 1800;
/** Longest life of a token, issued or self-made. */
const LONGEST_SECONDS = 86_400;

/** Issues a token for a key. Seconds beyond the longest life are cut. */
export async function issueToken(
  accessKey: string,
  secretKey: string,
  seconds = DEFAULT_SECONDS,
): Promise<string> {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ accessKey })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setIssuer(ISSUER)
    .setIssuedAt(now)
    .setExpirationTime(now + Math.min(seconds, LONGEST_SECONDS))
    .sign(Buffer.from(secretKey));
}

/** The access key a token claims to be of, before anything is verified. */
export function claimedKey(token: string): string | undefined {
  try {
    const claim = decodeJwt(token).accessKey;
    return typeof claim === 'string' ? claim : undefined;
  } catch {
    return undefined;
  }
}

/** Only who has the secret can make a token that is `expired`: it says as little about guessing as one that is `good`. */
export type TokenVerdict = 'good' | 'expired' | 'wrong';

/**
 * Whether a token is good: HS256 under a secret of the key (`alg: none` and all others are refused by the list), not
 * expired, an issuer named, and at most a day long, so that a client cannot make itself one for ever.
 */
export async function verifyToken(token: string, secrets: readonly string[]): Promise<TokenVerdict> {
  for (const secret of secrets) {
    try {
      const { payload } = await jwtVerify(token, Buffer.from(secret), {
        algorithms: ['HS256'],
        requiredClaims: ['exp', 'iss', 'accessKey'],
      });
      if ((payload.exp ?? Number.POSITIVE_INFINITY) > Date.now() / 1000 + LONGEST_SECONDS + 1) {
        throw new Failure('signatureInvalid', {
          message:
            'The token is signed well, but exp lies more than 24 hours ahead: make one that ends sooner.',
        });
      }
      return 'good';
    } catch (error) {
      // Found out behind the signature.
      if (error instanceof errors.JWTExpired) return 'expired';
      if (!(error instanceof errors.JOSEError)) throw error;
    }
  }
  return 'wrong';
}

/** Reads `duration` of a token request. */
export function checkDuration(duration: number | undefined): number {
  if (duration === undefined) return DEFAULT_SECONDS;
  if (!Number.isFinite(duration) || duration < 1) {
    throw new Failure('argumentInvalid', { message: 'duration must be at least 1 second.' });
  }
  return Math.floor(duration);
}

/** The secrets of a key that count now. */
export function currentSecrets(record: KeyRecord, nowMs: number): readonly string[] {
  return record.secrets.filter((entry) => entry.until > nowMs).map((entry) => entry.secret);
}
