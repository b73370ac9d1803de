import { type PDFContext, PDFHexString, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import type { Face } from './faces.js';

/** Symbolic: the codes of the font are its own. */
const FLAGS = 4;
/** Entries of one `bfchar` table; more are not allowed. */
const MOST_ENTRIES = 100;

/** Writes a composite font that holds the used characters, with a table that says what they mean (PDF 1.7, 9.7). */
export function embedFace(context: PDFContext, face: Face, reference: PDFRef): void {
  const { font, used } = face;
  const compact = 'CFF ' in font.directory.tables;
  const scale = 1000 / font.unitsPerEm;
  const name = PDFName.of(`KOTOBA+${font.postscriptName}`);
  const data = context.flateStream(face.subset.encode(), {
    ...(compact && { Subtype: 'CIDFontType0C' }),
  });
  const { bbox } = font;
  const descriptor = context.register(
    context.obj({
      Type: 'FontDescriptor',
      FontName: name,
      Flags: FLAGS,
      FontBBox: [bbox.minX, bbox.minY, bbox.maxX, bbox.maxY].map((value) => Math.round(value * scale)),
      ItalicAngle: 0,
      Ascent: Math.round(font.ascent * scale),
      Descent: Math.round(font.descent * scale),
      CapHeight: Math.round((font.capHeight || font.ascent) * scale),
      StemV: 0,
      [compact ? 'FontFile3' : 'FontFile2']: context.register(data),
    }),
  );
  const widths = [...used].flatMap(([code, { glyph }]) => [code, [Math.round(glyph.advanceWidth * scale)]]);
  const descendant = context.register(
    context.obj({
      Type: 'Font',
      Subtype: compact ? 'CIDFontType0' : 'CIDFontType2',
      BaseFont: name,
      CIDSystemInfo: {
        Registry: PDFHexString.fromText('Adobe'),
        Ordering: PDFHexString.fromText('Identity'),
        Supplement: 0,
      },
      FontDescriptor: descriptor,
      W: widths,
      ...(!compact && { CIDToGIDMap: 'Identity' }),
    }),
  );
  context.assign(
    reference,
    context.obj({
      Type: 'Font',
      Subtype: 'Type0',
      BaseFont: name,
      Encoding: 'Identity-H',
      DescendantFonts: [descendant],
      ToUnicode: context.register(context.flateStream(meanings(face))),
    }),
  );
}

/** Four hexadecimal digits, as `Identity-H` reads them. */
export function hexCode(code: number): string {
  return code.toString(16).padStart(4, '0');
}

function meanings({ used }: Face): string {
  const entries = [...used].map(
    ([code, { text }]) => `<${hexCode(code)}> <${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`,
  );
  const tables: string[] = [];
  for (let at = 0; at < entries.length; at += MOST_ENTRIES) {
    const some = entries.slice(at, at + MOST_ENTRIES);
    tables.push(`${some.length} beginbfchar\n${some.join('\n')}\nendbfchar`);
  }
  return `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo << /Registry (Adobe) /Ordering (UCS) /Supplement 0 >> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <ffff>
endcodespacerange
${tables.join('\n')}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;
}
