/**
 * A backup is a gzip file of lines. The first is the head, then for each table a line that names it, followed by its rows
 * as PostgreSQL writes them in JSON; the last line says how many rows there were, so that a file cut short is noticed.
 */
export interface BackupHead {
  readonly format: 'kotobashi-backup';
  readonly schema: string;
  readonly createdAt: string;
  /** Files of the data folder that the database is of no use without, by name. */
  readonly files: Readonly<Record<string, string>>;
}

export interface TableLine {
  readonly table: string;
  readonly columns: readonly string[];
}

export interface EndLine {
  readonly rows: number;
}

/** The backup cannot be made or used, with a sentence that says what to do. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
}

/** Keys of the folder: the one that opens stored secrets, and the operator's. */
export const KEY_FILES = ['secret.key', 'admin.token'];
