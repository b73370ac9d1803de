/** The part of fontkit that is used; it brings no types, and those of others do not fit it. */
declare module 'fontkit' {
  export interface Glyph {
    readonly id: number;
    readonly advanceWidth: number;
  }

  export interface Subset {
    /** Answers the number of the glyph in the subset. */
    includeGlyph(id: number): number;
    encode(): Uint8Array;
  }

  export interface Font {
    readonly postscriptName: string;
    readonly unitsPerEm: number;
    readonly ascent: number;
    readonly descent: number;
    readonly capHeight: number;
    readonly bbox: Readonly<Record<'minX' | 'minY' | 'maxX' | 'maxY', number>>;
    readonly directory: { readonly tables: Readonly<Record<string, unknown>> };
    hasGlyphForCodePoint(codePoint: number): boolean;
    glyphForCodePoint(codePoint: number): Glyph;
    createSubset(): Subset;
  }

  export function create(bytes: Uint8Array): Font;
}
