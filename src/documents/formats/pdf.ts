import type { FileFormat } from '../document.js';

/** Loaded with the first PDF: what reads and writes them is as much as all the rest of the program. */
const reader = () => import('../pdf/open-pdf.js');

/** PDF with a text layer, out as PDF: each paragraph is set into the room that its source had. */
export const PDF: FileFormat = {
  id: 'pdf',
  extensions: ['pdf'],
  mediaType: 'application/pdf',
  open: async (bytes, { to }) => (await reader()).openPdf(bytes, to),
};

/** The same, out as a Word document with the same pages, paragraphs and sizes, for a reader who wants to edit it. */
export const PDF_TO_WORD: FileFormat = {
  id: 'pdf-docx',
  extensions: [],
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  writes: 'docx',
  open: async (bytes, { to }) => (await reader()).openPdfAsWord(bytes, to),
};
