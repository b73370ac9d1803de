/** A text that was translated, as it can be taken up again. */
export interface PastTranslation {
  readonly id: number;
  readonly source: string;
  readonly target: string;
  readonly from: string;
  readonly to: string;
}

const MOST_KEPT = 50;

/** What was translated in this tab, newest first: in memory, and gone with the tab. */
export class History {
  #entries: readonly PastTranslation[] = [];
  #lastId = 0;

  get entries(): readonly PastTranslation[] {
    return this.#entries;
  }

  /** A text that goes on where the last one stood takes its place. */
  add(entry: Omit<PastTranslation, 'id'>): void {
    if (entry.source.trim() === '' || entry.target.trim() === '') return;
    const [last] = this.#entries;
    const isSame = last !== undefined && last.from === entry.from && last.to === entry.to;
    const goesOn = isSame && (entry.source.startsWith(last.source) || last.source.startsWith(entry.source));
    const others = this.#entries
      .slice(goesOn ? 1 : 0)
      .filter(({ source, to }) => source !== entry.source || to !== entry.to);
    this.#lastId += 1;
    this.#entries = [{ ...entry, id: this.#lastId }, ...others].slice(0, MOST_KEPT);
  }

  clear(): void {
    this.#entries = [];
  }
}
