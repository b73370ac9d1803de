import { randomBytes } from 'node:crypto';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { composeAccounts, composeLogger } from '#src/compose/service.js';
import { readSettings } from '#src/settings/read-settings.js';
import { EmbeddedServer } from '#src/store/embedded/server.js';
import { Program } from '../faults/program.js';
import { freePort } from '../faults/stage.js';
import { createTenant, type Tenant } from '../robustness/tenant.js';
import { type Balancer, type BalancerKind, openBalancer } from './balancer.js';
import { Ledger } from './ledger.js';

export interface ClusterOptions {
  readonly servers: number;
  readonly workers: number;
  readonly tenants: number;
  readonly balancer: BalancerKind;
  /** An empty database that somebody else runs; without it one is started. */
  readonly databaseUrl?: string | undefined;
  readonly settings?: Readonly<Record<string, string>>;
}

/** A process of the cluster; `url` is there where it listens. */
export interface Node {
  readonly name: string;
  readonly program: Program;
  readonly url?: string;
}

export interface ServerNode extends Node {
  readonly url: string;
}

/** Longer than the balancer needs to notice that a server is not ready any more. */
const SHUTDOWN_DELAY_S = 1;

/** Servers and workers on one PostgreSQL behind a load balancer: real processes on loopback. */
export class Cluster {
  readonly ledger = new Ledger();

  private constructor(
    readonly servers: readonly ServerNode[],
    readonly workers: readonly Node[],
    readonly tenants: readonly Tenant[],
    readonly adminToken: string,
    private readonly balancer: Balancer,
    private readonly folder: string,
    private readonly postgres: EmbeddedServer | undefined,
    private readonly pool: pg.Pool,
    readonly databaseUrl: string,
  ) {}

  static async open(options: ClusterOptions): Promise<Cluster> {
    const folder = mkdtempSync(join(tmpdir(), 'kotobashi-cluster-'));
    chmodSync(folder, 0o755);
    const postgres = options.databaseUrl === undefined ? await EmbeddedServer.open({ folder }) : undefined;
    const databaseUrl = options.databaseUrl ?? postgres?.url ?? '';
    const adminToken = randomBytes(32).toString('hex');
    const environment = {
      DATABASE_URL: databaseUrl,
      KOTOBASHI_MASTER_KEY: randomBytes(32).toString('base64'),
      KOTOBASHI_ADMIN_TOKEN: adminToken,
      KOTOBASHI_DATA: folder,
      KOTOBASHI_DEMO: '0',
      KOTOBASHI_LOG_LEVEL: 'error',
      KOTOBASHI_MODEL_THREADS: '1',
      KOTOBASHI_POOL_SIZE: '5',
      KOTOBASHI_WORKER_LEASE: '10',
      KOTOBASHI_SHUTDOWN_DELAY: String(SHUTDOWN_DELAY_S),
      KOTOBASHI_CALLBACK_ALLOW_PRIVATE: '1',
      KOTOBASHI_CALLBACK_PAUSE: '200',
      ...options.settings,
    };
    const accounts = await composeAccounts(readSettings(environment), composeLogger({ logLevel: 'silent' }));
    const tenants: Tenant[] = [];
    for (let at = 0; at < options.tenants; at += 1)
      tenants.push(await createTenant(accounts, `cluster ${at}`));
    await accounts.close();
    const servers: ServerNode[] = [];
    const backends: { name: string; port: number }[] = [];
    for (let at = 0; at < options.servers; at += 1) {
      const port = await freePort();
      const name = `server-${at}`;
      const program = new Program('serve', { ...environment, KOTOBASHI_WORKERS: '0', PORT: String(port) });
      servers.push({ name, program, url: `http://127.0.0.1:${port}` });
      backends.push({ name, port });
    }
    const workers = Array.from({ length: options.workers }, (_, at) => ({
      name: `worker-${at}`,
      program: new Program('worker', environment),
    }));
    await Promise.all([...servers, ...workers].map(({ program }) => program.ready()));
    const balancer = await openBalancer(options.balancer, backends, folder);
    await Promise.all(servers.map(({ name }) => balancer.sees(name)));
    const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 });
    return new Cluster(servers, workers, tenants, adminToken, balancer, folder, postgres, pool, databaseUrl);
  }

  /** Of the load balancer. */
  get url(): string {
    return this.balancer.url;
  }

  get nodes(): readonly Node[] {
    return [...this.servers, ...this.workers];
  }

  tenant(at: number): Tenant {
    const tenant = this.tenants[at];
    if (tenant === undefined) throw new Error(`There is no tenant ${at}.`);
    return tenant;
  }

  /** kill -9; resolves when the node works again and the balancer knows it. */
  async kill(node: Node): Promise<void> {
    const back = this.ledger.killed(node.name);
    await node.program.replace('SIGKILL');
    back();
    await this.#seen(node);
  }

  /** A polite stop; resolves when the successor works, from the folder of another version or the same, and the balancer knows it. */
  async replace(node: Node, root?: string): Promise<void> {
    await node.program.replace('SIGTERM', root);
    await this.#seen(node);
  }

  async #seen({ name, url }: Node): Promise<void> {
    if (url !== undefined) await this.balancer.sees(name);
  }

  /** One process after the other is replaced. */
  async rollTo(root: string | undefined, afterEach: (node: Node) => Promise<void> = async () => undefined) {
    for (const node of this.nodes) {
      await this.replace(node, root);
      await afterEach(node);
    }
  }

  /** A call of the operator. */
  async admin(method: string, path: string, body?: object, baseUrl = this.url): Promise<unknown> {
    const response = await fetch(`${baseUrl}/admin/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.adminToken}`,
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    const { data }: { data: unknown } = JSON.parse(await response.text());
    return data;
  }

  async sql<Row extends pg.QueryResultRow>(text: string): Promise<readonly Row[]> {
    return (await this.pool.query<Row>(text)).rows;
  }

  /** Last words of processes that ended by themselves. */
  get crashes(): readonly string[] {
    return this.nodes.flatMap(({ program }) => program.crashes);
  }

  async close(): Promise<void> {
    await this.balancer.close();
    await Promise.all(this.nodes.map(({ program }) => program.close()));
    await this.pool.end();
    await this.postgres?.close();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
