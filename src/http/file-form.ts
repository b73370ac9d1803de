import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../failure.js';
import type { SentFile } from '../files/file-requests.js';
import type { ApiInstance } from './parts.js';
import { checkSignedBody, digestAlong } from './signed-body.js';

/** A form with files, read as a whole. */
export interface FileForm {
  readonly files: readonly SentFile[];
  readonly texts: ReadonlyMap<string, string>;
}

const MOST_FILES = 50;
const MOST_TEXTS = 30;
const LONGEST_TEXT = 64 * 1024;
const LONGEST_NAME = 255;

export async function registerForms(app: ApiInstance, fileBytes: number): Promise<void> {
  await app.register(multipart, {
    limits: {
      files: MOST_FILES,
      fileSize: fileBytes,
      fields: MOST_TEXTS,
      fieldSize: LONGEST_TEXT,
    },
  });
}

/** Reads a form to its end; whoever signed it signed these bytes. */
export async function readFiles(request: FastifyRequest): Promise<FileForm> {
  if (!request.isMultipart()) {
    throw new Failure('requestInvalid', { status: 415, message: 'Send multipart/form-data with files.' });
  }
  const files: SentFile[] = [];
  const texts = new Map<string, string>();
  const digest = digestAlong(request.raw);
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') files.push({ name: fileName(part.filename), content: await part.toBuffer() });
      else if (typeof part.value === 'string') texts.set(part.fieldname, part.value);
    }
  } catch (cause) {
    if (isTooLarge(cause)) {
      throw new Failure('requestInvalid', {
        status: 413,
        message: 'A file is larger than this service takes. Split it and send the parts.',
        cause,
      });
    }
    throw new Failure('requestInvalid', { message: 'The form could not be read.', cause });
  }
  checkSignedBody(request, digest());
  return { files, texts };
}

function isTooLarge(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    /^FST_(?:REQ_FILE_TOO_LARGE|FILES_LIMIT|ERR_CTP_BODY_TOO_LARGE)$/.test(String(error.code))
  );
}

/** The last part of whatever path a client sent, without control characters. */
function fileName(sent: string): string {
  const last = sent.split(/[/\\]/).at(-1) ?? '';
  const name = last
    .replace(/\p{Cc}/gu, '')
    .normalize('NFC')
    .trim();
  return [...name].slice(-LONGEST_NAME).join('') || 'file';
}

/** Texts of the form that say how to translate. */
export function textsOf({ texts }: FileForm) {
  const value = (name: string) => {
    const text = texts.get(name)?.trim();
    return text === '' ? undefined : text;
  };
  return {
    fieldId: value('fieldId'),
    contractId: value('contractId'),
    sourceLang: value('sourceLang'),
    names: value('names'),
  };
}
