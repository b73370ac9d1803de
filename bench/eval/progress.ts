import type { WriteStream } from 'node:tty';

const BAR_CELLS = 30;

/** A progress bar on a terminal; only whole lines when the output goes to a file. */
export class Progress {
  private done = 0;
  private readonly started = performance.now();

  constructor(
    private readonly total: number,
    private readonly stream: WriteStream = process.stderr,
  ) {}

  advance(count: number): void {
    this.done += count;
    if (!this.stream.isTTY) return;
    const share = this.total === 0 ? 1 : this.done / this.total;
    const filled = Math.round(BAR_CELLS * share);
    const leftSeconds = ((performance.now() - this.started) * (1 / share - 1)) / 1000;
    const bar = '█'.repeat(filled) + '░'.repeat(BAR_CELLS - filled);
    this.stream.write(
      `\r${bar} ${this.done}/${this.total} sentences, ${Math.round(leftSeconds)} s left \x1b[K`,
    );
  }

  /** A line that stays, above the bar: long runs show what they have so far, also in a log. */
  say(line: string): void {
    this.close();
    this.stream.write(`${line}\n`);
  }

  close(): void {
    if (this.stream.isTTY) this.stream.write('\r\x1b[K');
  }
}
