const TOKEN = 'kotobashi.token';

/** What a reload of this tab keeps: the token, never a secret key. The admin token is not kept. */
export const session = {
  token: () => sessionStorage.getItem(TOKEN) ?? undefined,
  begin: (token: string) => sessionStorage.setItem(TOKEN, token),
  /** Names the key; tokens carry it, and it is no secret. */
  accessKey: () => claimOf(sessionStorage.getItem(TOKEN) ?? '', 'accessKey'),
  end: () => sessionStorage.removeItem(TOKEN),
} as const;

/** A claim of a token, without proof: the service is who proves. */
function claimOf(token: string, name: string): string {
  const [, payload = ''] = token.split('.');
  const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')) || '{}');
  return typeof claims === 'object' && claims !== null ? String(Reflect.get(claims, name) ?? '') : '';
}
