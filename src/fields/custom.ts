import type { CustomFieldId } from '../base/ids.js';
import type { Lang } from '../base/lang.js';
import type { Domain } from '../model/model-port.js';
import bundled from './data/custom.json' with { type: 'json' };
import { isDomain } from './domain.js';

/** Where the custom-model fields begin: what `parent_lid` says at the top. */
const ROOT = 'root';

/** One field under which custom models are kept. */
export interface CustomField {
  readonly lid: CustomFieldId;
  readonly parent: CustomFieldId | typeof ROOT;
  readonly name: { readonly en: string; readonly ja: string };
  readonly domain: Domain;
  /** Only a field without fields below it can carry a model. */
  readonly trainable: boolean;
}

/** The data file: fields with parents before children, and the languages between which they are offered. */
export interface CustomFieldData {
  /** Seconds since 1970 of the last change of the list. */
  readonly updatedAt: number;
  readonly languages: readonly string[];
  readonly fields: readonly {
    readonly lid: string;
    readonly parent: string;
    readonly ja: string;
    readonly en: string;
    readonly domain?: string;
  }[];
}

/**
 * The fields of the custom-model engine, the same tree for every language pair.
 *
 * @example
 * CustomFields.bundled().list('ja', 'en')?.[0]?.lid // 'L000001'
 */
export class CustomFields {
  readonly updatedAt: number;
  readonly #languages: ReadonlySet<string>;
  readonly #fields = new Map<string, CustomField>();

  constructor(data: CustomFieldData) {
    this.updatedAt = data.updatedAt;
    this.#languages = new Set(data.languages);
    const parents = new Set(data.fields.map((field) => field.parent));
    for (const row of data.fields) {
      if (!isLid(row.lid)) throw new Error(`Custom field id "${row.lid}" is not L and six digits.`);
      const parent = this.#fields.get(row.parent);
      if (parent === undefined && row.parent !== ROOT) {
        throw new Error(
          `Custom field ${row.lid} names the parent ${row.parent}, which does not stand before it.`,
        );
      }
      const domain = row.domain ?? parent?.domain;
      if (domain === undefined || !isDomain(domain)) {
        throw new Error(`Custom field ${row.lid} has no known domain.`);
      }
      this.#fields.set(row.lid, {
        lid: row.lid,
        parent: parent?.lid ?? ROOT,
        name: { en: row.en, ja: row.ja },
        domain,
        trainable: !parents.has(row.lid),
      });
    }
  }

  static bundled(): CustomFields {
    return new CustomFields(bundled);
  }

  find(lid: string): CustomField | undefined {
    return this.#fields.get(lid);
  }

  /** The fields between two languages; undefined when none are offered there. */
  list(from: Lang, to: Lang): readonly CustomField[] | undefined {
    if (from === to || !this.#languages.has(from) || !this.#languages.has(to)) return undefined;
    return [...this.#fields.values()];
  }
}

function isLid(text: string): text is CustomFieldId {
  return /^L\d{6}$/.test(text);
}
