import { Failure } from '../base/failure.js';
import type { UserId } from '../base/ids.js';
import type { FieldTree } from '../fields/tree.js';
import type { ResourcePort, ResourceSelection, SelectedResources } from '../requests/resource-port.js';
import type { DictionaryVersions } from './dictionary-versions.js';
import { KINDS, type ListKind } from './entries/list-kind.js';
import type { StoredPhrases } from './phrases.js';
import type { IndexedBinding, ResourceIndex, ResourceIndexes } from './resource-index.js';
import type { ChosenTerms, StoredTerms } from './terms.js';

/** How near a binding is to the requester: a user's own list goes before a group's, and that before everybody's. */
type Nearness = 0 | 1 | 2;

export interface SelectorParts {
  readonly fields: FieldTree;
  readonly resourceIndexes: ResourceIndexes;
  readonly dictionaries: DictionaryVersions;
  readonly terms: StoredTerms;
  readonly phrases: StoredPhrases;
}

/**
 * Selects the dictionary, glossaries and phrase-pair dictionaries of a request. All it asks for is kept in memory and
 * forgotten when announced as changed, so that the selection costs no query.
 */
export class ResourceSelector implements ResourcePort {
  readonly #fields: FieldTree;
  readonly #resourceIndexes: ResourceIndexes;
  readonly #dictionaries: DictionaryVersions;
  readonly #terms: StoredTerms;
  readonly #phrases: StoredPhrases;

  constructor(parts: SelectorParts) {
    this.#fields = parts.fields;
    this.#resourceIndexes = parts.resourceIndexes;
    this.#dictionaries = parts.dictionaries;
    this.#terms = parts.terms;
    this.#phrases = parts.phrases;
  }

  /** Rejects with `idUnknown` when an id that the request names is unknown or of another organization. */
  async select(selection: ResourceSelection): Promise<SelectedResources> {
    const { orgId, userId } = selection.caller;
    const { version } = await this.#dictionaries.of(userId);
    const dictionary: ChosenTerms = { tier: 'dictionary', userId, version };
    const isPhrasePair = selection.engine === 't4oo';
    if (!isPhrasePair && selection.glossaries === undefined) {
      return { terms: this.#terms.source(orgId, [dictionary]) };
    }
    const index = await this.#resourceIndexes.of(orgId);
    const bound = isPhrasePair ? this.#boundTo(index, userId, selection.fieldId) : unbound();
    const glossaries = selectLists('glossary', selection.glossaries, index, bound.glossary);
    const dictionaries = selectLists(
      'phrase-dictionary',
      selection.categories,
      index,
      bound['phrase-dictionary'],
    );
    const terms = this.#terms.source(orgId, [
      dictionary,
      ...glossaries
        .map(
          ({ id, version, nearness }): ChosenTerms => ({
            tier: nearness === 0 ? 'personal-glossary' : 'group-glossary',
            glossaryId: id,
            version,
          }),
        )
        .sort((a, b) => Number(a.tier === 'group-glossary') - Number(b.tier === 'group-glossary')),
    ]);
    if (dictionaries.length === 0) return { terms };
    const lists = dictionaries.map(({ id, version }) => ({ dictionaryId: id, version }));
    return { terms, phrases: this.#phrases.source(orgId, lists) };
  }

  /** The lists that apply to a user in a field, each with its nearest binding. */
  #boundTo(index: ResourceIndex, userId: UserId, fieldId: string): Record<ListKind, Map<number, Nearness>> {
    const bound = unbound();
    if (index.bindings.length === 0) return bound;
    const line = new Set<string>(this.#fields.lineage(fieldId).map((field) => field.id));
    const groups = index.memberships.get(userId);
    for (const binding of index.bindings) {
      if (binding.fieldId !== null && !line.has(binding.fieldId)) continue;
      const nearness = nearnessOf(binding, userId, groups);
      if (nearness === undefined) continue;
      const known = bound[binding.kind].get(binding.listId);
      if (known === undefined || nearness < known) bound[binding.kind].set(binding.listId, nearness);
    }
    return bound;
  }
}

function unbound(): Record<ListKind, Map<number, Nearness>> {
  return { 'phrase-dictionary': new Map(), glossary: new Map() };
}

function nearnessOf(
  binding: IndexedBinding,
  userId: UserId,
  groups: ReadonlySet<string> | undefined,
): Nearness | undefined {
  if (binding.userId !== null) return binding.userId === userId ? 0 : undefined;
  if (binding.groupId !== null) return groups?.has(binding.groupId) ? 1 : undefined;
  return 2;
}

interface SelectedList {
  readonly id: number;
  readonly version: number;
  readonly nearness: Nearness;
}

/** The lists that a request names, in its order; else those bound, nearest first. */
function selectLists(
  kind: ListKind,
  named: string | undefined,
  index: ResourceIndex,
  bound: ReadonlyMap<number, Nearness>,
): readonly SelectedList[] {
  const ids = named?.trim() ? named.split(',').map((id) => id.trim()) : undefined;
  if (ids === undefined) {
    return [...bound]
      .map(([id, nearness]) => ({ id, version: index.versions[kind].get(id) ?? 0, nearness }))
      .sort((a, b) => a.nearness - b.nearness || a.id - b.id);
  }
  if (ids.length === 1 && ids[0] === '-1') return [];
  return [...new Set(ids)].map((text) => {
    const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
    const version = index.versions[kind].get(id);
    if (version === undefined) {
      throw new Failure('idUnknown', {
        message: `There is no ${KINDS[kind].noun} with the id "${text.slice(0, 20)}".`,
      });
    }
    return { id, version, nearness: bound.get(id) ?? 2 };
  });
}
