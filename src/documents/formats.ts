import type { FileFormat } from './document.js';
import { FileRefused } from './file-problems.js';
import { CSV, TSV } from './formats/delimited.js';
import { DOCX } from './formats/docx.js';
import { GETTEXT } from './formats/gettext.js';
import { HTML } from './formats/html.js';
import { ARB, JSON_FILE } from './formats/json.js';
import { MARKDOWN } from './formats/markdown.js';
import { ODP, ODS, ODT } from './formats/odf.js';
import { PDF, PDF_TO_WORD } from './formats/pdf.js';
import { PPTX } from './formats/pptx.js';
import { PROPERTIES } from './formats/properties.js';
import { RESX } from './formats/resx.js';
import { STRINGS } from './formats/strings.js';
import { SRT, VTT } from './formats/subtitles.js';
import { TMX } from './formats/tmx.js';
import { TXT } from './formats/txt.js';
import { XLIFF } from './formats/xliff.js';
import { XLSX } from './formats/xlsx.js';
import { YAML } from './formats/yaml.js';

/** Every format, in the order in which the documentation lists them. To add one: write it, and name it here. */
export const FORMATS: readonly FileFormat[] = [
  DOCX,
  XLSX,
  PPTX,
  ODT,
  ODS,
  ODP,
  PDF,
  PDF_TO_WORD,
  HTML,
  MARKDOWN,
  TXT,
  CSV,
  TSV,
  SRT,
  VTT,
  XLIFF,
  TMX,
  GETTEXT,
  JSON_FILE,
  ARB,
  YAML,
  PROPERTIES,
  STRINGS,
  RESX,
];

const BY_EXTENSION = new Map(
  FORMATS.flatMap((format) => format.extensions.map((ending) => [ending, format])),
);
/** Formats of binary Office files; password-protected new ones come in the same container. */
const OLD_OFFICE = new Set(['doc', 'xls', 'ppt', 'dot', 'pps', 'xlt']);
const OLE_CONTAINER = [0xd0, 0xcf, 0x11, 0xe0];
const ZIP = [0x50, 0x4b];
const PDF_MARK = [0x25, 0x50, 0x44, 0x46];
/** Endings of formats that may hold macros; they are kept and never run. In any other a file of macros does not belong. */
const WITH_MACROS = new Set(['docm', 'xlsm', 'pptm']);
const MACROS = 'vbaProject.bin';
const ARCHIVES: ReadonlySet<FileFormat> = new Set([DOCX, XLSX, PPTX, ODT, ODS, ODP]);

/** What a PDF becomes. */
export const PDF_OUTPUTS = ['pdf', 'docx'] as const;
export type PdfOutput = (typeof PDF_OUTPUTS)[number];

/**
 * The format of a file by its name, after a first look at its bytes.
 *
 * @example
 * formatOf('report.docx', bytes).id // 'docx'
 */
export function formatOf(name: string, bytes: Uint8Array, pdfOutput: PdfOutput = 'pdf'): FileFormat {
  const ending = /\.([^./\\]{1,12})$/.exec(name)?.[1]?.toLowerCase() ?? '';
  const format = BY_EXTENSION.get(ending);
  const begins = (magic: readonly number[]) => magic.every((byte, index) => bytes[index] === byte);
  if (OLD_OFFICE.has(ending)) throw new FileRefused('legacyOffice');
  if (format === undefined) throw new FileRefused('unknown');
  if (bytes.length === 0) throw new FileRefused('empty');
  if (format === PDF && !begins(PDF_MARK)) throw new FileRefused('mismatch');
  if (ARCHIVES.has(format)) {
    if (begins(OLE_CONTAINER)) throw new FileRefused('encrypted');
    if (!begins(ZIP)) throw new FileRefused('mismatch');
    // Names of parts stand in an archive as they are.
    if (!WITH_MACROS.has(ending) && asBuffer(bytes).includes(MACROS)) throw new FileRefused('macros');
  } else if (begins(ZIP) || begins(OLE_CONTAINER)) throw new FileRefused('mismatch');
  return format === PDF && pdfOutput === 'docx' ? PDF_TO_WORD : format;
}

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** The same for a door: what is wrong with the file is a failure of the caller. */
export function checkedFormat(...args: Parameters<typeof formatOf>): FileFormat {
  try {
    return formatOf(...args);
  } catch (error) {
    throw error instanceof FileRefused ? error.failure : error;
  }
}

/** The format of this id, as it was stored. */
export function formatById(id: string): FileFormat {
  const format = FORMATS.find((one) => one.id === id);
  if (format === undefined) throw new FileRefused('unknown');
  return format;
}
