/** Values in capitals without a blank, as programs have them: HEADER, VARCHAR, IN, US, A-1. */
const CODE = /^[A-Z0-9][A-Z0-9_./+-]{0,19}$/;
/** As few rows as make a column and not a label. */
const FEWEST = 2;
/** A stray word among many codes makes no language of them. */
const SHARE = 0.9;

/** Gathers the texts of a table by column and tells which columns hold codes: those are data and stay. */
export class CodeColumns {
  readonly #columns = new Map<string, { codes: number; texts: number }>();

  /** @param column any name of a column that is its own; the first text of it is its header */
  add(column: string, text: string): void {
    const trimmed = text.trim();
    if (!/\p{L}/u.test(trimmed)) return;
    const known = this.#columns.get(column);
    if (known === undefined) this.#columns.set(column, { codes: 0, texts: 0 });
    else {
      known.texts += 1;
      if (CODE.test(trimmed)) known.codes += 1;
    }
  }

  /** Whether a text of a column is a code. */
  isCode(column: string, text: string): boolean {
    const { codes = 0, texts = 0 } = this.#columns.get(column) ?? {};
    return texts >= FEWEST && codes >= texts * SHARE && CODE.test(text.trim());
  }
}
