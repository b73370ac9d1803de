import { zipSync } from 'fflate';
import type { Lang } from '../base/lang.js';
import { HanModel } from '../translate/detection/han.js';
import { type NumberedPair, readRevisedXliff } from './bilingual/xliff.js';
import type { OpenDocument } from './document.js';
import { FileRefused } from './file-problems.js';
import { formatById } from './formats.js';
import { pageNumbers } from './plan/page-numbers.js';
import { type ReadUnit, readUnit } from './plan/read-unit.js';

interface Source {
  readonly format: string;
  readonly bytes: Uint8Array;
  readonly from?: Lang;
  readonly to: Lang;
}

/** What is done to a document apart from the event loop: it may be large, and is whatever somebody sent. */
export type DocumentWork =
  /** Whether it can be read at all. */
  | { readonly kind: 'check'; readonly source: Source }
  | { readonly kind: 'read'; readonly source: Source }
  | {
      readonly kind: 'write';
      readonly source: Source;
      readonly translations: readonly (string | undefined)[];
    }
  | { readonly kind: 'pairs'; readonly bytes: Uint8Array; readonly from: Lang; readonly to: Lang }
  | { readonly kind: 'zip'; readonly files: Readonly<Record<string, Uint8Array>> };

export type DocumentOutcome =
  | { readonly kind: 'sound' }
  | {
      readonly kind: 'units';
      readonly units: readonly ReadUnit[];
      readonly encoding: string | undefined;
      readonly left: number;
    }
  | { readonly kind: 'pairs'; readonly pairs: readonly NumberedPair[] }
  | { readonly kind: 'written'; readonly bytes: Uint8Array; readonly overflowPages: readonly number[] }
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array };

export async function run(work: DocumentWork): Promise<DocumentOutcome> {
  try {
    if (work.kind === 'zip') return { kind: 'bytes', bytes: zipSync({ ...work.files }, { level: 1 }) };
    if (work.kind === 'pairs') return { kind: 'pairs', pairs: readRevisedXliff(work.bytes, work) };
    const document = await openSource(work.source);
    if (work.kind === 'check') return { kind: 'sound' };
    if (work.kind === 'read') {
      const { to } = work.source;
      const han = HanModel.bundled();
      const units = document.units.map(({ text }) => readUnit(text, to, han));
      return { kind: 'units', units, encoding: document.encoding, left: document.left ?? 0 };
    }
    const translations = work.translations.map(
      (text, at) => pageNumbers(document.units[at]?.text ?? '', work.source.to) ?? text,
    );
    const pages = new Set<number>();
    const bytes = await document.write(translations, (page) => pages.add(page));
    return { kind: 'written', bytes, overflowPages: [...pages].sort((one, other) => one - other) };
  } catch (error) {
    throw error instanceof FileRefused ? error.failure : error;
  }
}

/** What no reader foresaw is thrown as it is: whoever hears of it tells the operator. */
async function openSource({ format, bytes, from, to }: Source): Promise<OpenDocument> {
  try {
    return await formatById(format).open(bytes, { to, ...(from !== undefined && { from }) });
  } catch (cause) {
    throw isStackOverflow(cause) ? new FileRefused('tooDeep', { cause }) : cause;
  }
}

/** What every program does with a file that is nested too deep for it. */
function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && /call stack/i.test(error.message);
}
