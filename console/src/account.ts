import type { Contract, Kotobashi } from '#client';

/** The field of general texts, with every engine. */
export const GENERAL = '1';

/** A field or, with the custom-model engine, a model, in the order of the tree. */
export interface Subject {
  readonly id: string;
  readonly name: string;
  /** 1 at the top. */
  readonly level: number;
}

export interface Account {
  /** Contracts of one kind, the one to begin with first. */
  readonly contracts: readonly Contract[];
  readonly languages: readonly string[];
}

/** What the caller may translate with. */
export async function accountOf(
  client: Kotobashi,
  wanted: Contract['kind'],
  signal: AbortSignal,
): Promise<Account> {
  const [all, languages] = await Promise.all([
    client.account.contracts({ signal }),
    client.languages({ signal }),
  ]);
  const contracts = all.filter(({ kind }) => kind === wanted);
  return {
    contracts: [...contracts].sort((one, other) => rank(one) - rank(other)),
    languages: languages.map(({ abbreviation }) => abbreviation),
  };
}

/** Contracts under which models are trained and used. */
export async function trainingContracts(
  client: Kotobashi,
  signal: AbortSignal,
): Promise<readonly Contract[]> {
  const all = await client.account.contracts({ signal });
  return all.filter(({ kind, engine }) => kind === 'text' && engine === 'custom');
}

/** How hard the service looks for the best translation; a contract that does not say leaves it to the engine. */
export function searchOf({
  search,
  engine,
  kind,
}: Pick<Contract, 'search' | 'engine' | 'kind'>): NonNullable<Contract['search']> {
  return search ?? (engine === 'real-time' && kind === 'text' ? 'fast' : 'best');
}

function rank({ isDefault, engine }: Contract): number {
  return isDefault ? 0 : engine === 't4oo' ? 1 : 2;
}

/** What a text can be about under a contract; the real-time engine translates everything alike. */
export async function subjectsOf(
  client: Kotobashi,
  engine: Contract['engine'],
  locale: 'en' | 'ja',
  signal: AbortSignal,
): Promise<readonly Subject[]> {
  switch (engine) {
    case 't4oo':
      return treeOrder(await client.fields(locale, { signal }));
    case 'custom':
      return (await client.training.models({ signal })).map(({ mid, name }) => ({ id: mid, name, level: 1 }));
    case 'real-time':
      return [];
  }
}

interface Field {
  readonly id: string;
  readonly name: string;
  readonly parent?: string;
}

/** Children stand behind their parents. */
function treeOrder(fields: readonly Field[]): readonly Subject[] {
  const children = new Map<string | undefined, Field[]>();
  for (const field of fields) {
    const siblings = children.get(field.parent);
    if (siblings === undefined) children.set(field.parent, [field]);
    else siblings.push(field);
  }
  const below = (parent: string | undefined, level: number): readonly Subject[] =>
    (children.get(parent) ?? []).flatMap(({ id, name }) => [{ id, name, level }, ...below(id, level + 1)]);
  return below(undefined, 1);
}
