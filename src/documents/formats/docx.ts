import type { Lang } from '../../base/lang.js';
import { Archive } from '../archive/archive.js';
import type { FileFormat, TakeUnit } from '../document.js';
import { translateInline } from '../inline.js';
import { translateDrawing } from '../office/drawing.js';
import { themeFonts, wordDefaults, wordRun } from '../office/fonts.js';
import { changeParts, packageDocument } from '../office/package.js';
import { translateProperties, translateSeenAttributes } from '../office/seen-texts.js';
import { OpenFields } from '../office/word/fields.js';
import { fitWordBoxes } from '../office/word/word-box-fit.js';
import { WordParagraph } from '../office/word/word-paragraph.js';
import { Splices } from '../splices.js';
import { childOf, walkXml } from '../xml/walk.js';

const TEXT_PART =
  /^word\/(?:document|header\d*|footer\d*|footnotes|endnotes|comments|glossary\/document)\.xml$/;
const DRAWING_PART = /^word\/(?:charts\/chart\d*|diagrams\/(?:data|drawing)\d*)\.xml$/;

export const DOCX: FileFormat = {
  id: 'docx',
  extensions: ['docx', 'docm', 'dotx'],
  mediaType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  open(bytes, { to }) {
    return packageDocument(Archive.open(bytes), {
      main: 'word/document.xml',
      translatorOf(name) {
        if (name === 'docProps/core.xml') return translateProperties;
        if (TEXT_PART.test(name)) return (source, take) => translateWordPart(source, take, to);
        if (DRAWING_PART.test(name)) return (source, take) => translateDrawing(source, take, to);
        return undefined;
      },
      finish(changed, archive, _texts, onOverflow) {
        fitWordBoxes(changed, archive, onOverflow);
        changeParts(changed, archive, /^word\/styles\.xml$/, (text) => wordDefaults(text, to));
        changeParts(changed, archive, /^word\/theme\/theme\d*\.xml$/, (text) => themeFonts(text, to));
      },
    });
  },
};

function translateWordPart(source: string, take: TakeUnit, to: Lang): string {
  const splices = new Splices(source);
  const fields = new OpenFields();
  const context = { source, fields, render: (start: number, end: number) => splices.render(start, end) };
  walkXml(source, {
    wants: (name) => name === 'w:p',
    element(element) {
      const paragraph = new WordParagraph(element, context);
      const tokens = translateInline(paragraph.tokens, take);
      if (tokens === undefined) return;
      const properties = childOf(element, 'w:pPr');
      const before = properties === undefined ? '' : source.slice(properties.start, properties.end);
      splices.add({
        start: element.contentStart,
        end: element.contentEnd,
        text: before + paragraph.serialize(tokens, (run) => wordRun(run, to)),
      });
    },
  });
  return translateSeenAttributes(splices.toString(), take);
}
