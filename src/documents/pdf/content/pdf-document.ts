import { PDFArray, PDFDocument, type PDFPage, PDFRawStream } from '@cantoo/pdf-lib';
import { FileRefused } from '../../file-problems.js';
import { contentOf } from './stream-content.js';

/** A PDF as its objects, to be changed. */
export async function openDocument(bytes: Uint8Array): Promise<PDFDocument> {
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false });
  } catch (cause) {
    const encrypted = cause instanceof Error && /encrypt/i.test(cause.message);
    throw new FileRefused(encrypted ? 'encrypted' : 'broken', { cause });
  }
}

/** Has to be read before anything is changed: what was added is no raw stream. A page may cut its instructions into several streams, wherever two of them meet. */
export function contentOfPage(page: PDFPage): string {
  const contents = page.node.Contents();
  if (contents instanceof PDFRawStream) return contentOf(contents);
  if (!(contents instanceof PDFArray)) return '';
  return Array.from({ length: contents.size() }, (_, at) => contents.lookup(at))
    .map((part) => (part instanceof PDFRawStream ? contentOf(part) : ''))
    .join('\n');
}
