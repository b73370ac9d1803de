import type { Contract, Kotobashi } from '#client';

/** Engines in the order in which an agent's request is best served: the first one has glossaries and phrase pairs. */
const ENGINES: readonly Contract['engine'][] = ['t4oo', 'custom', 'real-time'];

/** Finds the contract that a request runs under, so that nobody has to copy ids. */
export class OwnContracts {
  readonly #service: Kotobashi;
  readonly #chosen: string | undefined;
  #known: Promise<readonly Contract[]> | undefined;

  /** @param chosen id of the text contract that the user has named */
  constructor(service: Kotobashi, chosen: string | undefined) {
    this.#service = service;
    this.#chosen = chosen;
  }

  async idFor(kind: Contract['kind']): Promise<string> {
    if (kind === 'text' && this.#chosen !== undefined) return this.#chosen;
    this.#known ??= this.#service.account.contracts();
    const contracts = await this.#known.catch((error: unknown) => {
      // Asked again next time.
      this.#known = undefined;
      throw error;
    });
    const fitting = contracts.filter((contract) => contract.kind === kind).sort((a, b) => rank(a) - rank(b));
    const [best] = fitting;
    if (best === undefined)
      throw new Error(`This access key has no ${kind} contract. Ask the operator for one.`);
    return best.id;
  }
}

function rank({ isDefault, engine }: Contract): number {
  return isDefault ? -1 : ENGINES.indexOf(engine);
}
