import { type FileFormat, hasText, type OpenDocument } from '../document.js';
import { FileRefused } from '../failures.js';
import { escapeTags, unescapeTags } from '../inline.js';
import { paragraphsOf } from '../pdf/paragraphs.js';
import { readTextLayer } from '../pdf/text-layer.js';
import { wordFile } from '../pdf/word-file.js';

/**
 * PDF with a text layer. The format fixes every letter to its place, and a translation has other letters: what comes out
 * is a Word document with the same pages, paragraphs and sizes, which its reader can edit and print.
 */
export const PDF: FileFormat = {
  id: 'pdf',
  extensions: ['pdf'],
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  writes: 'docx',
  async open(bytes, { to }): Promise<OpenDocument> {
    const pages = await readTextLayer(bytes);
    const scanned = pages.filter(({ texts }) => texts.every(({ text }) => text.trim() === '')).length;
    if (scanned > 0 && scanned * 2 >= pages.length) throw new FileRefused('scanned');
    const read = pages.map((page) => ({
      width: page.width,
      height: page.height,
      paragraphs: page.texts.length === 0 ? [] : paragraphsOf(page),
    }));
    const texts = read.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text)).filter(hasText);
    return {
      units: texts.map((text) => ({ text: escapeTags(text) })),
      write(translations) {
        let next = 0;
        const written = read.map((page) => ({
          ...page,
          paragraphs: page.paragraphs.map((paragraph) => {
            if (!hasText(paragraph.text)) return paragraph;
            const translation = translations[next];
            next += 1;
            return translation === undefined ? paragraph : { ...paragraph, text: unescapeTags(translation) };
          }),
        }));
        return wordFile(written, to);
      },
    };
  },
};
