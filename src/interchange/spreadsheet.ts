import { Failure } from '../base/failure.js';
import type { CellRow } from './pair.js';
import { SheetDates } from './sheet-dates.js';
import { BadXml, type XmlEvents, XmlReader } from './xml-reader.js';
import { BadArchive, ZipArchive } from './zip-archive.js';

/** All parts of a workbook together when unpacked; the file itself is bounded by the caller. */
const MAX_UNPACKED_BYTES = 200 * 1024 * 1024;
/** What a sheet of the format can have. */
const MAX_ROWS = 1_048_576;
/** A table of pairs has a handful. */
const MAX_COLUMNS = 256;
const MAX_CELLS = 4_000_000;
/** Of one cell, in the format. */
const MAX_CELL_CHARS = 32_767;
/** Texts that cells refer to by number are the only thing kept in memory. */
const MAX_SHARED_STRINGS = 1_000_000;
const MAX_SHARED_CHARS = 32 * 1024 * 1024;
/** The rows of the first sheet, one by one. Numbers come as they are written, dates as `YYYY-MM-DD`. */
export async function* readSpreadsheet(bytes: Uint8Array): AsyncGenerator<CellRow> {
  try {
    const archive = new ZipArchive(bytes, MAX_UNPACKED_BYTES);
    const dates = new SheetDates();
    const sheet = await firstSheet(archive, dates);
    await readPart(archive, 'xl/styles.xml', dates.styleEvents);
    const shared = new SharedStrings();
    await readPart(archive, 'xl/sharedStrings.xml', shared.events);
    const rows = new SheetRows(shared, dates);
    const reader = new XmlReader(rows.events);
    const decoder = new TextDecoder('utf-8', { fatal: true });
    for await (const piece of archive.read(sheet)) {
      reader.write(decoder.decode(piece, { stream: true }));
      yield* rows.taken();
    }
    reader.end();
    yield* rows.taken();
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    if (cause instanceof BadArchive && cause.tooLarge) {
      throw tooLarge('The workbook is too large when unpacked. Split it, or send it as TSV.');
    }
    // A TypeError is what the decoder throws for bytes that are not UTF-8.
    if (cause instanceof BadArchive || cause instanceof BadXml || cause instanceof TypeError) {
      throw new Failure('requestInvalid', {
        message:
          'The file is not a readable XLSX workbook. Save it again as .xlsx, or send it as TSV or CSV.',
        cause,
      });
    }
    throw cause;
  }
}

function tooLarge(message: string): Failure {
  return new Failure('requestInvalid', { status: 413, message });
}

async function readPart(archive: ZipArchive, name: string, events: XmlEvents): Promise<void> {
  if (!archive.names.includes(name)) return;
  const reader = new XmlReader(events);
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const piece of archive.read(name)) reader.write(decoder.decode(piece, { stream: true }));
  reader.end();
}

/** The part that holds the first sheet: by the workbook's list, else by the usual name. */
async function firstSheet(archive: ZipArchive, dates: SheetDates): Promise<string> {
  let relation: string | undefined;
  await readPart(archive, 'xl/workbook.xml', {
    open: (name, attributes) => {
      if (name === 'workbookPr') dates.date1904 = ['1', 'true'].includes(attributes.date1904 ?? '');
      if (name === 'sheet') relation ??= attributes['r:id'];
    },
  });
  let target: string | undefined;
  await readPart(archive, 'xl/_rels/workbook.xml.rels', {
    open: (name, attributes) => {
      if (name === 'Relationship' && attributes.Id === relation) target ??= attributes.Target;
    },
  });
  const path = target?.startsWith('/') === true ? target.slice(1) : `xl/${target ?? 'worksheets/sheet1.xml'}`;
  if (!archive.names.includes(path)) throw new BadArchive(false);
  return path;
}

/** `<si>` elements: plain or rich text; phonetic guides are left out. */
class SharedStrings {
  readonly #texts: string[] = [];
  #current = '';
  #chars = 0;
  #inText = false;
  #inGuide = false;

  readonly events: XmlEvents = {
    open: (name) => {
      if (name === 'si') this.#current = '';
      else if (name === 'rPh') this.#inGuide = true;
      else if (name === 't') this.#inText = !this.#inGuide;
    },
    text: (text) => {
      if (this.#inText) this.#current += text;
    },
    close: (name) => {
      if (name === 't') this.#inText = false;
      else if (name === 'rPh') this.#inGuide = false;
      else if (name === 'si') this.#add();
    },
  };

  at(index: string): string {
    return this.#texts[Number(index)] ?? '';
  }

  #add(): void {
    this.#chars += this.#current.length;
    this.#texts.push(this.#current);
    if (this.#texts.length > MAX_SHARED_STRINGS || this.#chars > MAX_SHARED_CHARS) {
      throw tooLarge('The workbook holds more text than can be read at once. Split it, or send it as TSV.');
    }
  }
}

