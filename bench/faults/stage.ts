import { randomBytes } from 'node:crypto';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { composeAccounts, composeLogger } from '#src/compose/service.js';
import { readSettings } from '#src/settings/read-settings.js';
import { EmbeddedServer } from '#src/store/embedded/server.js';
import { Customer, type CustomerCount, type Submitted } from './customer.js';
import { FourKinds, workBooks, workContracts } from './four-kinds.js';
import { Program } from './program.js';
import { NetworkProxy } from './proxy.js';

export interface FaultCount extends CustomerCount {
  readonly accepted: number;
  /** Last words of processes that ended by themselves. */
  readonly crashes: readonly string[];
  /** Of announcements that did not arrive: what the database knows of them and their tokens, and the end of the logs. */
  readonly undelivered: readonly string[];
}

const FULL_TABLES = [
  'translation_jobs',
  'translation_batches',
  'file_items',
  'file_sentences',
  'training_jobs',
  'training_traces',
  'import_jobs',
  'callback_deliveries',
];
/** Fills the place of a full disk: PostgreSQL itself answers every write to these tables with its code for one. */
const DISK_FULL = `
  create or replace function disk_full() returns trigger language plpgsql as $$
  begin raise exception 'could not extend file: No space left on device' using errcode = 'disk_full'; end $$;
  ${FULL_TABLES.map((table) => `create trigger disk_full before insert or update on ${table} execute function disk_full();`).join('\n')}`;
const DISK_FREE = FULL_TABLES.map((table) => `drop trigger if exists disk_full on ${table};`).join('\n');

/** A real service of several processes, its database, the network between them and a customer; and ways to break each. */
export class FaultStage {
  readonly #folder: string;
  readonly #postgres: EmbeddedServer;
  readonly #network: NetworkProxy;
  readonly #server: Program;
  readonly #workers: readonly Program[];
  readonly customer: Customer;
  /** The same customer, for files, trainings and imports. */
  readonly kinds: FourKinds;

  private constructor(
    folder: string,
    postgres: EmbeddedServer,
    network: NetworkProxy,
    server: Program,
    workers: readonly Program[],
    customer: Customer,
    kinds: FourKinds,
  ) {
    this.#folder = folder;
    this.#postgres = postgres;
    this.#network = network;
    this.#server = server;
    this.#workers = workers;
    this.customer = customer;
    this.kinds = kinds;
  }

  /** @param workers processes for the background work; without any the server does it */
  static async open(workers: number, more: Readonly<Record<string, string>> = {}): Promise<FaultStage> {
    const folder = mkdtempSync(join(tmpdir(), 'kotobashi-faults-'));
    chmodSync(folder, 0o755);
    const postgres = await EmbeddedServer.open({ folder });
    const network = await NetworkProxy.open(Number(new URL(postgres.url).port));
    const throughNetwork = new URL(postgres.url);
    throughNetwork.port = String(network.port);
    const port = await freePort();
    const environment = {
      DATABASE_URL: throughNetwork.href,
      KOTOBASHI_MASTER_KEY: randomBytes(32).toString('base64'),
      KOTOBASHI_DATA: folder,
      KOTOBASHI_DEMO: '0',
      KOTOBASHI_LOG_LEVEL: 'warn',
      KOTOBASHI_WORKER_LEASE: '3',
      KOTOBASHI_CALLBACK_ALLOW_PRIVATE: '1',
      KOTOBASHI_CALLBACK_PAUSE: '200',
      PORT: String(port),
      ...more,
    };
    const settings = readSettings({ ...environment, DATABASE_URL: postgres.url });
    const accounts = await composeAccounts(settings, composeLogger({ logLevel: 'silent' }));
    const { id } = await accounts.organizationAdmin.createOrganization('faults');
    const user = await accounts.organizationAdmin.createUser(id, 'user');
    const key = await accounts.keyAdmin.create(id, user.id, {});
    const contracts = await workContracts(accounts, id);
    await accounts.close();
    const server = new Program('serve', { ...environment, KOTOBASHI_WORKERS: workers > 0 ? '0' : '1' });
    const programs = Array.from({ length: workers }, () => new Program('worker', environment));
    await Promise.all([server, ...programs].map((program) => program.ready()));
    const url = `http://127.0.0.1:${port}`;
    const customer = await Customer.open(url, { ...key, ...contracts });
    const kinds = new FourKinds(url, { ...key, ...contracts });
    await kinds.open();
    return new FaultStage(folder, postgres, network, server, programs, customer, kinds);
  }

