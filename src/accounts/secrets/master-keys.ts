import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { secretFromFile } from '../../base/secret-file.js';
import type { Settings } from '../../settings/read-settings.js';
import { SettingError } from '../../settings/setting.js';
import { accessKeys } from '../../store/schema/index.js';
import type { Store } from '../../store/store.js';
import { SecretBox } from './secret-box.js';

type KeySettings = Pick<Settings, 'masterKey' | 'masterKeyFile' | 'masterKeyCommand' | 'data'>;

/** A command that asks a key service over the network takes moments; one that hangs must not hold up the start for ever. */
const COMMAND_LIMIT_MS = 30_000;
const BASE64_KEY = /^[A-Za-z0-9+/_-]{43}=?$/;

/**
 * The keys that encrypt secrets at rest: from the environment, a file, or the output of a command (which may ask a key
 * management service), else from a file that is made at the first start. The first one encrypts; further ones, after
 * blanks or commas, still open what they have encrypted.
 */
export function masterKeys(settings: KeySettings): readonly Buffer[] {
  const { name, text } = source(settings);
  const words = text.split(/[\s,]+/).filter((word) => word !== '');
  if (words.length === 0 || !words.every((word) => BASE64_KEY.test(word))) {
    throw new SettingError(`${name} must hold the Base64 of 32 bytes, or several, the one to use first.`);
  }
  return words.map((word) => Buffer.from(word, 'base64'));
}

/** A key that opens nothing would start a service in which nobody can sign in. The secret sealed last is tried. */
export async function refuseForeignKeys({ db }: Store, box: SecretBox): Promise<void> {
  const [last] = await db
    .select({ accessKey: accessKeys.accessKey, secretBox: accessKeys.secretBox })
    .from(accessKeys)
    .orderBy(sql`coalesce(${accessKeys.rotatedAt}, ${accessKeys.createdAt}) desc`)
    .limit(1);
  if (last === undefined) return;
  try {
    box.open(last.secretBox, last.accessKey);
  } catch (cause) {
    throw new SettingError(
      'The master key does not open the secret keys in the database: it is not the one that sealed them. Give the right one in KOTOBASHI_MASTER_KEY, or put secret.key back from the backup.',
      { cause },
    );
  }
}

function source(settings: KeySettings): { readonly name: string; readonly text: string } {
  const { masterKey, masterKeyFile, masterKeyCommand, data } = settings;
  const given = [masterKey, masterKeyFile, masterKeyCommand].filter((value) => value !== undefined);
  if (given.length > 1) {
    throw new SettingError(
      'Set only one of KOTOBASHI_MASTER_KEY, KOTOBASHI_MASTER_KEY_FILE and KOTOBASHI_MASTER_KEY_COMMAND.',
    );
  }
  if (masterKey !== undefined) return { name: 'KOTOBASHI_MASTER_KEY', text: masterKey };
  if (masterKeyFile !== undefined) return { name: masterKeyFile, text: readKeyFile(masterKeyFile) };
  if (masterKeyCommand !== undefined) {
    return { name: 'The output of KOTOBASHI_MASTER_KEY_COMMAND', text: outputOf(masterKeyCommand) };
  }
  const file = join(data, 'secret.key');
  return { name: file, text: secretFromFile(file, () => SecretBox.newKey().toString('base64')) };
}

function readKeyFile(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new SettingError(`KOTOBASHI_MASTER_KEY_FILE names ${path}, which cannot be read.`, { cause });
  }
}

function outputOf(command: string): string {
  try {
    return execFileSync('sh', ['-c', command], {
      encoding: 'utf8',
      timeout: COMMAND_LIMIT_MS,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
  } catch (cause) {
    throw new SettingError('The command in KOTOBASHI_MASTER_KEY_COMMAND failed.', { cause });
  }
}
