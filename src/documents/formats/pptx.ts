import { Archive } from '../archive/archive.js';
import type { FileFormat } from '../document.js';
import { translateDrawing, translateMaster } from '../office/drawing.js';
import { themeFonts } from '../office/fonts.js';
import { changeParts, packageDocument } from '../office/package.js';
import { fitSlides } from '../office/powerpoint/slide-fit.js';
import { translateProperties, translateSlideComments } from '../office/seen-texts.js';

const TEXT_PART =
  /^ppt\/(?:slides\/slide\d+|notesSlides\/notesSlide\d+|comments\/modernComment_[\w-]+|charts\/chart\d*|diagrams\/(?:data|drawing)\d*)\.xml$/;
const MASTER_PART = /^ppt\/(?:slideMasters\/slideMaster|slideLayouts\/slideLayout)\d+\.xml$/;

export const PPTX: FileFormat = {
  id: 'pptx',
  extensions: ['pptx', 'pptm', 'ppsx', 'potx'],
  mediaType: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  open(bytes, { to }) {
    return packageDocument(Archive.open(bytes), {
      main: 'ppt/presentation.xml',
      translatorOf(name) {
        if (name === 'docProps/core.xml') return translateProperties;
        if (/^ppt\/comments\/comment\d+\.xml$/.test(name)) return translateSlideComments;
        if (MASTER_PART.test(name)) return (source, take) => translateMaster(source, take, to);
        return TEXT_PART.test(name) ? (source, take) => translateDrawing(source, take, to) : undefined;
      },
      finish(changed, archive, _texts, onOverflow) {
        fitSlides(changed, archive, onOverflow);
        changeParts(changed, archive, /^ppt\/theme\/theme\d*\.xml$/, (text) => themeFonts(text, to));
      },
    });
  },
};
