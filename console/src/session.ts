import { serviceUrl, tokenIn } from './client.js';

/**
 * What a reload of the page keeps: the token, in a cookie that no script can read, and nothing in the storage of the page.
 * Where that fails one signs in again. The admin token is not kept at all.
 */
export const session = {
  begin: (token: string) => ask('POST', { authorization: `Bearer ${token}` }),
  /** Of somebody who has signed in before. */
  token: async () => tokenIn(await (await ask('GET'))?.json().catch(() => undefined)),
  end: () => ask('DELETE'),
} as const;

async function ask(method: string, headers: Readonly<Record<string, string>> = {}) {
  return await fetch(new URL('console/session', serviceUrl()), { method, headers }).catch(() => undefined);
}

/** Names the key that a token was made for; it is no secret. Without proof: the service is who proves. */
export function accessKeyOf(token: string): string {
  const [, payload = ''] = token.split('.');
  const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')) || '{}');
  return typeof claims === 'object' && claims !== null ? String(Reflect.get(claims, 'accessKey') ?? '') : '';
}
