import type { FieldId } from '../base/ids.js';
import type { Domain } from '../model/model-port.js';
import rows from './data/t4oo.json' with { type: 'json' };
import { isDomain } from './domain.js';

/** Languages in which field names are kept. */
export type NameLang = 'ja' | 'en';

/** One specialised field of the phrase-pair engine. */
export interface Field {
  readonly id: FieldId;
  readonly parent?: FieldId;
  /** 1 for the top of the tree. */
  readonly level: number;
  readonly name: Readonly<Record<NameLang, string>>;
  /** Own or inherited. */
  readonly domain: Domain;
}

/** A row as it stands in the data file; a parent stands before its children. */
export interface FieldRow {
  readonly id: string;
  readonly parent?: string;
  readonly ja: string;
  readonly en: string;
  readonly domain?: string;
}

/**
 * The specialised fields of the phrase-pair engine. Ids are decimal strings that never change, since customers
 * keep them in their programs; a field leads to a domain tag of the model, its own or that of the nearest ancestor.
 *
 * @example
 * const tree = FieldTree.bundled();
 * tree.find('2571')?.name.en // 'Law'
 */
export class FieldTree {
  readonly #fields = new Map<string, Field>();

  constructor(data: readonly FieldRow[]) {
    for (const row of data) this.#add(row);
  }

  /** The tree that comes with the service. */
  static bundled(): FieldTree {
    return new FieldTree(rows);
  }

  find(id: string): Field | undefined {
    return this.#fields.get(id);
  }

  /** Fields from the top down to `level` (without it all), parents before children. */
  list(level: number = Number.POSITIVE_INFINITY): readonly Field[] {
    return [...this.#fields.values()].filter((field) => field.level <= level);
  }

  /** The field and its ancestors, nearest first; what is bound to any of them counts for the field. */
  lineage(id: string): readonly Field[] {
    const line: Field[] = [];
    for (let field = this.find(id); field !== undefined; field = field.parent && this.find(field.parent)) {
      line.push(field);
    }
    return line;
  }

  #add(row: FieldRow): void {
    const parent = row.parent === undefined ? undefined : this.#fields.get(row.parent);
    if (row.parent !== undefined && parent === undefined) {
      throw new Error(`Field ${row.id} names the parent ${row.parent}, which does not stand before it.`);
    }
    if (!isFieldId(row.id)) throw new Error(`Field id "${row.id}" is not a decimal number.`);
    if (this.#fields.has(row.id)) throw new Error(`Field ${row.id} stands twice in the data.`);
    const domain = row.domain ?? parent?.domain;
    if (domain === undefined || !isDomain(domain)) throw new Error(`Field ${row.id} has no known domain.`);
    this.#fields.set(row.id, {
      id: row.id,
      ...(parent && { parent: parent.id }),
      level: (parent?.level ?? 0) + 1,
      name: { ja: row.ja, en: row.en },
      domain,
    });
  }
}

function isFieldId(text: string): text is FieldId {
  return /^[1-9]\d*$/.test(text);
}
