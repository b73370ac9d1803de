import { PHRASE_RULES, TERM_RULES, type TextRules } from '../interchange/text-rules.js';

/** The two kinds of shared lists: both are named sets of pairs of one organization, and differ in how they match. */
export type ListKind = 'phrase-dictionary' | 'glossary';

/** What differs between the kinds: where their rows live, and what a text in them may be. */
export interface KindSpec {
  readonly kind: ListKind;
  /** For sentences shown to people. */
  readonly noun: string;
  /** In addresses of the admin interface. */
  readonly path: string;
  readonly lists: 'phrase_dictionaries' | 'glossaries';
  readonly rows: 'phrase_pairs' | 'glossary_entries';
  /** The column of `rows` that points to its list. */
  readonly listColumn: 'dictionary_id' | 'glossary_id';
  readonly countColumn: 'pair_count' | 'entry_count';
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
    lists: 'phrase_dictionaries',
    rows: 'phrase_pairs',
    listColumn: 'dictionary_id',
    countColumn: 'pair_count',
    keyColumn: 'from_key',
    rules: PHRASE_RULES,
    limit: 1_000_000,
  },
  glossary: {
    kind: 'glossary',
    noun: 'glossary',
    path: 'glossaries',
    lists: 'glossaries',
    rows: 'glossary_entries',
    listColumn: 'glossary_id',
    countColumn: 'entry_count',
    keyColumn: 'from_text',
    rules: TERM_RULES,
    // A matcher over all of them is built in memory for a request.
    limit: 100_000,
  },
};
