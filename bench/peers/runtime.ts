import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface, type Interface } from 'node:readline';
import type { Answer, PeerSentence, Question, Ready } from './protocol.js';

/** A runtime in a process of its own, so that its memory and its load are its own. */
export class Runtime {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #lines: AsyncIterator<string>;

  private constructor(
    child: ChildProcessWithoutNullStreams,
    lines: Interface,
    readonly name: string,
  ) {
    this.#child = child;
    this.#lines = lines[Symbol.asyncIterator]();
  }

  static async open(
    name: string,
    command: string,
    args: readonly string[],
    env: NodeJS.ProcessEnv = process.env,
  ): Promise<{ readonly runtime: Runtime; readonly loadMs: number }> {
    const child = spawn(command, args, { env });
    child.stderr.pipe(process.stderr);
    const runtime = new Runtime(child, createInterface({ input: child.stdout }), name);
    const { loadMs }: Ready = JSON.parse(await runtime.#line());
    return { runtime, loadMs };
  }

  async ask(question: Question): Promise<Answer> {
    this.#child.stdin.write(`${JSON.stringify(question)}\n`);
    return JSON.parse(await this.#line());
  }

  async alone(sentence: PeerSentence): Promise<void> {
    await this.ask({ sentences: [sentence], beam: 1, callers: 1 });
  }

  /** Most memory that was resident so far, in MB. */
  peakMb(): number {
    return this.#status(/VmHWM:\s*(\d+)/u);
  }

  /** Memory that is resident now, in MB. */
  residentMb(): number {
    return this.#status(/VmRSS:\s*(\d+)/u);
  }

  async close(): Promise<void> {
    if (this.#child.exitCode !== null) return;
    this.#child.stdin.end();
    await once(this.#child, 'exit');
  }

  #status(kilobytes: RegExp): number {
    const status = readFileSync(`/proc/${this.#child.pid}/status`, 'utf8');
    return (Number(kilobytes.exec(status)?.[1]) * 1024) / 1e6;
  }

  async #line(): Promise<string> {
    const { value, done } = await this.#lines.next();
    if (done === true) throw new Error(`${this.name} ended.`);
    return value;
  }
}
