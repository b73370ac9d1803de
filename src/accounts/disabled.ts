import { type SQL, sql } from 'drizzle-orm';
import { FAILURES, Failure } from '../base/failure.js';
import type { ContractId, OrganizationId, UserId } from '../base/ids.js';
import type { Queryable } from '../store/database.js';

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

/** For whom, and under what, work is taken in. */
export interface WorkOwner {
  readonly orgId: OrganizationId;
  readonly userId: UserId;
  readonly contractId: ContractId;
}

/**
 * Whether everything that each of them names is enabled. A body may come in for minutes after its sender was known, so this
 * is asked where the work is written down. What it names stays as it is until the transaction ends: whoever disables it then
 * finds the work.
 */
export async function areEnabled(tx: Queryable, owners: readonly WorkOwner[]): Promise<readonly boolean[]> {
  const all = (member: keyof WorkOwner) => sql`${sql.param(owners.map((owner) => owner[member]))}::text[]`;
  const { rows } = await tx.execute<{ place: number }>(sql`
    select w.place::int as place
    from unnest(${all('orgId')}, ${all('userId')}, ${all('contractId')}) with ordinality
      as w (org_id, user_id, contract_id, place)
    join organizations o on o.id = w.org_id and o.enabled
    join users u on u.org_id = o.id and u.id = w.user_id and u.enabled
    join contracts c on c.org_id = o.id and c.id = w.contract_id and c.enabled
    for share of o, u, c`);
  const enabled = new Set(rows.map(({ place }) => place));
  return owners.map((_, index) => enabled.has(index + 1));
}

/** Refuses work for something that was disabled while its request came in. */
export async function demandEnabled(tx: Queryable, owner: WorkOwner): Promise<void> {
  const [isEnabled] = await areEnabled(tx, [owner]);
  if (isEnabled !== true) throw disabledFailure();
}

/** The same for work on what belongs to an organization as a whole. */
export async function demandOrganization(tx: Queryable, orgId: OrganizationId): Promise<void> {
  const { rows } = await tx.execute(sql`select from organizations where id = ${orgId} and enabled for share`);
  if (rows.length === 0) throw disabledFailure();
}

export function disabledFailure(): Failure {
  return new Failure('accessKeyDisabled', { message: DISABLED_FAILURE.message });
}
