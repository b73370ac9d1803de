import { Failure } from '../failure.js';

/** What can be wrong with a file, each with a sentence for the person who sent it. */
export const FILE_PROBLEMS = {
  empty: 'The file is empty. Send a file that holds text.',
  unknown: 'This kind of file is not translated. The list of formats is in docs/files.md.',
  broken:
    'The file is damaged or was cut off on its way. Open and save it again in the program that made it.',
  mismatch: 'The content of the file does not fit its name. Send it with the ending of its real format.',
  macros:
    'The file holds macros, and its ending is that of a file without any. Send it as docm, xlsm or pptm, or save it without them.',
  encrypted: 'The file is protected by a password. Remove the password and send it again.',
  legacyOffice: 'This is a file of an old Office format. Save it as docx, xlsx or pptx and send it again.',
  tooLarge: 'The file holds more than can be translated at once. Split it and send the parts.',
  bomb: 'The archive unpacks to far more than its size and was refused.',
  documentType: 'The file declares a document type with entities, which is refused. Remove the DOCTYPE.',
  encoding: 'The text of the file is in no known encoding. Save it as UTF-8.',
  noText: 'The file holds no text to translate.',
  scanned:
    'The PDF holds pages without text, as a scanner makes them. Run text recognition (OCR) on it and send it again.',
  textBehindPicture:
    'The PDF shows pictures of its pages with recognized text behind them; pictures cannot be translated. Ask for a Word document (pdfOutput=docx).',
  tooSlow: 'The file is too complex to be read in the time allowed. Split it and send the parts.',
} as const;

export type FileProblem = keyof typeof FILE_PROBLEMS;

/** A file that cannot be translated. Plain enough to be sent between threads by its name. */
export class FileRefused extends Error {
  constructor(
    readonly problem: FileProblem,
    options: { readonly cause?: unknown } = {},
  ) {
    super(FILE_PROBLEMS[problem], options);
    this.name = 'FileRefused';
  }
}

export function failureOfFile(problem: FileProblem): Failure {
  return new Failure('requestInvalid', {
    message: FILE_PROBLEMS[problem],
    ...(problem === 'tooLarge' && { status: 413 }),
    ...(problem === 'unknown' && { status: 415 }),
  });
}
