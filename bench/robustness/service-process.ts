import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeAccounts, composeLogger } from '#src/compose.js';
import { readSettings } from '#src/config.js';
import { Program } from '../faults/program.js';
import type { CustomerKey } from '../faults/signed-client.js';
import { freePort } from '../faults/stage.js';

export const ADMIN_TOKEN = randomBytes(32).toString('hex');

const NO_RATE_LIMIT = 1_000_000;

/** An organization with a key and a contract without a rate limit to speak of. */
export interface Tenant extends CustomerKey {
  readonly organizationId: string;
  readonly customContractId: string;
  readonly fileContractId: string;
}

/** A service in a process of its own on a fresh data folder, as a user starts it. */
export class ServiceProcess {
  private constructor(
    readonly url: string,
    readonly tenants: readonly Tenant[],
    readonly program: Program,
    readonly folder: string,
  ) {}

  static async open(
    tenants: number,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<ServiceProcess> {
    const folder = mkdtempSync(join(tmpdir(), 'kotobashi-robustness-'));
    chmodSync(folder, 0o755);
    const port = await freePort();
    const environment = {
      KOTOBASHI_DATA: folder,
      KOTOBASHI_DEMO: '0',
      KOTOBASHI_LOG_LEVEL: 'error',
      KOTOBASHI_ADMIN_TOKEN: ADMIN_TOKEN,
      PORT: String(port),
      ...settings,
    };
    const accounts = await composeAccounts(readSettings(environment), composeLogger({ logLevel: 'silent' }));
    const created: Tenant[] = [];
    for (let at = 0; at < tenants; at += 1) {
      const { id } = await accounts.organizationAdmin.createOrganization(`robustness ${at}`);
      const user = await accounts.organizationAdmin.createUser(id, 'user');
      const { accessKey, secretKey } = await accounts.keyAdmin.create(id, user.id, {});
      const contract = (engine: 't4oo' | 'custom', kind: 'text' | 'file' = 'text') =>
        accounts.contracts.create(id, { name: engine, kind, engine, ratePerMinute: NO_RATE_LIMIT });
      created.push({
        organizationId: id,
        accessKey,
        secretKey,
        contractId: (await contract('t4oo')).id,
        customContractId: (await contract('custom')).id,
        fileContractId: (await contract('t4oo', 'file')).id,
      });
    }
    await accounts.close();
    const program = new Program('serve', environment);
    await program.ready();
    return new ServiceProcess(`http://127.0.0.1:${port}`, created, program, folder);
  }

  tenant(at: number): Tenant {
    const tenant = this.tenants[at];
    if (tenant === undefined) throw new Error(`There is no tenant ${at}.`);
    return tenant;
  }

  async close(): Promise<void> {
    await this.program.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The value below which this share of the numbers lies. */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
