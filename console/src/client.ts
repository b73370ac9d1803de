import { errorOf, Kotobashi, type ServiceError } from '#client';
import type { Connection } from './connection.js';

/** The service that this page came from; relative, for proxies that add a prefix. */
export const serviceUrl = () => new URL('..', document.baseURI).href;

/** Rejects while the service does not answer. */
export const isThere = () => fetch(document.baseURI, { method: 'HEAD', cache: 'no-store' });

/** Somebody is waiting: a failure is shown soon, with a button to try again. */
const RETRY = { retries: 2, baseMs: 300, capMs: 3_000 };
/** A working day. */
const TOKEN_SECONDS = 8 * 3600;
/** Answered with 401 too, but signing in again does not help. */
const NOT_ALLOWED = 40001;

interface Watch {
  readonly connection: Connection;
  /** Told when the service no longer accepts the token. */
  readonly onRefused?: (why: ServiceError) => void;
}

/** The service in the name of whoever holds the token: a key's, or the operator's. */
export function clientOf(token: string, watch: Watch): Kotobashi {
  return new Kotobashi({
    baseUrl: serviceUrl(),
    authentication: { token },
    retry: RETRY,
    fetch: watched(watch),
  });
}

/** Exchanges the keys for a token; the secret goes nowhere else. */
export async function signIn(accessKey: string, secretKey: string, connection: Connection): Promise<string> {
  const { operations } = clientOf('', { connection });
  const body = { accessKey, secretKey, duration: TOKEN_SECONDS };
  return (await operations.call('POST /api/v1/token', { body })).answer.data.encodedJWT;
}

/** Exchanges the code of the link that the start of the service printed for a token. It works once. */
export async function redeemCode(code: string, connection: Connection): Promise<string> {
  const response = await watched({ connection })(new URL('console/sign-in', serviceUrl()), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const body = await response.json().catch(() => undefined);
  const token = tokenIn(body);
  if (response.ok && token !== undefined) return token;
  throw errorOf(response.status, body, null);
}

/** The token in an answer that gives one. */
export function tokenIn(body: { readonly data?: { readonly encodedJWT?: unknown } } | undefined) {
  const token = body?.data?.encodedJWT;
  return typeof token === 'string' ? token : undefined;
}

/** `fetch` that tells what every answer says about the connection and about the session. */
function watched({ connection, onRefused }: Watch): typeof fetch {
  return async (input, init) => {
    const response = await fetch(input, init).catch((error: unknown) => {
      if (!init?.signal?.aborted) connection.unanswered();
      throw error;
    });
    connection.answered();
    if (response.status !== 401 || onRefused === undefined) return response;
    const body: unknown = await response.json().catch(() => undefined);
    const why = errorOf(response.status, body, null);
    if (why.code !== NOT_ALLOWED) onRefused(why);
    return Response.json(body ?? null, { status: response.status });
  };
}
