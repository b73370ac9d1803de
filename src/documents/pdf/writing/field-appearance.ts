import { type PDFContext, type PDFDict, PDFHexString, PDFName, type PDFRef } from '@cantoo/pdf-lib';
import { written } from '../content/content-stream.js';
import { numbersIn } from '../content/stream-content.js';
import { PLAIN } from '../reading/text-style.js';
import { hexCode } from './embed-face.js';
import type { Faces } from './faces.js';
import { breakable, fitOf, typeset } from './typeset.js';

/** What the value of a field is written with. */
export interface FieldPen {
  readonly context: PDFContext;
  readonly faces: Faces;
  readonly referenceOf: (name: string) => PDFRef;
  readonly unspaced: boolean;
}

export interface FieldStyle {
  /** The instructions that choose font, size and colour. */
  readonly instructions: string;
  readonly multiline: boolean;
}

const FONT = /\/\S+\s+(-?[\d.]+)\s+Tf/;
/** Points between the edge of a field and its text. */
const PADDING = 2;
/** Where a field leaves the size to the viewer. */
const USUAL_SIZE = 12;

/** Gives a field a value, and draws it anew: the fonts of forms have no letters of other scripts. */
export function writeFieldValue(
  field: PDFDict,
  widgets: readonly PDFDict[],
  text: string,
  style: FieldStyle,
  pen: FieldPen,
): void {
  field.set(PDFName.of('V'), PDFHexString.fromText(text));
  field.delete(PDFName.of('RV'));
  for (const widget of widgets) {
    const [left = 0, bottom = 0, right = 0, top = 0] = numbersIn(widget, 'Rect');
    const appearance = drawn(text, Math.abs(right - left), Math.abs(top - bottom), style, pen);
    widget.set(PDFName.of('AP'), pen.context.obj({ N: appearance }));
  }
}

function drawn(text: string, width: number, height: number, style: FieldStyle, pen: FieldPen): PDFRef {
  const { context, faces, referenceOf, unspaced } = pen;
  const stated = Number(FONT.exec(style.instructions)?.[1] ?? 0);
  const size = stated > 0 ? stated : Math.min(USUAL_SIZE, height * 0.7);
  const firstBaseline = style.multiline ? height - PADDING - size * 0.9 : (height - size * 0.7) / 2;
  const box = {
    left: PADDING,
    right: Math.max(PADDING * 2, width - PADDING),
    indent: 0,
    firstBaseline,
    lastBaseline: style.multiline ? Math.min(firstBaseline, PADDING + size * 0.25) : firstBaseline,
    size,
    pitch: size * 1.2,
    align: 'left' as const,
  };
  const parts = breakable([{ text, style: PLAIN }], unspaced);
  const widthOf = (words: Parameters<Faces['width']>[0]) => faces.width(words);
  const set = typeset(parts, box, fitOf(parts, box, widthOf), widthOf);
  const fonts: Record<string, PDFRef> = {};
  const lines = set.lines.map(({ text: words, x, y }) => {
    const runs = faces.runs(words).map(({ face, text: part }) => {
      fonts[face.name] = referenceOf(face.name);
      const codes = [...part].map((character) => hexCode(face.use(character))).join('');
      return `/${face.name} ${written(set.size)} Tf <${codes}> Tj`;
    });
    return `1 0 0 1 ${written(x)} ${written(y)} Tm ${runs.join(' ')}`;
  });
  const colour = style.instructions.replace(FONT, '');
  const content = `/Tx BMC q BT ${colour} ${written(set.stretch * 100)} Tz ${lines.join(' ')} ET Q EMC`;
  return context.register(
    context.flateStream(Buffer.from(content, 'latin1'), {
      Type: 'XObject',
      Subtype: 'Form',
      BBox: [0, 0, width, height],
      Resources: { Font: fonts },
    }),
  );
}
