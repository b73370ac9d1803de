import { Failure } from '../base/failure.js';
import type { Lang } from '../base/lang.js';
import { canonicalLang } from './lang-tag.js';
import type { BadRow, CellRow, Pair, WantedLangs } from './pair.js';

/** Column titles that are understood, lower case and without `_`, `-` and blanks. */
const TITLES = {
  fromText: ['fromtext', 'sourcetext', 'source', 'from', 'original', '原文', '原語', '源文', '源文本'],
  toText: ['totext', 'targettext', 'target', 'to', 'translation', '訳文', '訳語', '译文', '目标文本'],
  fromLang: ['fromlang', 'sourcelang', 'sourcelanguage', '原文言語'],
  toLang: ['tolang', 'targetlang', 'targetlanguage', '訳文言語'],
} as const;

interface Layout {
  readonly fromText: number;
  readonly toText: number;
  /** A column, or the language of the whole table. */
  readonly fromLang: number | Lang;
  readonly toLang: number | Lang;
}

/**
 * What the columns of a table mean. The first row is a title row when it names both texts (`source`, `target`;
 * 原文, 訳文; `fromText`, `toText`) or holds two language codes; otherwise the first two columns are source and target.
 * Languages come from title or columns where the table has them, else from the caller.
 */
export class Columns {
  readonly #wanted: WantedLangs;
  #layout: Layout | undefined;

  constructor(wanted: WantedLangs) {
    this.#wanted = wanted;
  }

  /** The pair in a row; undefined for the title row. */
  read(row: CellRow): Pair | BadRow | undefined {
    if (this.#layout === undefined) {
      const titled = this.#titleRow(row.cells);
      this.#layout = titled ?? { fromText: 0, toText: 1, ...this.#langsOfCaller() };
      if (titled !== undefined) return undefined;
    }
    return this.#pair(row, this.#layout);
  }

  #titleRow(cells: readonly string[]): Layout | undefined {
    const titles = cells.map((cell) =>
      cell
        .trim()
        .toLowerCase()
        .replace(/[\s_-]/g, ''),
    );
    const column = (known: readonly string[]) => titles.findIndex((title) => known.includes(title));
    const fromText = column(TITLES.fromText);
    const toText = column(TITLES.toText);
    if (fromText >= 0 && toText >= 0) {
      const fromLang = column(TITLES.fromLang);
      const toLang = column(TITLES.toLang);
      if (fromLang >= 0 && toLang >= 0) return { fromText, toText, fromLang, toLang };
      return { fromText, toText, ...this.#langsOfCaller() };
    }
    return this.#languageRow(cells);
  }

  /** `ja | en`: columns headed by codes. A data row such as `no | いいえ` must not be taken for one. */
  #languageRow(cells: readonly string[]): Layout | undefined {
    const langs = cells.map((cell) => (cell.trim().length <= 10 ? canonicalLang(cell.trim()) : undefined));
    const { from, to } = this.#wanted;
    if (from !== undefined && to !== undefined) {
      const fromText = langs.indexOf(from);
      const toText = langs.indexOf(to);
      return fromText >= 0 && toText >= 0 ? { fromText, toText, fromLang: from, toLang: to } : undefined;
    }
    const [first, second] = langs;
    if (first === undefined || second === undefined || first === second) return undefined;
    return { fromText: 0, toText: 1, fromLang: first, toLang: second };
  }

  #langsOfCaller(): Pick<Layout, 'fromLang' | 'toLang'> {
    const { from, to } = this.#wanted;
    if (from === undefined || to === undefined) {
      throw new Failure('argumentMissing', {
        message:
          'The languages are missing: name them (fromLang, toLang), or head the columns with language codes.',
      });
    }
    return { fromLang: from, toLang: to };
  }

  #pair(row: CellRow, layout: Layout): Pair | BadRow {
    const bad = (reason: string): BadRow => ({ kind: 'bad', line: row.line, reason });
    const fromText = row.cells[layout.fromText];
    const toText = row.cells[layout.toText];
    if (fromText === undefined || toText === undefined) {
      return bad('the row has no second column: source and target stand in two columns');
    }
    const lang = (where: number | Lang) =>
      typeof where === 'number' ? canonicalLang((row.cells[where] ?? '').trim()) : where;
    const fromLang = lang(layout.fromLang);
    const toLang = lang(layout.toLang);
    if (fromLang === undefined || toLang === undefined) return bad('a language code is missing or not known');
    const { from = fromLang, to = toLang } = this.#wanted;
    if (fromLang !== from || toLang !== to) {
      return bad(`the row is ${fromLang} to ${toLang}, not ${from} to ${to}`);
    }
    return { fromLang, fromText, toLang, toText };
  }
}
