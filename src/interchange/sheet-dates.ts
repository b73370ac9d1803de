import type { XmlEvents } from './xml-reader.js';

/** Built-in number formats that show a date (ECMA-376 part 1, 18.8.30); 45 to 47 are times of day. */
const BUILT_IN_DATES = new Set([
  14, 15, 16, 17, 22, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 57, 58,
]);
/** Format codes hold text in quotes, in brackets and behind backslashes; a date has a year or a day in the rest. */
const NOT_CODE = /"[^"]*"|\[[^\]]*\]|\\./g;
const DAY_MS = 86_400_000;
/** Day 0 of the two calendars: Excel counts a 29 February 1900 that never was, so that real dates are one day off. */
const EPOCH_1900 = Date.UTC(1899, 11, 30);
const EPOCH_1904 = Date.UTC(1904, 0, 1);
/** 31 December 9999, the last date of a sheet. */
const LAST_DAY = 2_958_465;
/** A workbook may have 64,000 cell formats. */
const MAX_FORMATS = 65_536;

/** Which cell formats of a workbook show dates. */
export class SheetDates {
  readonly #custom = new Map<number, boolean>();
  readonly #formats: boolean[] = [];
  #inCellFormats = false;
  date1904 = false;

  /** To read `xl/styles.xml` with. */
  readonly styleEvents: XmlEvents = {
    open: (name, attributes) => {
      if (name === 'numFmt' && this.#custom.size < MAX_FORMATS) {
        const code = (attributes.formatCode ?? '').replace(NOT_CODE, '');
        this.#custom.set(Number(attributes.numFmtId), /[yd]/i.test(code));
      } else if (name === 'cellXfs') this.#inCellFormats = true;
      else if (name === 'xf' && this.#inCellFormats && this.#formats.length < MAX_FORMATS) {
        const id = Number(attributes.numFmtId);
        this.#formats.push(this.#custom.get(id) ?? BUILT_IN_DATES.has(id));
      }
    },
    close: (name) => {
      if (name === 'cellXfs') this.#inCellFormats = false;
    },
  };

  /** A number as the sheet shows it: `YYYY-MM-DD` where its format is a date, else as it is written. */
  show(number: string, format: string | undefined): string {
    const day = Number(number);
    if (format === undefined || this.#formats[Number(format)] !== true) return number;
    if (!Number.isFinite(day) || day < 0 || day > LAST_DAY) return number;
    const epoch = this.date1904 ? EPOCH_1904 : EPOCH_1900;
    return new Date(epoch + Math.floor(day) * DAY_MS).toISOString().slice(0, 10);
  }
}