  killWorker(which: number, signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): void {
    this.#workers[which % this.#workers.length]?.kill(signal);
  }

  killServer(signal: 'SIGKILL' | 'SIGTERM' = 'SIGKILL'): void {
    this.#server.kill(signal);
  }

  /** In the server and in every worker. */
  killThreads(): void {
    for (const program of [this.#server, ...this.#workers]) program.killThreads();
  }

  /** The process is there and does nothing: connections stay open and nobody answers. */
  async stopPostgres(ms: number): Promise<void> {
    const pids = postgresProcesses(this.#postgres.pid);
    for (const pid of pids) signal(pid, 'SIGSTOP');
    await sleep(ms);
    for (const pid of pids) signal(pid, 'SIGCONT');
  }

  /** SIGKILL is the fault; SIGINT an orderly restart. Something has to start it again: here the embedded server does. */
  killPostgres(how: 'SIGKILL' | 'SIGINT'): void {
    signal(this.#postgres.pid, how);
  }

  async cutNetwork(ms: number, how: 'cut' | 'silence'): Promise<void> {
    this.#network[how]();
    await sleep(ms);
    this.#network.restore();
  }

  async fillDisk(ms: number): Promise<void> {
    await this.#sql(DISK_FREE + DISK_FULL);
    await sleep(ms);
    await this.#sql(DISK_FREE);
  }

  async #sql<Row extends pg.QueryResultRow>(text: string): Promise<readonly Row[]> {
    for (;;) {
      const client = new pg.Client({ connectionString: this.#postgres.url });
      client.on('error', () => undefined);
      try {
        await client.connect();
        const { rows } = await client.query<Row>(text);
        return rows ?? [];
      } catch (error) {
        if (error instanceof pg.DatabaseError && !/^(57|08|53)/.test(error.code ?? '')) throw error;
        await sleep(100);
      } finally {
        await client.end().catch(() => undefined);
      }
    }
  }

  /** Jobs that have ended so far. */
  async ended(): Promise<number> {
    const [row] = await this.#sql<{ count: number }>(
      `select count(*)::int as count from translation_jobs where state in ('finished', 'failed')`,
    );
    return row?.count ?? 0;
  }

  /** Waits until everything accepted has its result and its callback, or the limit is over, and counts. */
  async count(submitted: readonly Submitted[], limitMs: number): Promise<FaultCount> {
    const seen = await this.customer.count(submitted, limitMs);
    const [books] = await this.#sql<{ booked: number; ended: number }>(
      `select (select coalesce(sum(requests), 0)::int from usage_days) as booked,
         (select count(*) from translation_jobs where state = 'finished')::int
           + (select count(*) from file_items where state = 'finished')::int as ended`,
    );
    return {
      ...seen,
      accepted: submitted.length,
      doubled: seen.doubled + Math.abs((books?.booked ?? 0) - (books?.ended ?? 0)),
      crashes: [this.#server, ...this.#workers].flatMap((program) => program.crashes),
      undelivered: seen.callbacksMissing === 0 ? [] : await this.#undelivered(),
    };
  }

  async #undelivered(): Promise<readonly string[]> {
    const known = await this.#sql<{ row: string }>(
      `select row_to_json(d)::text as row from (
         select state, attempts, next_attempt_at, leased_until, last_status, last_error, now()
         from callback_deliveries where state <> 'delivered') d
       union all select row_to_json(j)::text from graphile_worker.jobs j where task_identifier = 'deliver'`,
    );
    return [...known.map(({ row }) => row), ...[this.#server, ...this.#workers].map(({ log }) => log)];
  }

  /** What is wrong in the books of all kinds of work. */
  async booksWrong(): Promise<number> {
    const client = new pg.Client({ connectionString: this.#postgres.url });
    await client.connect();
    const books = await workBooks(client).finally(() => client.end());
    return Object.values(books).reduce((sum, one) => sum + one, 0);
  }

  async close(): Promise<void> {
    await Promise.all([this.#server, ...this.#workers].map((program) => program.close()));
    await this.customer.close();
    await this.#network.close();
    await this.#postgres.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** A process that has ended by itself meanwhile needs no signal. */
function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** The server and its children, which serve the connections. */
function postgresProcesses(pid: number): readonly number[] {
  const list = `/proc/${pid}/task/${pid}/children`;
  const children = existsSync(list) ? readFileSync(list, 'utf8').trim() : '';
  return [pid, ...(children === '' ? [] : children.split(' ').map(Number))];
}

/** A port on loopback that nobody listens on. */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const address = probe.address();
  await new Promise((resolve) => probe.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('No free port.');
  return address.port;
}
