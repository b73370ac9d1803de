import { type SQL, sql } from 'drizzle-orm';
import { FAILURES } from '../base/failure.js';

/** What work ends with whose organization, user or contract was disabled. */
export const DISABLED_FAILURE = {
  code: FAILURES.accessKeyDisabled.code,
  message:
    'The organization, the user or the contract of this request was disabled, and the work on it ended. Ask your administrator.',
} as const;

/**
 * Whether a row of somebody's request (`org_id`, `user_id`, `contract_id`) belongs to something that is disabled.
 *
 * @param row alias of its table
 * @param orgId looks at one organization only
 */
export function isDisabled(row: SQL, orgId: string | undefined): SQL {
  const off = sql`(
    exists (select from organizations o where o.id = ${row}.org_id and not o.enabled)
    or exists (select from users u where u.org_id = ${row}.org_id and u.id = ${row}.user_id and not u.enabled)
    or exists (select from contracts c where c.org_id = ${row}.org_id and c.id = ${row}.contract_id and not c.enabled))`;
  return orgId === undefined ? off : sql`${row}.org_id = ${orgId} and ${off}`;
}
