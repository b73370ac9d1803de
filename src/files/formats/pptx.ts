import { Archive } from '../archive/archive.js';
import type { FileFormat } from '../document.js';
import { translateDrawing } from '../office/drawing.js';
import { themeFonts } from '../office/fonts.js';
import { changeParts, packageDocument } from '../office/package.js';

const TEXT_PART =
  /^ppt\/(?:slides\/slide\d+|notesSlides\/notesSlide\d+|charts\/chart\d*|diagrams\/(?:data|drawing)\d*)\.xml$/;

export const PPTX: FileFormat = {
  id: 'pptx',
  extensions: ['pptx', 'pptm', 'ppsx', 'potx'],
  mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  open(bytes, { to }) {
    return packageDocument(Archive.open(bytes), {
      main: 'ppt/presentation.xml',
      translatorOf: (name) =>
        TEXT_PART.test(name) ? (source, take) => translateDrawing(source, take, to) : undefined,
      finish(changed, archive) {
        changeParts(changed, archive, /^ppt\/theme\/theme\d*\.xml$/, (text) => themeFonts(text, to));
      },
    });
  },
};
