import { Archive } from '../archive/archive.js';
import { type FileFormat, isLanguage, type TakeUnit } from '../document.js';
import { FileRefused } from '../file-problems.js';
import { translateInline } from '../inline.js';
import { odfStyles } from '../office/fonts.js';
import { OdfParagraph, textStyles } from '../office/odf/odf-paragraph.js';
import { fitOdpFrames } from '../office/odf/odp-fit.js';
import { odsCells } from '../office/odf/ods-cells.js';
import { followOdsCells, translateOdsRules } from '../office/odf/ods-formulas.js';
import { fitOdtFrames } from '../office/odf/odt-fit.js';
import { changeParts, packageDocument } from '../office/package.js';
import { translateDescriptions, translateProperties } from '../office/seen-texts.js';
import { Splices } from '../splices.js';
import { textOf, walkXml } from '../xml/walk.js';

export const ODT = odf('odt', 'text', ['odt', 'ott']);
export const ODP = odf('odp', 'presentation', ['odp', 'otp']);
export const ODS = odf('ods', 'spreadsheet', ['ods', 'ots']);

function odf(id: string, kind: string, extensions: readonly string[]): FileFormat {
  return {
    id,
    extensions,
    mediaType: `application/vnd.oasis.opendocument.${kind}`,
    open(bytes, { to }) {
      const archive = Archive.open(bytes);
      if (archive.text(MANIFEST)?.includes('encryption-data') === true) throw new FileRefused('encrypted');
      return packageDocument(archive, {
        main: 'content.xml',
        ignoresCase: kind === 'spreadsheet',
        translatorOf: (name) =>
          name === 'meta.xml'
            ? translateProperties
            : name === 'content.xml' || name === 'styles.xml' || /^Object \d+\/content\.xml$/.test(name)
              ? (source, take) => translateContent(source, take, kind === 'spreadsheet')
              : undefined,
        finish(changed, opened, texts, onOverflow) {
          if (kind === 'spreadsheet') followOdsCells(changed, opened, texts);
          if (kind === 'presentation') fitOdpFrames(changed, opened, onOverflow);
          if (kind === 'text') fitOdtFrames(changed, opened, onOverflow);
          changeParts(changed, opened, /^(?:content|styles)\.xml$/, (text) => odfStyles(text, to));
        },
      });
    },
  };
}

/** Lists the parts; those of a protected document with how they are encrypted. */
const MANIFEST = 'META-INF/manifest.xml';
const CELL = 'table:table-cell';
/** Text that nobody sees in the document: deleted passages, names of styles for lists. */
const UNSEEN = new Set(['text:tracked-changes', 'table:tracked-changes', 'presentation:notes-style']);

function translateContent(source: string, take: TakeUnit, isSheet: boolean): string {
  const splices = new Splices(source);
  const cells = odsCells(source);
  const context = {
    source,
    ...textStyles(source),
    render: (start: number, end: number) => splices.render(start, end),
  };
  walkXml(source, {
    wants: (name) => name === 'text:p' || name === 'text:h',
    element(element, ancestors) {
      if (ancestors.some((name) => UNSEEN.has(name))) return;
      const cell = ancestors.includes(CELL) ? cells(element.start) : undefined;
      const paragraph = new OdfParagraph(element, context);
      if (cell !== undefined && (cell.computed || (isSheet && cell.isCode) || !isLanguage(textOf(element))))
        return;
      const tokens = translateInline(paragraph.tokens, take);
      if (tokens === undefined) return;
      splices.add({
        start: element.contentStart,
        end: element.contentEnd,
        text: paragraph.serialize(tokens),
      });
    },
  });
  const seen = translateDescriptions(splices.toString(), take);
  return isSheet ? translateOdsRules(seen, take) : seen;
}
