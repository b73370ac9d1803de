const TOKEN = 'kotobashi.token';
const CONTRACT = 'kotobashi.contract';

/** What a reload of this tab keeps: the token, never a secret key, and the contract last used. The admin token is not kept. */
export const session = {
  token: () => sessionStorage.getItem(TOKEN) ?? undefined,
  begin: (token: string) => sessionStorage.setItem(TOKEN, token),
  contract: () => sessionStorage.getItem(CONTRACT) ?? '',
  rememberContract: (contractId: string) => sessionStorage.setItem(CONTRACT, contractId),
  end: () => {
    sessionStorage.removeItem(TOKEN);
    sessionStorage.removeItem(CONTRACT);
  },
} as const;
