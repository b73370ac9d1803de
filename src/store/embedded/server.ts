import type { ChildProcess } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { makeFolder } from '../../base/make-folder.js';
import { secretFromFile } from '../../base/secret-file.js';
import { StartError } from '../../base/start-error.js';
import { ADVISORY_LOCKS } from '../advisory-locks.js';
import { makeCluster } from './cluster.js';
import { findRunningServer, isAlive } from './lockfile.js';
import { Membership } from './membership.js';
import { freePort } from './port.js';
import { ServerPrograms } from './programs.js';

export interface EmbeddedServerOptions {
  /** The cluster lies in `<folder>/postgres`, its password and log beside it. */
  readonly folder: string;
  /** Further `name=value` settings of the server, for tests. */
  readonly settings?: readonly string[];
  readonly onRestart?: (reason: string) => void;
}

/** Makes the database and the role of the service, and looks after the server. */
const ADMINISTRATOR = 'kotobashi_admin';
/** What the service works as: owner of its database, and no superuser. */
const ROLE = 'kotobashi';
const DATABASE = 'kotobashi';
/** Secrets and all data of all customers lie there. */
const OWNER_ONLY = 0o700;
const START_LIMIT_MS = 60_000;
const STOP_LIMIT_MS = 20_000;
/** How often the watch looks whether the server is still alive. */
const WATCH_MS = 500;
/** Sent with every connection, for whoever looks into the database. */
export const APPLICATION_NAME = 'kotobashi';

/**
 * A real PostgreSQL server on loopback, kept in a folder. Several processes may open the same folder: the first starts
 * the server, the others join it, and the last one to close stops it. A server left behind by a killed process is
 * joined like any other, so nothing has to be cleaned up by hand. When the server dies it is started again.
 */
export class EmbeddedServer {
  readonly #programs: ServerPrograms;
  readonly #options: EmbeddedServerOptions;
  readonly #passwords: Readonly<Record<typeof ADMINISTRATOR | typeof ROLE, string>>;
  #pid: number;
  #port: number;
  #membership: Membership | undefined;
  #watch: NodeJS.Timeout | undefined;
  #reviving: Promise<void> | undefined;
  #closed = false;

  private constructor(
    options: EmbeddedServerOptions,
    programs: ServerPrograms,
    passwords: Readonly<Record<typeof ADMINISTRATOR | typeof ROLE, string>>,
  ) {
    this.#options = options;
    this.#programs = programs;
    this.#passwords = passwords;
    this.#pid = 0;
    this.#port = 0;
  }

  static async open(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
    makeFolder(options.folder, OWNER_ONLY);
    chmodSync(options.folder, OWNER_ONLY);
    const programs = new ServerPrograms(options.folder);
    const passwords = {
      [ADMINISTRATOR]: secretFromFile(join(options.folder, 'postgres.password'), newPassword),
      [ROLE]: secretFromFile(join(options.folder, 'postgres.role'), newPassword),
    };
    const server = new EmbeddedServer(options, programs, passwords);
    process.once('exit', server.#stopPrograms);
    await makeCluster(programs.cluster, (folder) =>
      programs.initialise(folder, ADMINISTRATOR, passwords[ADMINISTRATOR]),
    );
    await server.#joinOrStart();
    await server.#createDatabase();
    server.#watch = setInterval(() => server.#look(), WATCH_MS);
    server.#watch.unref();
    return server;
  }

  /** Connection string of the product's database. */
  get url(): string {
    return this.#urlOf(DATABASE, ROLE);
  }

  /** The same with all rights, for tests that make databases of their own. */
  get administratorUrl(): string {
    return this.#urlOf(DATABASE, ADMINISTRATOR);
  }

  /** Process id of the server, for operators and for fault tests. */
  get pid(): number {
    return this.#pid;
  }

  #urlOf(database: string, role: typeof ADMINISTRATOR | typeof ROLE): string {
    return `postgres://${role}:${this.#passwords[role]}@127.0.0.1:${this.#port}/${database}?application_name=${APPLICATION_NAME}`;
  }

