import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { composeAccounts, composeLogger } from '#src/compose/service.js';
import { readSettings } from '#src/settings/read-settings.js';
import { Program } from '../faults/program.js';
import { freePort } from '../faults/stage.js';
import { createTenant, type Tenant } from './tenant.js';

export const ADMIN_TOKEN = randomBytes(32).toString('hex');

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
    launcher: readonly string[] = [],
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
    for (let at = 0; at < tenants; at += 1) created.push(await createTenant(accounts, `robustness ${at}`));
    await accounts.close();
    const program = new Program('serve', environment, launcher);
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
