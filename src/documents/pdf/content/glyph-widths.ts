import { PDFArray, PDFDict, PDFName, PDFNumber, type PDFObject } from '@cantoo/pdf-lib';

/** What a string of one font takes up. */
export interface ShownCodes {
  /** Sum of the widths, in units of the font size. */
  readonly width: number;
  readonly codes: number;
  /** Blanks that word spacing widens. */
  readonly blanks: number;
}

/** Where a font says nothing: about the width of a letter, and of a character of East Asia. */
const LETTER = 0.5;
/** Entries of one table of widths; beyond, the rest is guessed. */
const MOST_WIDTHS = 200_000;
const FULL = 1;
/** With the abbreviations of the fonts of TeX. */
const BOLD = /bold|black|heavy|demi|medi(?!um)|-w[6-9]\b|(?:^|\+)(?:cmbx|cmb\d|cmssbx|ecbx|sfbx|lmbx|lmb\d)/i;
const ITALIC = /Ital|italic|[Oo]bliq|Slanted|(?:^|\+)(?:CM|EC|SF)(?:BX)?(?:TI|SL|SSI|BI)\d/;
/** Letters of formulas lean, and are no words. */
const MATHEMATICAL = /math|(?:^|\+)(?:cmmi|cmsy|lmmi|msbm|eufm|rsfs)/i;
const SYMBOLS = /dingbats|w[ei][bn]gdings|marvosym|fontawesome|pifont|bullets?$/i;
const MONOSPACED =
  /courier|consol|menlo|monaco|mono(?!type)|typewriter|fixed|(?:^|\+)(?:cm(?:sl|it|csc)?tt|ectt|sftt|lmtt|nimbusmonl|inconsolata|hack|firacode|sourcecode|lucidatypewriter|letter-?gothic|ocrb)/i;
/** Encodings in which a byte from 0x81 on begins a character of two bytes. */
const MIXED = /RKSJ|EUC|^(?:GBK|ETen|B5|HKscs|KSC)/;
/** Encodings whose codes are Unicode and not the numbers of glyphs. */
const UNICODE = /^Uni/;

/**
 * The widths of a font of the document, from its dictionary (PDF 1.7, 9.7.4.3 and 9.6.2). They only have to tell how far a
 * string reaches, so that it can be found among the lines of the page: where they are not said, a guess will do.
 */
export class GlyphWidths {
  readonly bold: boolean;
  readonly italic: boolean;
  /** All characters are of one width, as in program listings. */
  readonly monospaced: boolean;
  /** Its letters are pictures: boxes, ticks, arrows. */
  readonly symbols: boolean;
  /** Written from top to bottom. */
  readonly vertical: boolean;
  readonly #widths = new Map<number, number>();
  readonly #encoding: string;
  readonly #composite: boolean;
  readonly #missing: number;

  constructor(font: PDFDict) {
    this.bold = isBold(font);
    this.italic = isItalic(font);
    this.monospaced = isMonospaced(font);
    this.symbols = SYMBOLS.test(nameIn(font, 'BaseFont'));
    this.#encoding = nameIn(font, 'Encoding');
    this.vertical = /-V$/.test(this.#encoding);
    this.#composite = nameIn(font, 'Subtype') === 'Type0';
    const descendants = font.lookup(PDFName.of('DescendantFonts'));
    const descendant = descendants instanceof PDFArray ? descendants.lookup(0) : undefined;
    if (this.#composite && descendant instanceof PDFDict) {
      this.#missing = numberIn(descendant, 'DW', FULL * 1000) / 1000;
      this.#readComposite(descendant.lookup(PDFName.of('W')));
    } else {
      this.#missing = LETTER;
      this.#readSimple(font);
    }
  }

  #readSimple(font: PDFDict): void {
    const widths = font.lookup(PDFName.of('Widths'));
    if (!(widths instanceof PDFArray)) return;
    const first = numberIn(font, 'FirstChar', 0);
    const matrix = font.lookup(PDFName.of('FontMatrix'));
    // Type 3 fonts measure in a space of their own.
    const scale = matrix instanceof PDFArray ? Math.abs(numberOf(matrix.lookup(0)) ?? 0.001) : 0.001;
    for (let index = 0; index < Math.min(256, widths.size()); index += 1) {
      this.#widths.set(first + index, (numberOf(widths.lookup(index)) ?? 0) * scale);
    }
  }

