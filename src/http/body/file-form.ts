import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import multipart from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { Failure } from '../../base/failure.js';
import { fileName } from '../../documents/names.js';
import type { SentFile } from '../../files/file-requests.js';
import type { DiskSpace } from '../../store/disk-space.js';
import type { ApiInstance } from '../parts.js';
import type { FormMemory } from './form-memory.js';
import { FormSpool, type Spooled } from './form-spool.js';
import { checkValue } from './json-body.js';
import { checkSignedBody, digestAlong } from './signed-body.js';

/** A form with files that has arrived; what is in its files lies on disk. */
export interface FileForm {
  readonly texts: ReadonlyMap<string, string>;
  readonly files: readonly FormFile[];
  /** The files with their content, which is in memory until the form is closed. */
  contents(): Promise<readonly SentFile[]>;
}

export interface FormFile {
  readonly name: string;
  readonly sha256: Buffer;
}

/** A form of which less arrives in this time gives up its place: with a byte now and then, nobody keeps others out. */
const LEAST_BYTES = 4 * 1024;
const LOOK_MS = 5_000;
const STALL_GRACE_MS = 1_000;
export const MOST_FILES = 50;
const MOST_TEXTS = 30;
const LONGEST_TEXT = 64 * 1024;

/** Bytes of a whole form with files for translation: a large file and what stands around it, or several small ones. */
export function formBytes(fileMegabytes: number): number {
  return fileMegabytes * 2 * 1024 ** 2;
}

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

/**
 * Reads forms, for all routes that take one. The body limit of the route holds for the form as a whole, counted on the
 * bytes that arrive, and that of `registerForms` for each file.
 */
export class FormReader {
  readonly #folder: string;
  readonly #memory: FormMemory;
  readonly #disk: Pick<DiskSpace, 'demandRoom'> | undefined;

  /**
   * @param folder where files lie while their form arrives and waits
   * @param disk refuses forms before the disk is full
   */
  constructor(folder: string, memory: FormMemory, disk: Pick<DiskSpace, 'demandRoom'> | undefined) {
    this.#folder = folder;
    this.#memory = memory;
    this.#disk = disk;
  }

  /** Reads a form to its end, hands it over, and lets go of it when the work is done. Whoever signed it signed these bytes. */
  async read<Answer>(request: FastifyRequest, work: (form: FileForm) => Promise<Answer>): Promise<Answer> {
    if (!request.isMultipart()) {
      throw new Failure('requestInvalid', { status: 415, message: 'Send multipart/form-data with files.' });
    }
    this.#disk?.demandRoom();
    const spool = new FormSpool(this.#folder);
    let leave: (() => void) | undefined;
    try {
      const { texts, files } = await arrived(request, spool);
      const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
      return await work({
        texts,
        files,
        contents: async () => {
          leave ??= await this.#memory.enter(bytes);
          const contents: SentFile[] = [];
          for (const file of files) contents.push({ name: file.name, content: await spool.read(file) });
          return contents;
        },
      });
    } finally {
      leave?.();
      await spool.close();
    }
  }
}

/** Refuses a form as soon as more of it has come than its route takes. */
async function arrived(request: FastifyRequest, spool: FormSpool) {
  const { raw } = request;
  const limit = request.routeOptions.bodyLimit;
  if (Number(request.headers['content-length'] ?? 0) > limit) throw tooLarge();
  const digest = digestAlong(raw);
  const exceeded = new Promise<never>((_, reject) => {
    let bytes = 0;
    raw.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= limit) return;
      // Nothing of what is still to come is parsed or written.
      raw.unpipe();
      reject(tooLarge());
    });
  });
  const stall = stalled(raw);
  try {
    const form = await Promise.race([parsed(request, spool), exceeded, stall.stalled]);
    checkSignedBody(request, digest());
    return form;
  } finally {
    stall.end();
  }
}

/** Rejects when hardly anything more of a form arrives: its sender is gone, or sends it slowly on purpose. */
function stalled(raw: IncomingMessage): { readonly stalled: Promise<never>; readonly end: () => void } {
  let bytes = 0;
  const arrives = (chunk: Buffer) => {
    bytes += chunk.length;
  };
  let timer: NodeJS.Timeout | undefined;
  const promise = new Promise<never>((_, reject) => {
    timer = setInterval(() => {
      const isMoving = bytes >= LEAST_BYTES;
      bytes = 0;
      if (isMoving) return;
      clearInterval(timer);
      raw.unpipe();
      reject(
        new Failure('requestInvalid', {
          status: 408,
          message: `The form arrives too slowly, less than ${LEAST_BYTES / 1024} KB in ${LOOK_MS / 1000} seconds: send it again, as a whole.`,
        }),
      );
      // Whoever sends nothing reads nothing either; the answer gets its chance.
      setTimeout(() => raw.destroy(), STALL_GRACE_MS).unref();
    }, LOOK_MS);
    raw.on('data', arrives);
  });
  return {
    stalled: promise,
    end: () => {
      clearInterval(timer);
      raw.off('data', arrives);
    },
  };
}

async function parsed(request: FastifyRequest, spool: FormSpool) {
  const files: (FormFile & Spooled)[] = [];
  const texts = new Map<string, string>();
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') {
        const hash = createHash('sha256');
        const spooled = await spool.write(hashed(part.file, hash));
        if (part.file.truncated) throw tooLarge();
        files.push({ ...spooled, name: fileName(part.filename), sha256: hash.digest() });
      } else {
        if (part.valueTruncated) throw tooLarge();
        texts.set(part.fieldname, typeof part.value === 'string' ? part.value : JSON.stringify(part.value));
      }
    }
  } catch (cause) {
    if (cause instanceof Failure) throw cause;
    if (isTooLarge(cause)) throw tooLarge(cause);
    throw new Failure('requestInvalid', { message: 'The form could not be read.', cause });
  }
  checkValue(Object.fromEntries(texts));
  return { texts, files };
}

async function* hashed(file: AsyncIterable<Buffer>, hash: ReturnType<typeof createHash>) {
  for await (const piece of file) {
    hash.update(piece);
    yield piece;
  }
}

function tooLarge(cause?: unknown): Failure {
  return new Failure('requestInvalid', {
    status: 413,
    message:
      'A file, or the form as a whole, is larger than this service takes. Split it and send the parts.',
    cause,
  });
}

function isTooLarge(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    /^FST_(?:REQ_FILE_TOO_LARGE|FILES_LIMIT|FIELDS_LIMIT|PARTS_LIMIT|ERR_CTP_BODY_TOO_LARGE)$/.test(
      String(error.code),
    )
  );
}

/** Texts of the form that say how to translate. */
export function textsOf({ texts }: Pick<FileForm, 'texts'>) {
  const value = (name: string) => {
    const text = texts.get(name)?.trim();
    return text === '' ? undefined : text;
  };
  return {
    fieldId: value('fieldId'),
    contractId: value('contractId'),
    // Blanks around a code are no part of any.
    sourceLang: texts.get('sourceLang') || undefined,
    names: value('names'),
    formality: value('formality'),
  };
}
