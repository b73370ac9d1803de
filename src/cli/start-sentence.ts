import { DrizzleQueryError } from 'drizzle-orm/errors';
import pg from 'pg';
import { StartError } from '../base/start-error.js';

const A_FILE_IN_ITS_PLACE =
  'a file stands where a folder must be. Set KOTOBASHI_DATA (of models: KOTOBASHI_MODELS) to a folder.';

/** What the system says about files, in words, and what helps. */
const FILE_TROUBLE: Readonly<Record<string, string>> = {
  EACCES: 'this user may not read or write it. Change its owner or its rights, or start as another user.',
  EPERM: 'this user may not change it. Change its owner, or start as another user.',
  EROFS: 'its file system is read-only. Mount it for writing, or set KOTOBASHI_DATA to another folder.',
  ENOSPC: 'there is no space left on its disk. Make room and start again.',
  EDQUOT: 'the disk quota of this user is used up. Make room and start again.',
  ENOTDIR: A_FILE_IN_ITS_PLACE,
  EEXIST: A_FILE_IN_ITS_PLACE,
  EISDIR: 'a folder stands where a file must be.',
  ENOENT: 'there is no such file or folder.',
  ENAMETOOLONG: 'its name is too long. Set KOTOBASHI_DATA to a shorter one.',
};

const FULL: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT']);

/** What a PostgreSQL says to a newcomer, by SQLSTATE or by its class. */
const DATABASE_TROUBLE: Readonly<Record<string, string>> = {
  '28P01': 'it refuses this user or this password',
  '28': 'it does not let this user in from here (pg_hba.conf)',
  '3D': 'it has no database of this name; create it first',
  '42501': 'this user may not make tables in it; let the user own the database',
  '53100': 'its disk is full',
  '53300': 'it has no connection left; raise max_connections, or lower KOTOBASHI_POOL_SIZE',
  '57P03': 'it is just starting or stopping; try again in a moment',
};

/** What node-postgres says of one that does not answer, or not as we speak; without a code. */
const SILENT_DATABASE =
  /^(?:Connection terminated|timeout expired|timeout exceeded when trying|The server does not support SSL|SASL: )/;

/** The sentence for whoever started a command that cannot begin; undefined for what nobody foresaw. */
export function startSentence(error: unknown): string | undefined {
  if (error instanceof StartError) return error.message;
  const cause = innermost(error);
  if (cause instanceof pg.DatabaseError) return databaseSentence(cause);
  if (!(cause instanceof Error)) return undefined;
  if (!('code' in cause))
    return SILENT_DATABASE.test(cause.message) ? unreachable('', cause.message) : undefined;
  const code = String(cause.code);
  const about = (member: string) => (member in cause ? String(Reflect.get(cause, member)) : '');
  const where = [about('address') || about('hostname'), about('port')]
    .filter((part) => part !== '')
    .join(':');
  if (about('syscall') === 'connect' || about('syscall') === 'getaddrinfo') {
    return unreachable(where, code);
  }
  const trouble = FILE_TROUBLE[code];
  if (trouble === undefined) return undefined;
  if (about('path') !== '') return `${about('path')} cannot be used: ${trouble}`;
  // A write that finds the disk full does not name its file.
  return FULL.has(code) ? `A file could not be written (${code}): ${trouble}` : undefined;
}

function unreachable(where: string, reason: string): string {
  return `The database of DATABASE_URL cannot be reached${where && ` at ${where}`} (${reason}). Check the address, and that it runs.`;
}

function databaseSentence({ code = '' }: pg.DatabaseError): string | undefined {
  const trouble = DATABASE_TROUBLE[code] ?? DATABASE_TROUBLE[code.slice(0, 2)];
  return trouble && `The database cannot be used: ${trouble}. Check DATABASE_URL.`;
}

/** Several addresses were tried, or a query failed for a reason below it: what the system itself said. */
function innermost(error: unknown): unknown {
  if (error instanceof AggregateError && error.errors.length > 0) return innermost(error.errors[0]);
  if (error instanceof DrizzleQueryError) return innermost(error.cause);
  return error;
}
