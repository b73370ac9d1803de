import { sql } from 'drizzle-orm';
import type { BadRow, PairRow } from '../../interchange/pair.js';
import type { PairReader } from '../../interchange/pair-reader.js';
import type { Store } from '../../store/store.js';
import { normalisePhrase } from '../../translate/plan/normal-phrase.js';
import { ENTRY_TABLES, type EntryOwner, ownerId } from '../entries/entry-owner.js';
import { phraseKey } from '../entries/phrase-key.js';
import type { ImportRequest } from './imports.js';

/** A row of the table that would change something. */
export interface PreviewedRow {
  readonly line: number;
  readonly fromLang: string;
  readonly fromText: string;
  readonly toLang: string;
  readonly toText: string;
  /** The target that it would replace; null where the entry is new. */
  readonly before: string | null;
}

/** What an import would do. */
export interface ImportPreview {
  /** Rows that were read. */
  readonly total: number;
  /** False when the table has more rows than a preview reads. */
  readonly complete: boolean;
  readonly added: number;
  readonly changed: number;
  readonly unchanged: number;
  /** Rows whose source stands in a later row too; the later one counts. */
  readonly repeated: number;
  readonly rejectedCount: number;
  /** The first of the bad rows. */
  readonly rejected: readonly { readonly line: number; readonly reason: string }[];
  /** The first rows that would add or change an entry. */
  readonly rows: readonly PreviewedRow[];
}

/** A larger table is previewed up to here: the answer comes while somebody waits. */
const MOST_ROWS = 100_000;
const MOST_SHOWN = 100;
/** Rows that are looked up with one statement. */
const BATCH_ROWS = 2_000;

/** Reads a table as an import would, compares it with what is there, and changes nothing. */
export class ImportPreviews {
  readonly #store: Store;
  readonly #reader: PairReader;

  constructor(store: Store, reader: PairReader) {
    this.#store = store;
    this.#reader = reader;
  }

  async preview(owner: EntryOwner, request: ImportRequest): Promise<ImportPreview> {
    const { rules } = ENTRY_TABLES[owner.kind];
    const bad: BadRow[] = [];
    // By what makes two rows the same entry: the last one counts.
    const wanted = new Map<string, PairRow>();
    let total = 0;
    let complete = true;
    for await (const row of this.#reader.read(request.bytes, { ...request, rules })) {
      if (total === MOST_ROWS) {
        complete = false;
        break;
      }
      total += 1;
      if (row.kind === 'bad') bad.push(row);
      else wanted.set(JSON.stringify([row.fromLang, row.toLang, normalOf(owner, row)]), row);
    }
    const rows = [...wanted.values()];
    const counts = { added: 0, changed: 0, unchanged: 0 };
    const shown: PreviewedRow[] = [];
    for (let at = 0; at < rows.length; at += BATCH_ROWS) {
      const batch = rows.slice(at, at + BATCH_ROWS);
      const known = await this.#known(owner, batch);
      batch.forEach((row, index) => {
        const before = known.get(index) ?? null;
        counts[before === null ? 'added' : before === row.toText ? 'unchanged' : 'changed'] += 1;
        if (before === row.toText || shown.length === MOST_SHOWN) return;
        const { line, fromLang, fromText, toLang, toText } = row;
        shown.push({ line, fromLang, fromText, toLang, toText, before });
      });
    }
    return {
      total,
      complete,
      ...counts,
      repeated: total - bad.length - rows.length,
      rejectedCount: bad.length,
      rejected: bad.slice(0, MOST_SHOWN).map(({ line, reason }) => ({ line, reason })),
      rows: shown,
    };
  }

  /** Targets that are there already, by the position of their row in the batch. */
  async #known(owner: EntryOwner, batch: readonly PairRow[]): Promise<ReadonlyMap<number, string>> {
    const { rows, ownerColumn, keyColumn } = ENTRY_TABLES[owner.kind];
    const isKeyed = keyColumn === 'from_key';
    const column = <Value>(pick: (row: PairRow) => Value) => sql.param(batch.map(pick));
    const keyOf = (row: PairRow) => (isKeyed ? phraseKey(normalOf(owner, row)) : normalOf(owner, row));
    const found = await this.#store.db.execute<{ at: number; target: string }>(sql`
      select (t.n - 1)::int as at, e.to_text as target
      from unnest(
        ${column((row) => row.fromLang)}::text[], ${column((row) => row.toLang)}::text[],
        ${column(keyOf)}::${sql.raw(isKeyed ? 'bytea' : 'text')}[]
      ) with ordinality as t(from_lang, to_lang, key, n)
      join ${rows} e on e.org_id = ${owner.orgId} and e.${ownerColumn} = ${ownerId(owner)}
        and e.from_lang = t.from_lang and e.to_lang = t.to_lang and e.${sql.identifier(keyColumn)} = t.key`);
    return new Map(found.rows.map(({ at, target }) => [at, target]));
  }
}

function normalOf(owner: EntryOwner, row: PairRow): string {
  return owner.kind === 'phrase-dictionary' ? normalisePhrase(row.fromText) : row.fromText;
}
