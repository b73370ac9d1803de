import Type from 'typebox';
import type { AccessKey, ContractId, GroupId, OrganizationId, UserId } from '../../../base/ids.js';
import { routesOf, wrapped } from '../../shapes.js';

/** Shapes of the admin interface. Ids in paths become branded here, at the boundary. */

export const ADMIN = { tags: ['administration'], security: [{ admin: [] }] };
export const route = routesOf(ADMIN);

export const orgId = Type.Unsafe<OrganizationId>(Type.String());
export const userId = Type.Unsafe<UserId>(Type.String());
export const groupId = Type.Unsafe<GroupId>(Type.String());
export const accessKey = Type.Unsafe<AccessKey>(Type.String());
export const contractId = Type.Unsafe<ContractId>(Type.String());
export const OrgParams = Type.Object({ orgId });
export const Name = Type.String({ minLength: 1, maxLength: 200 });
export const Moment = Type.String({ description: 'ISO 8601' });

export const Empty = wrapped(Type.Null());
