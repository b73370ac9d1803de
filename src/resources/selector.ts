import { Failure } from '../failure.js';
import type { FieldTree } from '../fields/tree.js';
import type { UserId } from '../ids.js';
import type { ChosenResources, ResourcePort, ResourceWish } from '../orders/port.js';
import type { DictionaryVersions } from './dictionary-versions.js';
import { KINDS, type ListKind } from './kind.js';
import type { StoredPhrases } from './phrases.js';
import type { Shelf, ShelfBinding, Shelves } from './shelf.js';
import type { StoredTerms, TermList } from './terms.js';

/** How near a binding is to the requester: a user's own list goes before a group's, and that before everybody's. */
type Nearness = 0 | 1 | 2;

export interface SelectorParts {
  readonly fields: FieldTree;
  readonly shelves: Shelves;
  readonly dictionaries: DictionaryVersions;
  readonly terms: StoredTerms;
  readonly phrases: StoredPhrases;
}

/**
 * Chooses the dictionary, glossaries and phrase-pair dictionaries of a request. All it asks for is kept in memory and
 * forgotten when announced as changed, so that the choice costs no query.
 */
export class ResourceSelector implements ResourcePort {
  readonly #fields: FieldTree;
  readonly #shelves: Shelves;
  readonly #dictionaries: DictionaryVersions;
  readonly #terms: StoredTerms;
  readonly #phrases: StoredPhrases;

  constructor(parts: SelectorParts) {
    this.#fields = parts.fields;
    this.#shelves = parts.shelves;
    this.#dictionaries = parts.dictionaries;
    this.#terms = parts.terms;
    this.#phrases = parts.phrases;
  }

  /** Rejects with 40203 when an id that the request names is unknown or of another organization. */
  async choose(wish: ResourceWish): Promise<ChosenResources> {
    const { orgId, userId } = wish.caller;
    const { version } = await this.#dictionaries.of(userId);
    const dictionary: TermList = { tier: 'dictionary', userId, version };
    if (wish.engine !== 't4oo') return { terms: this.#terms.source(orgId, [dictionary]) };

    const shelf = await this.#shelves.of(orgId);
    const bound = this.#boundTo(shelf, userId, wish.fieldId);
    const glossaries = chosen('glossary', wish.glossaries, shelf, bound.glossary);
    const dictionaries = chosen('phrase-dictionary', wish.categories, shelf, bound['phrase-dictionary']);
    const terms = this.#terms.source(orgId, [
      dictionary,
      ...glossaries
        .map(
          ({ id, version, nearness }): TermList => ({
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
  #boundTo(shelf: Shelf, userId: UserId, fieldId: string): Record<ListKind, Map<number, Nearness>> {
    const bound: Record<ListKind, Map<number, Nearness>> = {
      'phrase-dictionary': new Map(),
      glossary: new Map(),
    };
    if (shelf.bindings.length === 0) return bound;
    const line = new Set<string>(this.#fields.lineage(fieldId).map((field) => field.id));
    const groups = shelf.memberships.get(userId);
    for (const binding of shelf.bindings) {
      if (binding.fieldId !== null && !line.has(binding.fieldId)) continue;
      const nearness = nearnessOf(binding, userId, groups);
      if (nearness === undefined) continue;
      const known = bound[binding.kind].get(binding.listId);
      if (known === undefined || nearness < known) bound[binding.kind].set(binding.listId, nearness);
    }
    return bound;
  }
}

function nearnessOf(
  binding: ShelfBinding,
  userId: UserId,
  groups: ReadonlySet<string> | undefined,
): Nearness | undefined {
  if (binding.userId !== null) return binding.userId === userId ? 0 : undefined;
  if (binding.groupId !== null) return groups?.has(binding.groupId) ? 1 : undefined;
  return 2;
}

interface ChosenList {
  readonly id: number;
  readonly version: number;
  readonly nearness: Nearness;
}

/** The lists that a request names, in its order; else those bound, nearest first. */
function chosen(
  kind: ListKind,
  named: string | undefined,
  shelf: Shelf,
  bound: ReadonlyMap<number, Nearness>,
): readonly ChosenList[] {
  const ids = named?.trim() ? named.split(',').map((id) => id.trim()) : undefined;
  if (ids === undefined) {
    return [...bound]
      .map(([id, nearness]) => ({ id, version: shelf.versions[kind].get(id) ?? 0, nearness }))
      .sort((a, b) => a.nearness - b.nearness || a.id - b.id);
  }
  if (ids.length === 1 && ids[0] === '-1') return [];
  return [...new Set(ids)].map((text) => {
    const id = /^[1-9]\d{0,14}$/.test(text) ? Number(text) : 0;
    const version = shelf.versions[kind].get(id);
    if (version === undefined) {
      throw new Failure(40203, {
        message: `There is no ${KINDS[kind].noun} with the id "${text.slice(0, 20)}".`,
      });
    }
    return { id, version, nearness: bound.get(id) ?? 2 };
  });
}
