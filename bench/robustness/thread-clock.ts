import { readdirSync, readFileSync } from 'node:fs';

/** Places of user time, system time and priority among the words behind the name of a thread: proc(5). */
const USER_TIME = 11;
const SYSTEM_TIME = 12;
const NICE = 16;
const TICKS_PER_SECOND = 100;
const LOOK_MS = 100;

/**
 * Watches the processor time of the threads of another process that work in the background: those with a lower priority
 * than the process itself. Threads come and go, so they are looked at all the while.
 */
export class ThreadClock {
  readonly #pid: number;
  readonly #first = new Map<string, number>();
  readonly #timer: NodeJS.Timeout;
  #worst = 0;

  constructor(pid: number) {
    this.#pid = pid;
    this.#look();
    this.#timer = setInterval(() => this.#look(), LOOK_MS);
  }

  /** Most seconds that one thread has computed since the last time this was asked. */
  worst(): number {
    this.#look();
    const worst = this.#worst;
    this.#worst = 0;
    this.#first.clear();
    this.#look();
    return worst;
  }

  stop(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    const folder = `/proc/${this.#pid}/task`;
    const usual = nice(wordsOf(`/proc/${this.#pid}/stat`));
    for (const thread of readdirSync(folder)) {
      const words = wordsOf(`${folder}/${thread}/stat`);
      if (words === undefined || nice(words) <= usual) continue;
      const seconds = (Number(words[USER_TIME]) + Number(words[SYSTEM_TIME])) / TICKS_PER_SECOND;
      const first = this.#first.get(thread);
      if (first === undefined) this.#first.set(thread, seconds);
      this.#worst = Math.max(this.#worst, seconds - (first ?? seconds));
    }
  }
}

function nice(words: readonly string[] | undefined): number {
  return Number(words?.[NICE] ?? 0);
}

/** Undefined where the thread has ended meanwhile. */
function wordsOf(path: string): readonly string[] | undefined {
  try {
    const line = readFileSync(path, 'utf8');
    return line.slice(line.lastIndexOf(')') + 2).split(' ');
  } catch {
    return undefined;
  }
}
