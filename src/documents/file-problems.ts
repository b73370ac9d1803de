import { Failure } from '../base/failure.js';

/** What can be wrong with a file, each with a sentence for the person who sent it. */
export const FILE_PROBLEMS = {
  empty: 'The file is empty. Send a file that holds text.',
  unknown: 'This kind of file is not translated. The list of formats is in docs/guides/files.md.',
  broken:
    'The file is damaged or was cut off on its way. Open and save it again in the program that made it.',
  mismatch: 'The content of the file does not fit its name. Send it with the ending of its real format.',
  macros:
    'The file holds macros, and its ending is that of a file without any. Send it as docm, xlsm or pptm, or save it without them.',
  encrypted: 'The file is protected by a password. Remove the password and send it again.',
  legacyOffice: 'This is a file of an old Office format. Save it as docx, xlsx or pptx and send it again.',
  tooLarge: 'The file holds more than can be translated at once. Split it and send the parts.',
  bomb: 'The archive unpacks to far more than its size and was refused. Save the file again in the program that made it.',
  documentType: 'The file declares a document type with entities, which is refused. Remove the DOCTYPE.',
  encoding: 'The text of the file is in no known encoding, or it is no text. Save it as UTF-8.',
  noText:
    'The file holds no text to translate. Text in pictures is not read: send a file that holds it as text.',
  scanned:
    'The PDF holds pages without text, as a scanner makes them. Run text recognition (OCR) on it and send it again.',
  textBehindPicture:
    'The PDF shows pictures of its pages with recognized text behind them; pictures cannot be translated. Ask for a Word document (pdfOutput=docx).',
  tooDeep: 'The file is nested deeper than any program writes. Flatten it and send it again.',
  tooComplex:
    'The PDF asks for more drawing than a page of paper can hold. Print it to a new PDF and send that one.',
  unforeseen:
    'The file could not be read, for a reason that nobody foresaw. Save it again in the program that made it; if that does not help, give support the file.',
  tooSlow: 'The file is too complex to be read in the time allowed. Split it and send the parts.',
} as const;

export type FileProblem = keyof typeof FILE_PROBLEMS;

/** Where a text file is damaged, and how; lines and columns count from 1. */
export interface DamagedPlace {
  readonly line: number;
  readonly column: number;
  /** What the reader of the format says about it, without a full stop. */
  readonly reason?: string;
}

/** The line and column of an offset. */
export function placeIn(text: string, offset: number, reason?: string): DamagedPlace {
  const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
  const column = (lines.at(-1)?.length ?? 0) + 1;
  return { line: lines.length, column, ...(reason !== undefined && { reason }) };
}

interface RefusalOptions {
  readonly cause?: unknown;
  /** Of a `broken` file whose reader can tell. */
  readonly place?: DamagedPlace;
}

/** A file that cannot be translated. Plain enough to be sent between threads by its name. */
export class FileRefused extends Error {
  readonly #place: DamagedPlace | undefined;

  constructor(
    readonly problem: FileProblem,
    { cause, place }: RefusalOptions = {},
  ) {
    super(sentenceOf(problem, place), cause === undefined ? {} : { cause });
    this.name = 'FileRefused';
    this.#place = place;
  }

  /** The same for the person who sent the file. */
  get failure(): Failure {
    return failureOfFile(this.problem, this.#place);
  }
}

export function failureOfFile(problem: FileProblem, place?: DamagedPlace): Failure {
  return new Failure('requestInvalid', {
    message: sentenceOf(problem, place),
    ...(problem === 'tooLarge' && { status: 413 }),
    ...(problem === 'unknown' && { status: 415 }),
  });
}

function sentenceOf(problem: FileProblem, place: DamagedPlace | undefined): string {
  if (place === undefined) return FILE_PROBLEMS[problem];
  const { line, column, reason } = place;
  const why = reason === undefined ? '' : `: ${reason}`;
  return `The file is damaged at line ${line}, column ${column}${why}. Correct that place and send the file again.`;
}
