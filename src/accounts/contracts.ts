import { and, asc, eq } from 'drizzle-orm';
import { Failure } from '../failure.js';
import type { ContractId, OrganizationId } from '../ids.js';
import type { ChangeFeed } from '../store/changes.js';
import { type ContractKind, contracts } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import type { Engine } from '../translate/port.js';
import type { Caller } from './caller.js';
import { Remembered } from './remembered.js';

export type Contract = typeof contracts.$inferSelect;

export interface NewContract {
  readonly name: string;
  readonly kind: ContractKind;
  readonly engine: Engine;
  readonly charQuota?: number | null | undefined;
  readonly ratePerMinute?: number | null | undefined;
}

export interface ContractChange {
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
  readonly charQuota?: number | null | undefined;
  readonly ratePerMinute?: number | null | undefined;
}

interface Held {
  readonly contracts: readonly Contract[];
}

/** Organizations whose contracts are kept in memory. */
const REMEMBERED_ORGANIZATIONS = 10_000;

/** What an organization may use: a kind of work and the engine that does it. */
export class Contracts {
  readonly #store: Store;
  readonly #changes: ChangeFeed;
  readonly #held: Remembered<OrganizationId, Held>;

  constructor(store: Store, changes: ChangeFeed) {
    this.#store = store;
    this.#changes = changes;
    this.#held = new Remembered<OrganizationId, Held>({
      load: async (orgId) => ({
        contracts: await store.db
          .select()
          .from(contracts)
          .where(and(eq(contracts.orgId, orgId), eq(contracts.enabled, true))),
      }),
      changes,
      topic: 'contract',
      entries: REMEMBERED_ORGANIZATIONS,
    });
  }

  /**
   * The contract a request runs under. The legacy profile may leave the id out when there is only one to mean.
   *
   * @throws Failure 40200 when the id is missing, 40204 when it names nothing of the caller that fits.
   */
  async resolve(caller: Caller, contractId: string | undefined, kind: ContractKind): Promise<Contract> {
    const held = (await this.#held.get(caller.orgId)).contracts.filter((contract) => contract.kind === kind);
    if (contractId === undefined) {
      const [only, another] = held;
      if (caller.profile === 'legacy' && only !== undefined && another === undefined) return only;
      throw new Failure(40200, { message: 'contractId is missing: send the id of the contract to use.' });
    }
    const found = held.find((contract) => contract.id === contractId);
    if (found === undefined) throw new Failure(40204);
    return found;
  }

  async list(orgId: OrganizationId): Promise<readonly Contract[]> {
    return this.#store.db
      .select()
      .from(contracts)
      .where(eq(contracts.orgId, orgId))
      .orderBy(asc(contracts.createdAt), asc(contracts.id));
  }

  async create(orgId: OrganizationId, contract: NewContract): Promise<Contract> {
    const [row] = await this.#store.db
      .insert(contracts)
      .values({
        orgId,
        name: contract.name,
        kind: contract.kind,
        engine: contract.engine,
        charQuota: contract.charQuota ?? null,
        ratePerMinute: contract.ratePerMinute ?? null,
      })
      .returning();
    if (row === undefined) throw new Error('The contract was not written.');
    await this.#changes.announce('contract', orgId);
    return row;
  }

  async change(orgId: OrganizationId, id: ContractId, change: ContractChange): Promise<Contract> {
    const [row] = await this.#store.db
      .update(contracts)
      .set({
        ...(change.name !== undefined && { name: change.name }),
        ...(change.enabled !== undefined && { enabled: change.enabled }),
        ...(change.charQuota !== undefined && { charQuota: change.charQuota }),
        ...(change.ratePerMinute !== undefined && { ratePerMinute: change.ratePerMinute }),
      })
      .where(and(eq(contracts.orgId, orgId), eq(contracts.id, id)))
      .returning();
    if (row === undefined) throw new Failure(40203, { message: 'This organization has no such contract.' });
    await this.#changes.announce('contract', orgId);
    return row;
  }

  close(): void {
    this.#held.close();
  }
}