/** The cell that is being read. */
interface Cell {
  readonly column: number;
  readonly type: string;
  readonly format: string | undefined;
  text: string;
}

/** `<row>` and `<c>` elements, made into rows of cells. */
class SheetRows {
  readonly #shared: SharedStrings;
  readonly #dates: SheetDates;
  #ready: CellRow[] = [];
  #line = 0;
  #cells: string[] = [];
  #cell: Cell | undefined;
  #inValue = false;
  #inGuide = false;
  #count = 0;
  #widest = 0;

  constructor(shared: SharedStrings, dates: SheetDates) {
    this.#shared = shared;
    this.#dates = dates;
  }

  /** Rows that are complete; each is given once. */
  taken(): readonly CellRow[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  readonly events: XmlEvents = {
    open: (name, attributes) => {
      if (name === 'row') this.#openRow(attributes.r);
      else if (name === 'c') this.#openCell(attributes);
      else if (name === 'rPh') this.#inGuide = true;
      else if (name === 'v' || name === 't') this.#inValue = this.#cell !== undefined && !this.#inGuide;
    },
    text: (text) => {
      const cell = this.#cell;
      if (!this.#inValue || cell === undefined) return;
      cell.text += text;
      if (cell.text.length > MAX_CELL_CHARS) {
        throw tooLarge(`Row ${this.#line} has a cell of more than ${MAX_CELL_CHARS} characters. Shorten it.`);
      }
    },
    close: (name) => {
      if (name === 'row') this.#closeRow();
      else if (name === 'c') this.#closeCell();
      else if (name === 'rPh') this.#inGuide = false;
      else if (name === 'v' || name === 't') this.#inValue = false;
    },
  };

  #openRow(number: string | undefined): void {
    const line = number === undefined ? this.#line + 1 : Number(number);
    if (!Number.isInteger(line) || line <= this.#line || line > MAX_ROWS) {
      throw new BadXml('The rows of the sheet are not in order.');
    }
    this.#line = line;
    this.#cells = [];
  }

  #openCell({ r, t, s }: Readonly<Record<string, string>>): void {
    this.#count += 1;
    if (this.#count > MAX_CELLS) {
      throw tooLarge(`The sheet has more than ${MAX_CELLS} cells. Split it, or send it as TSV.`);
    }
    const column = r === undefined ? this.#cells.length : columnOf(r);
    if (column >= MAX_COLUMNS) {
      throw new Failure('requestInvalid', {
        message: `Row ${this.#line} has a cell beyond the first ${MAX_COLUMNS} columns. Delete what does not belong to the table.`,
      });
    }
    this.#cell = { column, type: t ?? 'n', format: s, text: '' };
  }

  #closeCell(): void {
    const cell = this.#cell;
    this.#cell = undefined;
    if (cell === undefined) return;
    while (this.#cells.length < cell.column) this.#cells.push('');
    this.#cells[cell.column] = this.#shown(cell);
  }

  #shown({ type, text, format }: Cell): string {
    switch (type) {
      case 's':
        return this.#shared.at(text);
      case 'b':
        return text === '1' ? 'true' : 'false';
      case 'e':
        return '';
      case 'd':
        return text.slice(0, 10);
      case 'n':
        return this.#dates.show(text, format);
      default:
        return text;
    }
  }

  /** Cells at the end of a row that are empty are not written down; a row has those of the widest one so far. */
  #closeRow(): void {
    if (this.#cells.every((cell) => cell.trim() === '')) return;
    this.#widest = Math.max(this.#widest, this.#cells.length);
    while (this.#cells.length < this.#widest) this.#cells.push('');
    this.#ready.push({ kind: 'cells', line: this.#line, cells: this.#cells });
  }
}

/** `BC12` → 54; letters beyond the third are no column of a sheet. */
function columnOf(address: string): number {
  const letters = /^[A-Z]{1,3}(?=\d)/.exec(address)?.[0];
  if (letters === undefined) throw new BadXml('A cell has no address.');
  let column = 0;
  for (const letter of letters) column = column * 26 + letter.charCodeAt(0) - 64;
  return column - 1;
}
