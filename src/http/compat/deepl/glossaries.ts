import Type from 'typebox';
import { Failure } from '../../../base/failure.js';
import type { OrganizationId } from '../../../base/ids.js';
import { defused } from '../../../interchange/formula.js';
import type { GlossaryDictionary, GlossaryDirection } from '../../../resources/glossary-dictionaries.js';
import type { List } from '../../../resources/lists.js';
import type { Parts } from '../../parts.js';
import { type DictionaryBody, directionOf, entriesOf } from './glossary-shapes.js';

/** A glossary with its dictionaries, one per direction. */
export interface Glossary {
  readonly list: List;
  readonly dictionaries: readonly GlossaryDictionary[];
}

/** For answers without a body. */
export const Nothing = Type.Null();

type GlossaryParts = Parts<'glossaryDictionaries' | 'languages' | 'lists' | 'pairReader'>;

/** Glossaries of an organization as both versions of the interface speak of them. */
export class DeepLGlossaries {
  readonly #parts: GlossaryParts;

  constructor(parts: GlossaryParts) {
    this.#parts = parts;
  }

  async all(orgId: OrganizationId): Promise<readonly Glossary[]> {
    const { lists, glossaryDictionaries } = this.#parts;
    const found = await lists.all(orgId, 'glossary');
    const dictionaries = new Map<number, GlossaryDictionary[]>();
    for (const dictionary of await glossaryDictionaries.all(orgId)) {
      const { glossaryId } = dictionary;
      dictionaries.set(glossaryId, [...(dictionaries.get(glossaryId) ?? []), dictionary]);
    }
    return found.map((list) => ({ list, dictionaries: dictionaries.get(list.id) ?? [] }));
  }

  async find(orgId: OrganizationId, id: number): Promise<Glossary> {
    const { lists, glossaryDictionaries } = this.#parts;
    const list = await lists.find(orgId, 'glossary', id);
    return { list, dictionaries: await glossaryDictionaries.all(orgId, id) };
  }

  async create(orgId: OrganizationId, name: string, bodies: readonly DictionaryBody[]): Promise<Glossary> {
    const pairs = await this.#pairs(bodies);
    const { id } = await this.#parts.glossaryDictionaries.create(orgId, name, pairs);
    return this.find(orgId, id);
  }

  /** Adds entries to what is there. */
  async merge(orgId: OrganizationId, id: number, bodies: readonly DictionaryBody[]): Promise<void> {
    await this.#parts.glossaryDictionaries.merge(orgId, id, await this.#pairs(bodies));
  }

  /** Entries instead of those that the direction had. */
  async replace(orgId: OrganizationId, id: number, body: DictionaryBody): Promise<GlossaryDictionary> {
    const direction = directionOf(this.#parts.languages, body);
    const pairs = await entriesOf(this.#parts.pairReader, direction, body);
    await this.#parts.glossaryDictionaries.merge(orgId, id, pairs, direction);
    return dictionaryOf(await this.find(orgId, id), direction);
  }

  async empty(orgId: OrganizationId, id: number, direction: GlossaryDirection): Promise<void> {
    dictionaryOf(await this.find(orgId, id), direction);
    await this.#parts.glossaryDictionaries.merge(orgId, id, [], direction);
  }

  /** The entries of one direction as lines of two columns; none is a formula to a spreadsheet, as in our exports. */
  async entries(orgId: OrganizationId, id: number, direction: GlossaryDirection): Promise<string> {
    const lines: string[] = [];
    for await (const pair of this.#parts.lists.walk(orgId, 'glossary', id)) {
      if (pair.fromLang === direction.fromLang && pair.toLang === direction.toLang) {
        lines.push(`${defused(pair.fromText)}\t${defused(pair.toText)}`);
      }
    }
    return lines.join('\n');
  }

  async rename(orgId: OrganizationId, id: number, name: string): Promise<void> {
    await this.#parts.lists.rename(orgId, 'glossary', id, name);
  }

  async remove(orgId: OrganizationId, id: number): Promise<void> {
    await this.#parts.lists.remove(orgId, 'glossary', id);
  }

  async #pairs(bodies: readonly DictionaryBody[]) {
    const { languages, pairReader } = this.#parts;
    const read = bodies.map((body) => entriesOf(pairReader, directionOf(languages, body), body));
    return (await Promise.all(read)).flat();
  }
}

export function dictionaryOf(
  glossary: Glossary,
  { fromLang, toLang }: GlossaryDirection,
): GlossaryDictionary {
  const found = glossary.dictionaries.find((one) => one.fromLang === fromLang && one.toLang === toLang);
  if (found !== undefined) return found;
  throw new Failure('idUnknown', { message: 'The glossary has no dictionary for these languages.' });
}
