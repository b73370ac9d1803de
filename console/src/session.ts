const TOKEN = 'kotobashi.token';
const CONTRACT = 'kotobashi.contract';

/** What a reload of this tab keeps: the token, never a secret key, and the contract last used. The admin token is not kept. */
export const session = {
  token: () => sessionStorage.getItem(TOKEN) ?? undefined,
  begin: (token: string) => sessionStorage.setItem(TOKEN, token),
  /** Names the key; tokens carry it, and it is no secret. */
  accessKey: () => claimOf(sessionStorage.getItem(TOKEN) ?? '', 'accessKey'),
  contract: () => sessionStorage.getItem(CONTRACT) ?? '',
  rememberContract: (contractId: string) => sessionStorage.setItem(CONTRACT, contractId),
  end: () => {
    sessionStorage.removeItem(TOKEN);
    sessionStorage.removeItem(CONTRACT);
  },
} as const;

/** A claim of a token, without proof: the service is who proves. */
function claimOf(token: string, name: string): string {
  const [, payload = ''] = token.split('.');
  const claims: unknown = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/')) || '{}');
  return typeof claims === 'object' && claims !== null ? String(Reflect.get(claims, name) ?? '') : '';
}
