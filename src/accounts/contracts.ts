import { and, asc, eq } from 'drizzle-orm';
import type { Engine, Formality, FormatMode, Inference, NameMode, SearchMode } from '../base/engine.js';
import { Failure } from '../base/failure.js';
import type { ContractId, OrganizationId } from '../base/ids.js';
import type { ChangeFeed } from '../store/changes.js';
import { InvalidatingCache } from '../store/invalidating-cache.js';
import { type ContractKind, contracts } from '../store/schema/index.js';
import type { Store } from '../store/store.js';
import type { Caller } from './caller.js';
import { checkedName } from './name.js';

export type Contract = typeof contracts.$inferSelect;

/** What may be agreed in a contract, and changed later. */
export interface ContractTerms {
  readonly charQuota?: number | null | undefined;
  readonly ratePerMinute?: number | null | undefined;
  readonly strict?: boolean | undefined;
  readonly search?: SearchMode | null | undefined;
  readonly formats?: FormatMode | null | undefined;
  readonly names?: NameMode | null | undefined;
  readonly formality?: Formality | null | undefined;
  readonly inference?: Inference | null | undefined;
}

export interface NewContract extends ContractTerms {
  readonly name: string;
  readonly kind: ContractKind;
  readonly engine: Engine;
}

export interface ContractChange extends ContractTerms {
  readonly name?: string | undefined;
  readonly enabled?: boolean | undefined;
}

/** How a request names its contract. */
export interface NamedContract {
  readonly contractId?: string | undefined;
  /** Of older clients: an engine. Anything else means nothing. */
  readonly type?: unknown;
}

/** What the operation needs. */
export interface ContractFit {
  readonly kind: ContractKind;
  readonly engine?: Engine;
}

interface Held {
  readonly contracts: readonly Contract[];
}

/** Organizations whose contracts are kept in memory. */
const CACHED_ORGANIZATIONS = 10_000;

/** What an organization may use: a kind of work and the engine that does it. */
export class Contracts {
  readonly #store: Store;
  readonly #changes: ChangeFeed;
  readonly #held: InvalidatingCache<OrganizationId, Held>;

  constructor(store: Store, changes: ChangeFeed) {
    this.#store = store;
    this.#changes = changes;
    this.#held = new InvalidatingCache<OrganizationId, Held>({
      load: async (orgId) => ({
        contracts: await store.db
          .select()
          .from(contracts)
          .where(and(eq(contracts.orgId, orgId), eq(contracts.enabled, true))),
      }),
      changes,
      topic: 'contract',
      entries: CACHED_ORGANIZATIONS,
    });
  }

  /**
   * The contract a request runs under: the one it names, else the default of its key. The legacy profile may also mean
   * the only one there is, or name an engine in `type`.
   *
   * @throws Failure `argumentMissing` when none is named or meant, `contractUnknown` when the id fits nothing of the caller.
   */
  async resolve(caller: Caller, named: NamedContract, fit: ContractFit): Promise<Contract> {
    const { contracts } = await this.#held.get(caller.orgId);
    const held = contracts.filter(
      ({ kind, engine }) => kind === fit.kind && (fit.engine === undefined || engine === fit.engine),
    );
    if (named.contractId !== undefined) {
      const found = held.find((contract) => contract.id === named.contractId);
      if (found !== undefined) return found;
      if (!contracts.some((contract) => contract.id === named.contractId))
        throw new Failure('contractUnknown');
      throw new Failure('contractUnknown', { message: fitSentence(fit) });
    }
    const meant =
      held.find((contract) => contract.id === caller.defaultContractId) ?? impliedBy(caller, named, held);
    if (meant !== undefined) return meant;
    throw new Failure('argumentMissing', {
      message:
        'contractId is missing: send the id of the contract to use (GET /api/v1/contracts lists them), or have the administrator give this access key a default contract.',
    });
  }

  /** Every enabled contract of the caller's organization, oldest first. */
  async usable(caller: Caller): Promise<readonly Contract[]> {
    return (await this.list(caller.orgId)).filter((contract) => contract.enabled);
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
        name: checkedName(contract.name),
        kind: contract.kind,
        engine: contract.engine,
        ...termsOf(contract),
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
        // Always something, because an update of nothing is no statement.
        id,
        ...(change.name !== undefined && { name: checkedName(change.name) }),
        enabled: change.enabled,
        ...termsOf(change),
      })
      .where(and(eq(contracts.orgId, orgId), eq(contracts.id, id)))
      .returning();
    if (row === undefined)
      throw new Failure('idUnknown', { message: 'This organization has no such contract.' });
    await this.#changes.announce('contract', orgId);
    return row;
  }

  close(): void {
    this.#held.close();
  }
}

/** These and nothing else that a caller may have sent; what is undefined stays as it is, or as a new contract has it. */
function termsOf(terms: ContractTerms): ContractTerms {
  const { charQuota, ratePerMinute, strict, search, formats, names, formality, inference } = terms;
  return { charQuota, ratePerMinute, strict, search, formats, names, formality, inference };
}

/** What a contract must be that the caller does have, but for something else. */
function fitSentence({ kind, engine }: ContractFit): string {
  return engine === 'custom'
    ? 'This needs a contract of the custom-model engine: see GET /api/v1/contracts.'
    : `This needs a contract for ${kind === 'file' ? 'files' : 'text'}: see GET /api/v1/contracts.`;
}

/** What an older client means that names no contract: the only one, or the only one of the engine in `type`. */
function impliedBy(caller: Caller, named: NamedContract, held: readonly Contract[]): Contract | undefined {
  if (caller.profile !== 'legacy') return undefined;
  const ofEngine = held.filter(({ engine }) => engine === named.type);
  const [only] = held.length === 1 ? held : ofEngine.length === 1 ? ofEngine : [];
  return only;
}
