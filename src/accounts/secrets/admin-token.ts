import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { secretFromFile } from '../../base/secret-file.js';
import type { Settings } from '../../settings/read-settings.js';
import { SettingError } from '../../settings/setting.js';
import { tokenBits } from './token-strength.js';

const FEWEST_BITS = 128;
const NEW_TOKEN_BYTES = 32;

/**
 * The token of the admin interface, from its setting or its file.
 *
 * @throws SettingError when it could be guessed: whoever has it has everything.
 */
export function adminTokenOf({ adminToken, data }: Pick<Settings, 'adminToken' | 'data'>): string {
  const file = join(data, 'admin.token');
  const token = adminToken ?? secretFromFile(file, () => randomBytes(NEW_TOKEN_BYTES).toString('hex'));
  if (tokenBits(token) >= FEWEST_BITS) return token;
  throw new SettingError(
    `The admin token in ${adminToken === undefined ? file : 'KOTOBASHI_ADMIN_TOKEN'} can be guessed: use ${FEWEST_BITS} random bits or more, for example the output of "openssl rand -hex 32".`,
  );
}
