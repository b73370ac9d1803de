import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import type { Store } from '../store/store.js';
import type { Contract, Contracts } from './contracts.js';
import type { Directory } from './directory.js';
import type { Keyring } from './keyring.js';
import type { Keys } from './keys.js';

/** Content of `demo.json`: all that a first client needs. */
export const DemoCredentials = Type.Object({
  baseUrl: Type.String(),
  accessKey: Type.String(),
  secretKey: Type.String(),
  adminToken: Type.String(),
  contracts: Type.Object({ t4oo: Type.String(), 'real-time': Type.String(), custom: Type.String() }),
});
export type DemoCredentials = Static<typeof DemoCredentials>;

export interface DemoParts {
  readonly store: Store;
  readonly directory: Directory;
  readonly keys: Keys;
  readonly keyring: Keyring;
  readonly contracts: Contracts;
}

const NAME = 'demo';
/** Only one process of several that start at once creates the demo. */
const DEMO_LOCK = 7_265_002;

/**
 * Gives an empty database an organization to begin with. Credentials are in a file only the owner can read. When the
 * file is missing although the demo exists (a start was cut short), it is written again from the database.
 *
 * @returns the credentials, and whether they were made by this call; undefined when the database is in other use
 */
export async function ensureDemo(
  parts: DemoParts,
  path: string,
  where: Pick<DemoCredentials, 'baseUrl' | 'adminToken'>,
): Promise<{ readonly credentials: DemoCredentials; readonly created: boolean } | undefined> {
  const client = await parts.store.pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [DEMO_LOCK]);
    try {
      return await ensureLocked(parts, path, where);
    } finally {
      await client.query('select pg_advisory_unlock($1)', [DEMO_LOCK]);
    }
  } finally {
    client.release();
  }
}

async function ensureLocked(
  parts: DemoParts,
  path: string,
  where: Pick<DemoCredentials, 'baseUrl' | 'adminToken'>,
): Promise<{ readonly credentials: DemoCredentials; readonly created: boolean } | undefined> {
  const { directory, keys, contracts } = parts;
  const all = await directory.organizations();
  const existing = all.find((organization) => organization.name === NAME);
  if (existing === undefined && all.length > 0) return undefined;
  const { id: orgId } = existing ?? (await directory.createOrganization(NAME));

  // Every step looks first, so that a start that was cut short is completed by the next one.
  const user =
    (await directory.users(orgId)).find(({ name }) => name === NAME) ??
    (await directory.createUser(orgId, NAME));
  const held = await contracts.list(orgId);
  const contractOf = async (engine: Contract['engine']) =>
    held.find((contract) => contract.name === `${NAME} ${engine}`) ??
    (await contracts.create(orgId, { name: `${NAME} ${engine}`, kind: 'text', engine }));
  const ids = {
    t4oo: (await contractOf('t4oo')).id,
    'real-time': (await contractOf('real-time')).id,
    custom: (await contractOf('custom')).id,
  };
  const before = readDemo(path);
  const key = (await keys.list(orgId, user.id)).find(({ label }) => label === NAME);
  const { accessKey } = key ?? (await keys.create(orgId, user.id, { label: NAME }));
  const secretKey = (await parts.keyring.find(accessKey))?.secrets[0]?.secret;
  if (secretKey === undefined) throw new Error('The key of the demo organization cannot be read.');
  const credentials: DemoCredentials = { ...where, accessKey, secretKey, contracts: ids };
  if (!Value.Equal(before, credentials)) write(path, credentials);
  return { credentials, created: key === undefined };
}

function readDemo(path: string): DemoCredentials | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
    return Value.Check(DemoCredentials, parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Written beside and renamed: nobody ever reads half a file. */
function write(path: string, credentials: DemoCredentials): void {
  writeFileSync(`${path}.new`, `${JSON.stringify(credentials, undefined, 2)}\n`, { mode: 0o600 });
  renameSync(`${path}.new`, path);
}
