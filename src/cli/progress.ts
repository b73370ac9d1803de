const WIDTH = 28;
const REDRAW_MS = 100;

/** A progress bar on a terminal; silent anywhere else, so that pipes and logs stay clean. */
export class Progress {
  readonly #unit: string;
  readonly #label: string;
  readonly #stream: NodeJS.WriteStream;
  readonly #started = performance.now();
  #drawn = 0;

  /** @param label stands before the bar, where there is more than one */
  constructor(unit: string, label = '', stream: NodeJS.WriteStream = process.stderr) {
    this.#unit = unit;
    this.#label = label;
    this.#stream = stream;
  }

  /** `total` is undefined as long as nobody knows how much is to come. */
  update(done: number, total: number | undefined): void {
    const now = performance.now();
    if (!this.#stream.isTTY || now - this.#drawn < REDRAW_MS) return;
    this.#drawn = now;
    const rate = (done / Math.max(1, now - this.#started)) * 1000;
    const share = total === undefined || total === 0 ? undefined : Math.min(1, done / total);
    const full = Math.round((share ?? 0) * WIDTH);
    const bar = share === undefined ? '' : `[${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}] `;
    const count = total === undefined ? `${done}` : `${done}/${total}`;
    this.#stream.write(`\r\u001b[K${this.#label}${bar}${count} ${this.#unit}, ${rate.toFixed(1)}/s`);
  }

  /** Says what is done before there is anything to count. */
  say(stage: string): void {
    if (!this.#stream.isTTY) return;
    this.#drawn = performance.now() - REDRAW_MS;
    this.#stream.write(`\r\u001b[K${this.#label}${stage} …`);
  }

  /** Wipes the bar. */
  end(): void {
    if (this.#stream.isTTY && this.#drawn > 0) this.#stream.write('\r\u001b[K');
  }
}
