import { strToU8, zipSync } from 'fflate';
import type { Lang } from '../../../base/lang.js';
import { fontInstead, localeOf } from '../../office/fonts.js';
import { escapeText } from '../../xml/escape.js';
import type { PdfParagraph } from '../reading/paragraphs.js';

export interface WordPage {
  readonly width: number;
  readonly height: number;
  readonly paragraphs: readonly PdfParagraph[];
}

const TYPES =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>';
const RELATIONS =
  '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>';
const NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';
/** Twentieths of a point, in which Word measures. */
const TWIPS = 20;
const MARGIN = 1000;

/** A Word document of paragraphs, page by page, in the sizes of the source. */
export function wordFile(pages: readonly WordPage[], to: Lang): Uint8Array {
  const [first] = pages;
  const eastAsian = fontInstead('', to);
  const fonts = eastAsian === undefined ? '' : `<w:rFonts w:eastAsia="${eastAsian}" w:hint="eastAsia"/>`;
  const language = `<w:lang ${eastAsian === undefined ? 'w:val' : 'w:eastAsia'}="${localeOf(to)}"/>`;
  const runsOf = ({ styled, size }: PdfParagraph): string => {
    const half = Math.max(12, Math.round(size * 2));
    const runs = styled.map(({ text, style }) => {
      const weight = `${style.bold ? '<w:b/>' : ''}${style.italic ? '<w:i/>' : ''}${style.struck ? '<w:strike/>' : ''}`;
      const line = style.underlined ? '<w:u w:val="single"/>' : '';
      const properties = `<w:rPr>${fonts}${weight}<w:sz w:val="${half}"/><w:szCs w:val="${half}"/>${line}${language}</w:rPr>`;
      const lines = text.split('\n').map((words) => `<w:t xml:space="preserve">${escapeText(words)}</w:t>`);
      return `<w:r>${properties}${lines.join('<w:br/>')}</w:r>`;
    });
    return runs.join('');
  };
  const body = pages.map(({ paragraphs }, page) =>
    rowsOf(paragraphs)
      .map((row, index) => {
        const broken = page > 0 && index === 0 ? '<w:pageBreakBefore/>' : '';
        const indent = Math.round((row[0]?.indent ?? 0) * TWIPS);
        const place = `<w:spacing w:after="120"/><w:ind w:left="${indent}"/>`;
        return `<w:p><w:pPr>${broken}${place}</w:pPr>${row.map(runsOf).join('<w:r><w:tab/></w:r>')}</w:p>`;
      })
      .join(''),
  );
  const section = `<w:sectPr><w:pgSz w:w="${Math.round((first?.width ?? 595) * TWIPS)}" w:h="${Math.round((first?.height ?? 842) * TWIPS)}"/><w:pgMar w:top="${MARGIN}" w:right="${MARGIN}" w:bottom="${MARGIN}" w:left="${MARGIN}" w:header="500" w:footer="500" w:gutter="0"/></w:sectPr>`;
  return zipSync({
    '[Content_Types].xml': strToU8(TYPES),
    '_rels/.rels': strToU8(RELATIONS),
    'word/document.xml': strToU8(
      `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n<w:document xmlns:w="${NAMESPACE}"><w:body>${body.join('')}${section}</w:body></w:document>`,
    ),
  });
}

/** Cells beside each other, and a mark before its item, are one paragraph with tabs. */
function rowsOf(paragraphs: readonly PdfParagraph[]): PdfParagraph[][] {
  const rows: PdfParagraph[][] = [];
  for (const paragraph of paragraphs) {
    const last = rows.at(-1);
    const [before, line] = [last?.at(-1)?.lines.at(-1), paragraph.lines[0]];
    const beside =
      before !== undefined &&
      line !== undefined &&
      Math.abs(before.y - line.y) < line.size / 2 &&
      line.x >= before.right;
    if (last !== undefined && beside) last.push(paragraph);
    else rows.push([paragraph]);
  }
  return rows;
}
