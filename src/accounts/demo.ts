import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import Type, { type Static } from 'typebox';
import { Value } from 'typebox/value';
import { Failure } from '../base/failure.js';
import type { Store } from '../store/store.js';
import type { Contract, Contracts } from './contracts.js';
import type { KeyAdmin } from './key-admin.js';
import type { KeyCache } from './key-cache.js';
import type { OrganizationAdmin } from './organization-admin.js';

/** Content of `demo.json`: all that a first client needs. */
export const DemoCredentials = Type.Object({
  baseUrl: Type.String(),
  accessKey: Type.String(),
  secretKey: Type.String(),
  adminToken: Type.String(),
  contracts: Type.Object({
    t4oo: Type.String(),
    'real-time': Type.String(),
    custom: Type.String(),
    file: Type.String(),
  }),
});
export type DemoCredentials = Static<typeof DemoCredentials>;

export interface DemoParts {
  readonly store: Store;
  readonly organizationAdmin: OrganizationAdmin;
  readonly keyAdmin: KeyAdmin;
  readonly keyCache: KeyCache;
  readonly contracts: Contracts;
}

const NAME = 'demo';

/** Characters a month under each contract of the demo: enough to try everything, too few to live on. */
const DEMO_CHARACTERS = 1_000_000;

/**
 * Gives an empty database an organization to begin with, or any database when it is asked for. Credentials are in a file only the owner can read. When the
 * file is missing although the demo exists (a start was cut short), it is written again from the database.
 *
 * @returns the credentials, and whether they were made by this call; undefined when the database is in other use
 */
export async function ensureDemo(
  parts: DemoParts,
  path: string,
  where: Pick<DemoCredentials, 'baseUrl' | 'adminToken'>,
  isAskedFor = false,
): Promise<{ readonly credentials: DemoCredentials; readonly created: boolean } | undefined> {
  return parts.store.underLock('demo', () => ensureLocked(parts, path, where, isAskedFor));
}

async function ensureLocked(
  parts: DemoParts,
  path: string,
  where: Pick<DemoCredentials, 'baseUrl' | 'adminToken'>,
  isAskedFor: boolean,
): Promise<{ readonly credentials: DemoCredentials; readonly created: boolean } | undefined> {
  const { organizationAdmin, keyAdmin, contracts } = parts;
  const all = await organizationAdmin.organizations();
  const existing = all.find((organization) => organization.name === NAME);
  if (existing === undefined && all.length > 0 && !isAskedFor) return undefined;
  const { id: orgId } = existing ?? (await organizationAdmin.createOrganization(NAME));

  // Every step looks first, so that a start that was cut short is completed by the next one.
  const user =
    (await organizationAdmin.users(orgId)).find(({ name }) => name === NAME) ??
    (await organizationAdmin.createUser(orgId, NAME));
  const held = await contracts.list(orgId);
  const contractOf = async (engine: Contract['engine']) =>
    held.find((contract) => contract.name === `${NAME} ${engine}`) ??
    (await contracts.create(orgId, {
      name: `${NAME} ${engine}`,
      kind: 'text',
      engine,
      charQuota: DEMO_CHARACTERS,
    }));
  const ids = {
    t4oo: (await contractOf('t4oo')).id,
    'real-time': (await contractOf('real-time')).id,
    custom: (await contractOf('custom')).id,
    file: (
      held.find((contract) => contract.name === `${NAME} file`) ??
      (await contracts.create(orgId, {
        name: `${NAME} file`,
        kind: 'file',
        engine: 't4oo',
        charQuota: DEMO_CHARACTERS,
      }))
    ).id,
  };
  const before = readDemo(path);
  const key = (await keyAdmin.list(orgId, user.id)).find(({ label }) => label === NAME);
  const { accessKey } =
    key ?? (await keyAdmin.create(orgId, user.id, { label: NAME, defaultContractId: ids.t4oo }));
  const secretKey = (await parts.keyCache.find(accessKey))?.secrets[0]?.secret;
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

/** Takes the demo away with everything that is its own, and its credentials. */
export async function removeDemo(organizationAdmin: OrganizationAdmin, path: string): Promise<void> {
  const demo = (await organizationAdmin.organizations()).find(({ name }) => name === NAME);
  if (demo === undefined) throw new Failure('idUnknown', { message: 'There is no demo organization.' });
  await organizationAdmin.deleteOrganization(demo.id);
  rmSync(path, { force: true });
}
