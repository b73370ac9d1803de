import { type Name, sql } from 'drizzle-orm';
import { PHRASE_RULES, TERM_RULES, type TextRules } from '../../interchange/text-rules.js';
import { glossaries, glossaryEntries, phraseDictionaries, phrasePairs } from '../../store/schema/index.js';

/** The two kinds of shared lists: both are named sets of pairs of one organization, and differ in how they match. */
export type ListKind = 'phrase-dictionary' | 'glossary';

/** What differs between the kinds: where their rows live, and what a text in them may be. */
export interface KindSpec {
  readonly kind: ListKind;
  /** For sentences shown to people. */
  readonly noun: string;
  /** In addresses of the admin interface. */
  readonly path: string;
  readonly lists: typeof phraseDictionaries | typeof glossaries;
  readonly rows: typeof phrasePairs | typeof glossaryEntries;
  /** The column of `rows` that points to its list. */
  readonly listColumn: Name;
  readonly countColumn: Name;
  /** What makes two rows of a list the same one, besides the languages. */
  readonly keyColumn: 'from_key' | 'from_text';
  readonly rules: TextRules;
  /** Most rows of one list. */
  readonly limit: number;
}

export const KINDS: Readonly<Record<ListKind, KindSpec>> = {
  'phrase-dictionary': {
    kind: 'phrase-dictionary',
    noun: 'phrase-pair dictionary',
    path: 'phrase-dictionaries',
    lists: phraseDictionaries,
    rows: phrasePairs,
    listColumn: sql.identifier('dictionary_id'),
    countColumn: sql.identifier('pair_count'),
    keyColumn: 'from_key',
    rules: PHRASE_RULES,
    limit: 1_000_000,
  },
  glossary: {
    kind: 'glossary',
    noun: 'glossary',
    path: 'glossaries',
    lists: glossaries,
    rows: glossaryEntries,
    listColumn: sql.identifier('glossary_id'),
    countColumn: sql.identifier('entry_count'),
    keyColumn: 'from_text',
    rules: TERM_RULES,
    // A matcher over all of them is built in memory for a request.
    limit: 100_000,
  },
};
