import { join } from 'node:path';
import type { Settings } from '../config.js';
import { SettingError } from '../setting.js';
import { newAdminToken, secretFromFile } from './key-files.js';
import { tokenBits } from './token-strength.js';

const FEWEST_BITS = 128;

/**
 * The token of the admin interface, from its setting or its file.
 *
 * @throws SettingError when it could be guessed: whoever has it has everything.
 */
export function adminTokenOf({ adminToken, data }: Pick<Settings, 'adminToken' | 'data'>): string {
  const file = join(data, 'admin.token');
  const token = adminToken ?? secretFromFile(file, newAdminToken);
  if (tokenBits(token) >= FEWEST_BITS) return token;
  throw new SettingError(
    `The admin token in ${adminToken === undefined ? file : 'KOTOBASHI_ADMIN_TOKEN'} can be guessed: use ${FEWEST_BITS} random bits or more, for example the output of "openssl rand -hex 32".`,
  );
}
