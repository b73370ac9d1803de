import type { AccessKey, ContractId, OrganizationId, UserId } from '../base/ids.js';
import type { Profile } from '../store/schema/index.js';

/** Who is calling: every query of a request is bound to this. */
export interface Caller {
  readonly orgId: OrganizationId;
  readonly userId: UserId;
  readonly accessKey: AccessKey;
  readonly profile: Profile;
  /** The contract of requests that name none. */
  readonly defaultContractId: ContractId | null;
}
