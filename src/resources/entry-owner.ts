import type { OrganizationId, UserId } from '../base/ids.js';
import { TERM_RULES, type TextRules } from '../interchange/text-rules.js';
import { KINDS, type ListKind } from './list-kind.js';

/** Whose entries: the dictionary of a user, or a list of an organization. */
export type EntryOwner = DictionaryOwner | ListOwner;

export interface DictionaryOwner {
  readonly kind: 'dictionary';
  readonly orgId: OrganizationId;
  readonly userId: UserId;
}

export interface ListOwner {
  readonly kind: ListKind;
  readonly orgId: OrganizationId;
  readonly listId: number;
}

export type EntryKind = EntryOwner['kind'];

/** Where the entries of a kind live. All three tables carry pairs and differ in whom they belong to. */
export interface EntryTable {
  readonly rows: 'dictionary_entries' | 'phrase_pairs' | 'glossary_entries';
  /** The column of `rows` that says whose they are, and its type. */
  readonly ownerColumn: 'user_id' | 'dictionary_id' | 'glossary_id';
  /** What makes two rows of an owner the same one, besides the languages. */
  readonly keyColumn: 'from_text' | 'from_key';
  /** Every column, for writing a row back as it was. */
  readonly columns: readonly string[];
  /** The row that carries the version; versions are part of every cache key. */
  readonly owners: 'users' | 'phrase_dictionaries' | 'glossaries';
  readonly versionColumn: 'dictionary_version' | 'version';
  /** Where the owner's row counts its entries. */
  readonly countColumn?: 'pair_count' | 'entry_count';
  readonly rules: TextRules;
}

const PAIR = ['id', 'org_id', 'from_lang', 'from_text', 'to_lang', 'to_text', 'updated_at'];

export const ENTRY_TABLES: Readonly<Record<EntryKind, EntryTable>> = {
  dictionary: {
    rows: 'dictionary_entries',
    ownerColumn: 'user_id',
    keyColumn: 'from_text',
    columns: [...PAIR, 'user_id', 'created_at'],
    owners: 'users',
    versionColumn: 'dictionary_version',
    rules: TERM_RULES,
  },
  'phrase-dictionary': listTable('phrase-dictionary', ['from_key']),
  glossary: listTable('glossary', []),
};

function listTable(kind: ListKind, further: readonly string[]): EntryTable {
  const { rows, listColumn, keyColumn, lists, countColumn, rules } = KINDS[kind];
  return {
    rows,
    ownerColumn: listColumn,
    keyColumn,
    columns: [...PAIR, listColumn, ...further],
    owners: lists,
    versionColumn: 'version',
    countColumn,
    rules,
  };
}

/** What `ownerColumn` holds for this owner. */
export function ownerId(owner: EntryOwner): string | number {
  return owner.kind === 'dictionary' ? owner.userId : owner.listId;
}
