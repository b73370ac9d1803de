import type { Accounts } from '#src/compose/service.js';
import type { CustomerKey } from '../faults/signed-client.js';

/** An organization with a key and a contract without a rate limit to speak of. */
export interface Tenant extends CustomerKey {
  readonly organizationId: string;
  readonly customContractId: string;
  readonly fileContractId: string;
}

const NO_RATE_LIMIT = 1_000_000;

export async function createTenant(accounts: Accounts, name: string): Promise<Tenant> {
  const { id } = await accounts.organizationAdmin.createOrganization(name);
  const user = await accounts.organizationAdmin.createUser(id, 'user');
  const { accessKey, secretKey } = await accounts.keyAdmin.create(id, user.id, {});
  const contract = (engine: 't4oo' | 'custom', kind: 'text' | 'file' = 'text') =>
    accounts.contracts.create(id, { name: engine, kind, engine, ratePerMinute: NO_RATE_LIMIT });
  return {
    organizationId: id,
    accessKey,
    secretKey,
    contractId: (await contract('t4oo')).id,
    customContractId: (await contract('custom')).id,
    fileContractId: (await contract('t4oo', 'file')).id,
  };
}
