import { type ChildProcess, spawn } from 'node:child_process';
import {
  chownSync,
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { StartError } from '../../base/start-error.js';
import { findBinaries, type PostgresBinaries } from './binaries.js';
import { chooseIdentity, type Identity, spawnAccount } from './identity.js';

const GIVES_UP = /(?:FATAL|PANIC): .*/;

/** Runs the programs of PostgreSQL on a cluster, as the account that may, and keeps what they say in a log. */
export class ServerPrograms {
  /** The folder that the server works in. */
  readonly cluster: string;
  /** Path of the log. */
  readonly log: string;
  readonly #folder: string;
  readonly #binaries: PostgresBinaries;
  readonly #identity: Identity;
  /** Length of the log of earlier starts. */
  readonly #logStart: number;
  /** Programs that this process has started and that still run. */
  readonly #children = new Set<ChildProcess>();

  constructor(folder: string) {
    this.#folder = folder;
    this.cluster = join(folder, 'postgres');
    this.log = join(folder, 'postgres.log');
    this.#binaries = findBinaries();
    this.#identity = chooseIdentity(folder, [this.#binaries.postgres, folder]);
    this.#logStart = existsSync(this.log) ? statSync(this.log).size : 0;
  }

  async initialise(folder: string, administrator: string, password: string): Promise<void> {
    const passwordFile = `${folder}.password`;
    writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
    if (this.#identity.uid !== undefined && this.#identity.gid !== undefined) {
      chownSync(folder, this.#identity.uid, this.#identity.gid);
      chownSync(passwordFile, this.#identity.uid, this.#identity.gid);
    }
    try {
      const child = this.#spawn(this.#binaries.initdb, [
        `--pgdata=${folder}`,
        `--username=${administrator}`,
        `--pwfile=${passwordFile}`,
        '--auth=scram-sha-256',
        '--encoding=UTF8',
        // Byte order everywhere: the same on every system, and what LIKE and unique indexes need.
        '--locale=C',
      ]);
      const code = await exitOf(child);
      if (code !== 0) {
        this.refuseHopeless();
        throw new StartError(`initdb ended with ${code}. See ${this.log}.`);
      }
    } finally {
      rmSync(passwordFile, { force: true });
    }
  }

  /** @param further settings, `name=value` */
  start(port: number, further: readonly string[]): ChildProcess {
    const settings = [
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=200',
      'shared_buffers=128MB',
      'timezone=UTC',
      ...further,
    ];
    const child = this.#spawn(this.#binaries.postgres, [
      '-D',
      this.cluster,
      '-p',
      String(port),
      ...settings.flatMap((setting) => ['-c', setting]),
    ]);
    child.unref();
    return child;
  }

  stop(): void {
    for (const child of this.#children) child.kill('SIGINT');
  }

  /** Trying again does not help for some reasons; the server says them nowhere but in its log. */
  refuseHopeless(): void {
    const said = this.#said();
    if (said.includes('No space left on device')) {
      throw new StartError(
        `There is no space left on the disk of ${this.#folder}: PostgreSQL cannot start. Make room and start again.`,
      );
    }
    if (said.includes('database files are incompatible with server')) {
      throw new StartError(
        `${this.cluster} was made by another version of PostgreSQL. Start the release of Kotobashi that made it, ` +
          'take a backup (kotobashi backup), and restore it with this one into an empty folder.',
      );
    }
  }

  /** What the server said last before it gave up, for whoever looks for the reason. */
  lastWords(): string {
    const line = this.#said()
      .split('\n')
      .findLast((each) => GIVES_UP.test(each));
    return GIVES_UP.exec(line ?? '')?.[0].replace(/\s+/g, ' ') ?? 'its log says nothing';
  }

  /** The log since this process began. */
  #said(): string {
    return existsSync(this.log) ? readFileSync(this.log).subarray(this.#logStart).toString() : '';
  }

  /** The server writes to a file, not to a pipe: a pipe would break when we are killed and it lives on. */
  #spawn(program: string, args: readonly string[]): ChildProcess {
    const log = openSync(this.log, 'a', 0o600);
    const [command, commandArgs] = this.#identity.wrap(program, args);
    const child = spawn(command, commandArgs, {
      ...spawnAccount(this.#identity),
      cwd: dirname(program),
      // Its own process group: Ctrl-C in the terminal must reach us only, so that requests drain before it stops.
      detached: true,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' },
    });
    closeSync(log);
    this.#children.add(child);
    child.once('exit', () => this.#children.delete(child));
    return child;
  }
}

function exitOf(child: ChildProcess): Promise<number | null> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code));
  });
}
