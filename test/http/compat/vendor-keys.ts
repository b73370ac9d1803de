import type { NewKey } from '#src/accounts/key-admin.js';
import type { Tenant, TestApp } from '../../setup/app.js';

/** What clients of other vendors are given as their key. */
export function keyOf({ key }: { readonly key: NewKey }): string {
  return `${key.accessKey}:${key.secretKey}`;
}

/** A key of the same user whose requests run under one contract. */
export async function keyUnder(
  app: TestApp,
  { organization, user }: Tenant,
  contract: {
    readonly engine: 't4oo' | 'real-time';
    readonly ratePerMinute?: number;
    readonly charQuota?: number;
  },
): Promise<string> {
  const { id } = await app.service.contracts.create(organization.id, {
    name: 'own',
    kind: 'text',
    ...contract,
  });
  const key = await app.service.keyAdmin.create(organization.id, user.id, { defaultContractId: id });
  return keyOf({ key });
}
