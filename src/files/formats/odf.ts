import { Archive } from '../archive/archive.js';
import { type FileFormat, isLanguage, type TakeUnit } from '../document.js';
import { FileRefused } from '../failures.js';
import { translateInline } from '../inline.js';
import { OdfParagraph, plainStyles } from '../office/odf-paragraph.js';
import { packageDocument } from '../office/package.js';
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
    open(bytes) {
      const archive = Archive.open(bytes);
      if (archive.text(MANIFEST)?.includes('encryption-data') === true) throw new FileRefused('encrypted');
      return packageDocument(archive, {
        main: 'content.xml',
        translatorOf: (name) =>
          name === 'content.xml' || name === 'styles.xml' || /^Object \d+\/content\.xml$/.test(name)
            ? translateContent
            : undefined,
      });
    },
  };
}

/** Lists the parts; those of a protected document with how they are encrypted. */
const MANIFEST = 'META-INF/manifest.xml';
const CELL = 'table:table-cell';
/** Text that nobody sees in the document: deleted passages, names of styles for lists. */
const UNSEEN = new Set(['text:tracked-changes', 'table:tracked-changes', 'presentation:notes-style']);

function translateContent(source: string, take: TakeUnit): string {
  const splices = new Splices(source);
  const plain = plainStyles(source);
  const numeric = numericCells(source);
  const context = { source, plain, render: (start: number, end: number) => splices.render(start, end) };
  walkXml(source, {
    wants: (name) => name === 'text:p' || name === 'text:h',
    element(element, ancestors) {
      if (ancestors.some((name) => UNSEEN.has(name))) return;
      if (ancestors.includes(CELL) && numeric(element.start)) return;
      const paragraph = new OdfParagraph(element, context);
      if (ancestors.includes(CELL) && !isLanguage(textOf(element))) return;
      const tokens = translateInline(paragraph.tokens, take);
      if (tokens === undefined) return;
      splices.add({
        start: element.contentStart,
        end: element.contentEnd,
        text: paragraph.serialize(tokens),
      });
    },
  });
  return splices.toString();
}

/** Cells whose text is only how a number, a date or the result of a formula looks. */
function numericCells(source: string): (at: number) => boolean {
  const opener = /<table:table-cell\b[^>]*>/g;
  const found: { readonly start: number; readonly computed: boolean }[] = [];
  for (const match of source.matchAll(opener)) {
    const value = /office:value-type="([^"]*)"/.exec(match[0])?.[1];
    const computed = match[0].includes('table:formula=') || (value !== undefined && value !== 'string');
    found.push({ start: match.index, computed });
  }
  let at = 0;
  return (place) => {
    while ((found[at + 1]?.start ?? Number.POSITIVE_INFINITY) < place) at += 1;
    while (at > 0 && (found[at]?.start ?? 0) > place) at -= 1;
    return found[at]?.computed ?? false;
  };
}
