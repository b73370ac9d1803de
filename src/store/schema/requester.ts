import { integer, text } from 'drizzle-orm/pg-core';
import type { AccessKey, ContractId, UserId } from '../../base/ids.js';
import { orgId } from './organizations.js';

/** Whose work a row is: the account, the key it came with, and the contract it counts for. */
export function requester() {
  return {
    orgId: orgId(),
    userId: text().$type<UserId>().notNull(),
    accessKey: text().$type<AccessKey>().notNull(),
    contractId: text().$type<ContractId>().notNull(),
  };
}

/** How far work has come that is done sentence by sentence. */
export function sentenceProgress() {
  return {
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
  };
}
