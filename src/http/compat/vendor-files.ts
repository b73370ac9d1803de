import { extname } from 'node:path';
import type { FastifyRequest } from 'fastify';
import type { Formality } from '../../base/engine.js';
import { Failure } from '../../base/failure.js';
import type { FileItemId, TranslateId } from '../../base/ids.js';
import type { PdfOutput } from '../../documents/formats.js';
import type { SentFile } from '../../files/file-requests.js';
import { callerOf } from '../caller/authentication.js';
import { traceOf } from '../metrics/traced-requests.js';
import type { Parts } from '../parts.js';
import { contractNamed, vendorDefaults } from './vendor-translation.js';

/** A file to translate as the clients of other vendors send it: one, into one language. */
export interface VendorFile {
  readonly file: SentFile | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly glossaries?: string | undefined;
  readonly formality?: Formality | undefined;
  /** Ending of the file that is wanted. */
  readonly outputFormat?: string | undefined;
}

/** Takes a file in; it is an ordinary file translation from here on. */
export async function submitFile(
  parts: Parts<'fileRequests' | 'fileResults' | 'languages' | 'resolver'>,
  request: FastifyRequest,
  { file, from = '', to = '', glossaries, formality, outputFormat }: VendorFile,
): Promise<{ readonly translateId: TranslateId; readonly itemId: FileItemId }> {
  const { fileRequests, fileResults, languages, resolver } = parts;
  if (file === undefined)
    throw new Failure('requestInvalid', { message: 'The file is missing from the form.' });
  if (to.trim() === '') throw new Failure('requestInvalid', { message: 'The target language is missing.' });
  const pdfOutput = pdfOutputOf(file.name, outputFormat);
  const caller = callerOf(request);
  const body = {
    ...vendorDefaults(request),
    sourceLang: languages.codeOf(from.trim() === '' ? 'auto' : from.trim()),
    targetLang: languages.codeOf(to.trim()),
    ...(formality !== undefined && { formality }),
  };
  const accepted = await resolver
    .acceptFile(caller, body, { glossaries, ...traceOf(request) })
    .catch((error: unknown) => Promise.reject(contractNamed(error)));
  const translateId = await fileRequests.submit(caller, [file], [accepted], { pdfOutput });
  const [item] = (await fileResults.find(caller, translateId))?.items ?? [];
  if (item === undefined) throw new Error('A file that was taken in is not there.');
  return { translateId, itemId: item.translateItemId };
}

/** Files come back in the format they were sent in; of a PDF, a Word file may be asked for. */
function pdfOutputOf(name: string, outputFormat: string | undefined): PdfOutput {
  const sent = extname(name).slice(1).toLowerCase();
  const wanted = outputFormat?.trim().toLowerCase() || sent;
  if (wanted === sent) return 'pdf';
  if (sent === 'pdf' && wanted === 'docx') return 'docx';
  throw new Failure('argumentInvalid', {
    message: 'Files come back in the format they were sent in: leave the output format out.',
  });
}
