import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const THREAD_FAULTS = new URL('thread-faults.js', import.meta.url).href;
const RESTART_MS = 300;
const LAST_WORDS = 4000;

/** A process of the service under a supervisor that starts it again whenever it ends, as an operator's would. */
export class Program {
  readonly #command: 'serve' | 'worker';
  readonly #environment: Readonly<Record<string, string>>;
  readonly #launcher: readonly string[];
  #root = ROOT;
  #child: ChildProcess | undefined;
  /** When it was started last, by the clock of `performance.now()`. */
  startedAt = 0;
  #expected = false;
  #closed = false;
  #ready: Promise<void> = Promise.resolve();
  /** Last words whenever it ended by itself after it had started: a service must outlive the absence of its database. */
  readonly crashes: string[] = [];
  /** The end of what it logged. */
  log = '';

  /** @param launcher a program, with its arguments, that runs the one whose command line follows */
  constructor(
    command: 'serve' | 'worker',
    environment: Readonly<Record<string, string>>,
    launcher: readonly string[] = [],
  ) {
    this.#command = command;
    this.#environment = environment;
    this.#launcher = launcher;
    this.#start();
  }

  #start(): void {
    this.#expected = false;
    this.startedAt = performance.now();
    const [program = process.execPath, ...args] = [...this.#launcher, process.execPath];
    const child = spawn(program, [...args, 'bin/kotobashi.js', this.#command], {
      cwd: this.#root,
      env: { PATH: process.env.PATH ?? '', NODE_OPTIONS: `--import=${THREAD_FAULTS}`, ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let lastWords = '';
    child.stderr?.on('data', (text: Buffer) => {
      lastWords = (lastWords + text.toString()).slice(-LAST_WORDS);
    });
    this.#child = child;
    let isReady = false;
    this.#ready = new Promise((resolve) => {
      child.stdout?.on('data', (text: Buffer) => {
        this.log = (this.log + text.toString()).slice(-LAST_WORDS);
        if (!/listens at|works in the background/.test(text.toString())) return;
        isReady = true;
        resolve();
      });
      child.once('exit', () => resolve());
    });
    child.once('exit', () => {
      if (isReady && !this.#expected) this.crashes.push(lastWords);
      this.#child = undefined;
      if (!this.#closed) setTimeout(() => this.#closed || this.#start(), RESTART_MS);
    });
  }

  /** Resolves when it has started and works. */
  async ready(): Promise<void> {
    for (;;) {
      await this.#ready;
      if (this.#child !== undefined) return;
      await sleep(RESTART_MS);
    }
  }

  /** Process id while it runs. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Its threads end, and it goes on: see `thread-faults.js`. */
  killThreads(): void {
    this.#child?.kill('SIGUSR2');
  }

  /** kill -9, or a polite stop. The supervisor starts it again. */
  kill(signal: 'SIGKILL' | 'SIGTERM'): void {
    this.#expected = true;
    this.#child?.kill(signal);
  }

  /** Ends it, and resolves when its successor works; from another folder, for another version of the program. */
  async replace(signal: 'SIGKILL' | 'SIGTERM', root = this.#root): Promise<void> {
    this.#root = root;
    const child = this.#child;
    if (child !== undefined) {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      this.kill(signal);
      await ended;
    }
    await this.ready();
  }

  async close(): Promise<void> {
    this.#closed = true;
    const child = this.#child;
    if (child === undefined || child.exitCode !== null) return;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    this.kill('SIGTERM');
    await Promise.race([ended, sleep(30_000).then(() => child.kill('SIGKILL'))]);
    await ended;
  }
}