  /** `c [w1 w2 …]` or `first last w`. */
  #readComposite(table: PDFObject | undefined): void {
    if (!(table instanceof PDFArray)) return;
    let left = MOST_WIDTHS;
    for (let at = 0; at + 1 < table.size() && left > 0; ) {
      const first = numberOf(table.lookup(at)) ?? 0;
      const next = table.lookup(at + 1);
      if (next instanceof PDFArray) {
        for (let index = 0; index < Math.min(left, next.size()); index += 1) {
          this.#widths.set(first + index, (numberOf(next.lookup(index)) ?? 0) / 1000);
        }
        left -= next.size();
        at += 2;
        continue;
      }
      const last = Math.min(numberOf(next) ?? first, first + 0xffff, 0xffff);
      const width = (numberOf(table.lookup(at + 2)) ?? 0) / 1000;
      for (let code = first; code <= last; code += 1) this.#widths.set(code, width);
      left -= Math.max(1, last - first);
      at += 3;
    }
  }

  /** @param text one character per byte */
  of(text: string): ShownCodes {
    let [width, codes, blanks] = [0, 0, 0];
    for (let at = 0; at < text.length; codes += 1) {
      const byte = text.charCodeAt(at);
      const two = this.#composite && (!MIXED.test(this.#encoding) || byte >= 0x81);
      const code = two ? byte * 256 + (text.charCodeAt(at + 1) || 0) : byte;
      width += this.#widthOf(code, two);
      if (!two && code === 32) blanks += 1;
      at += two ? 2 : 1;
    }
    return { width, codes, blanks };
  }

  #widthOf(code: number, two: boolean): number {
    if (UNICODE.test(this.#encoding)) return code < 0x2e80 ? LETTER : FULL;
    if (MIXED.test(this.#encoding)) return two ? FULL : LETTER;
    return this.#widths.get(code) ?? this.#missing;
  }
}

/** By its name, or by the weight that its description states (PDF 1.7, 9.8.1). */
function isBold(font: PDFDict): boolean {
  if (BOLD.test(nameIn(font, 'BaseFont'))) return true;
  const descriptor = font.lookup(PDFName.of('FontDescriptor'));
  return descriptor instanceof PDFDict && numberIn(descriptor, 'FontWeight', 400) >= 600;
}

/** By its name, or by the angle that its description states. */
function isItalic(font: PDFDict): boolean {
  const name = nameIn(font, 'BaseFont');
  if (ITALIC.test(name)) return true;
  const descriptor = font.lookup(PDFName.of('FontDescriptor'));
  const isFormula = MATHEMATICAL.test(name);
  return descriptor instanceof PDFDict && !isFormula && numberIn(descriptor, 'ItalicAngle', 0) !== 0;
}

/** By the flag of the font (PDF 1.7, 9.8.2) or its name: many programs do not set the flag. */
function isMonospaced(font: PDFDict): boolean {
  if (MONOSPACED.test(nameIn(font, 'BaseFont'))) return true;
  // East Asian fonts are of one width by nature, and some say so.
  if (nameIn(font, 'Subtype') === 'Type0') return false;
  const descriptor = font.lookup(PDFName.of('FontDescriptor'));
  return descriptor instanceof PDFDict && (numberIn(descriptor, 'Flags', 0) & 1) === 1;
}

function nameIn(dictionary: PDFDict, key: string): string {
  const value = dictionary.lookup(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : '';
}

function numberIn(dictionary: PDFDict, key: string, otherwise: number): number {
  return numberOf(dictionary.lookup(PDFName.of(key))) ?? otherwise;
}

function numberOf(value: PDFObject | undefined): number | undefined {
  return value instanceof PDFNumber ? value.asNumber() : undefined;
}