  /**
   * A process that is told to end at once still stops what it started. Others that have joined the server start it again;
   * after kill -9 nobody is left to do this, and the next process joins what it finds.
   */
  readonly #stopPrograms = (): void => this.#programs.stop();

  async #joinOrStart(): Promise<void> {
    const limit = Date.now() + START_LIMIT_MS;
    let child: ChildProcess | undefined;
    for (;;) {
      const running = findRunningServer(this.#programs.cluster);
      if (running !== undefined && running.port > 0) {
        this.#pid = running.pid;
        this.#port = running.port;
        this.#membership = await Membership.join(this.#urlOf('postgres', ADMINISTRATOR));
        if (this.#membership !== undefined) return;
      } else if (child === undefined || child.exitCode !== null || child.signalCode !== null) {
        if (child !== undefined) this.#programs.refuseHopeless();
        // A first start can fail while the children of a killed server still hold its shared memory: try again.
        // Once known, the port stays: pools of this and of other processes reconnect to it.
        const { folder, settings = [] } = this.#options;
        const port = this.#port > 0 ? this.#port : await freePort(join(folder, 'postgres.port'));
        child = this.#programs.start(port, settings);
      }
      if (Date.now() > limit) {
        throw new StartError(
          `PostgreSQL did not become ready in ${START_LIMIT_MS} ms (${this.#programs.lastWords()}). See ${this.#programs.log}.`,
        );
      }
      await sleep(50);
    }
  }

  async #createDatabase(): Promise<void> {
    const password = this.#passwords[ROLE];
    await this.#asAdministrator(async (client) => {
      // One at a time: another process may have joined at the same moment.
      await client.query('select pg_advisory_lock($1)', [ADVISORY_LOCKS.creation]);
      const role = await client.query('select 1 from pg_roles where rolname = $1', [ROLE]);
      const verb = role.rowCount === 0 ? 'create' : 'alter';
      await client.query(`${verb} role ${ROLE} login nosuperuser password '${password}'`);
      const found = await client.query('select 1 from pg_database where datname = $1', [DATABASE]);
      if (found.rowCount === 0) await client.query(`create database ${DATABASE} owner ${ROLE}`);
    });
  }

  async #asAdministrator<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
    const client = new pg.Client({ connectionString: this.#urlOf('postgres', ADMINISTRATOR) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  #look(): void {
    if (this.#closed || this.#reviving !== undefined) return;
    const alive = isAlive(this.#pid);
    if (alive && this.#membership?.lost === false) return;
    if (!alive) this.#options.onRestart?.(`PostgreSQL (process ${this.#pid}) is gone; starting it again.`);
    this.#reviving = this.#joinOrStart()
      .catch((error: unknown) => this.#options.onRestart?.(String(error)))
      .finally(() => {
        this.#reviving = undefined;
      });
  }

  /** Call after every pool is closed. Stops the server unless another process still uses it. */
  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    clearInterval(this.#watch);
    await this.#reviving;
    const isLast = isAlive(this.#pid) && (await this.#leave());
    // SIGINT is PostgreSQL's fast shutdown: open transactions are rolled back, everything committed is on disk.
    if (isLast) process.kill(this.#pid, 'SIGINT');
    const limit = Date.now() + STOP_LIMIT_MS;
    while (isLast && isAlive(this.#pid) && Date.now() < limit) await sleep(20);
    await this.#membership?.close();
    process.removeListener('exit', this.#stopPrograms);
  }

  /** Whether this process was the last to use the server. */
  async #leave(): Promise<boolean> {
    if (this.#membership?.lost !== false) {
      this.#membership = await Membership.join(this.#urlOf('postgres', ADMINISTRATOR)).catch(() => undefined);
    }
    return (await this.#membership?.leave()) === true;
  }
}

function newPassword(): string {
  return randomBytes(24).toString('hex');
}
