import { type Name, type SQL, sql } from 'drizzle-orm';
import type { OrganizationId, UserId } from '../../base/ids.js';
import { TERM_RULES, type TextRules } from '../../interchange/text-rules.js';
import type { ChangeFeed } from '../../store/changes.js';
import { dictionaryEntries, users } from '../../store/schema/index.js';
import { KINDS, type KindSpec, type ListKind } from './list-kind.js';

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
  /** For sentences shown to people. */
  readonly noun: string;
  readonly rows: typeof dictionaryEntries | KindSpec['rows'];
  /** The column of `rows` that says whose they are. */
  readonly ownerColumn: Name;
  /** What makes two rows of an owner the same one, besides the languages. */
  readonly keyColumn: 'from_text' | 'from_key';
  /** The row that carries the version; versions are part of every cache key. */
  readonly owners: typeof users | KindSpec['lists'];
  readonly versionColumn: Name;
  /** Where the owner's row counts its entries. */
  readonly countColumn?: Name;
  readonly rules: TextRules;
}

export const ENTRY_TABLES: Readonly<Record<EntryKind, EntryTable>> = {
  dictionary: {
    noun: 'dictionary',
    rows: dictionaryEntries,
    ownerColumn: sql.identifier('user_id'),
    keyColumn: 'from_text',
    owners: users,
    versionColumn: sql.identifier('dictionary_version'),
    rules: TERM_RULES,
  },
  'phrase-dictionary': listTable('phrase-dictionary'),
  glossary: listTable('glossary'),
};

function listTable(kind: ListKind): EntryTable {
  const { noun, rows, listColumn, keyColumn, lists, countColumn, rules } = KINDS[kind];
  return {
    noun,
    rows,
    ownerColumn: listColumn,
    keyColumn,
    owners: lists,
    versionColumn: sql.identifier('version'),
    countColumn,
    rules,
  };
}

/** What `ownerColumn` holds for this owner. */
export function ownerId(owner: EntryOwner): string | number {
  return owner.kind === 'dictionary' ? owner.userId : owner.listId;
}

/** The row of the owner among its kind, as a condition. */
export function isOwner(owner: EntryOwner): SQL {
  return sql`org_id = ${owner.orgId} and id = ${ownerId(owner)}`;
}

/** The rows of the owner, likewise. */
export function isOwned(owner: EntryOwner): SQL {
  return sql`org_id = ${owner.orgId} and ${ENTRY_TABLES[owner.kind].ownerColumn} = ${ownerId(owner)}`;
}

/** Tells every process that the entries of an owner are others now. */
export async function announceEntries(changes: ChangeFeed, owner: EntryOwner): Promise<void> {
  if (owner.kind === 'dictionary') await changes.announce('dictionary', owner.userId);
  else await changes.announce('resource', owner.orgId);
}
