import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { create, type Font, type Glyph, type Subset } from 'fontkit';
import { type Lang, writesUnspaced } from '../../../base/lang.js';
import type { StyledText } from '../reading/styled-text.js';

export interface FaceFile {
  readonly package: string;
  readonly regular: string;
  readonly bold: string;
}

/** Liberation Sans has the widths of Arial and comes with the reader of PDF; Noto Sans is for the scripts of East Asia. */
const LATIN: FaceFile = {
  package: 'pdfjs-dist/package.json',
  regular: 'standard_fonts/LiberationSans-Regular.ttf',
  bold: 'standard_fonts/LiberationSans-Bold.ttf',
};
const JAPANESE = noto('jp', 'NotoSansJP');
const SIMPLIFIED = noto('sc', 'NotoSansHans');
const TRADITIONAL = noto('tc', 'NotoSansHant');

function noto(region: string, name: string): FaceFile {
  return {
    package: `@embedpdf/fonts-${region}`,
    regular: `../fonts/${name}-Regular.otf`,
    bold: `../fonts/${name}-Bold.otf`,
  };
}

/** Which fonts to look through for a character, the first first: the shapes of Chinese characters differ by country. */
function filesFor(to: Lang): readonly FaceFile[] {
  if (to === 'zh-CN') return [SIMPLIFIED, LATIN, JAPANESE];
  if (to === 'zh-TW' || to === 'zh-HK') return [TRADITIONAL, LATIN, SIMPLIFIED];
  return writesUnspaced(to) ? [JAPANESE, LATIN, SIMPLIFIED] : [LATIN, JAPANESE, SIMPLIFIED];
}

/** Signs that none of the fonts has, and what a reader takes for the same. */
const ALIKE: Readonly<Record<string, string>> = {
  '☐': '□',
  '❏': '□',
  '❑': '□',
  '❍': '○',
  '☑': '✓',
  '✔': '✓',
  '☒': '×',
  '✗': '×',
  '✘': '×',
  '➢': '▶',
  '₹': 'Rs',
  '₽': 'RUB',
  '\u2007': ' ',
  '\u2009': ' ',
  '\u200A': ' ',
  '\u202F': ' ',
};

/** A font of which the document will hold the characters it uses. */
export class Face {
  readonly font: Font;
  readonly subset: Subset;
  /** By their numbers in the subset. */
  readonly used = new Map<number, { readonly glyph: Glyph; readonly text: string }>();

  constructor(
    /** Its name in the resources of a page. */
    readonly name: string,
    file: string,
  ) {
    this.font = create(readFileSync(file));
    this.subset = this.font.createSubset();
  }

  /** The code of a character in the subset. */
  use(character: string): number {
    const glyph = this.font.glyphForCodePoint(character.codePointAt(0) ?? 0);
    const code = this.subset.includeGlyph(glyph.id);
    this.used.set(code, { glyph, text: character });
    return code;
  }
}

/** A stretch of text in one face. */
export interface Run {
  readonly face: Face;
  readonly text: string;
}

/** The fonts for text of one language, each read when its first character is needed. */
export class Faces {
  readonly #files: readonly FaceFile[];
  readonly #faces = new Map<string, Face>();
  /** Face by weight and character; undefined for those that no font has. */
  readonly #known = new Map<string, Face | undefined>();
  readonly #require = createRequire(import.meta.url);

  constructor(to: Lang) {
    this.#files = filesFor(to);
  }

  get used(): readonly Face[] {
    return [...this.#faces.values()].filter((face) => face.used.size > 0);
  }

  /** Text in the faces that have its characters; what none has is left out. */
  runs(styled: StyledText): readonly Run[] {
    const runs: { face: Face; text: string }[] = [];
    const add = (face: Face | undefined, character: string): void => {
      const last = runs.at(-1);
      if (last !== undefined && last.face === face) last.text += character;
      else if (face !== undefined) runs.push({ face, text: character });
    };
    for (const { text, style } of styled) {
      for (const character of text) {
        const face = this.#faceOf(character, style.bold);
        if (face !== undefined) add(face, character);
        else for (const like of ALIKE[character] ?? '') add(this.#faceOf(like, style.bold), like);
      }
    }
    return runs;
  }

  /** Whether there is a face for every letter and figure. */
  has(styled: StyledText): boolean {
    return styled.every(({ text, style }) =>
      (text.match(/[\p{L}\p{N}]/gu) ?? []).every((letter) => this.#faceOf(letter, style.bold) !== undefined),
    );
  }

  /** In units of the font size. */
  width(styled: StyledText): number {
    let width = 0;
    for (const { face, text } of this.runs(styled)) {
      const { font } = face;
      for (const character of text) {
        width += font.glyphForCodePoint(character.codePointAt(0) ?? 0).advanceWidth / font.unitsPerEm;
      }
    }
    return width;
  }

  #faceOf(character: string, bold: boolean): Face | undefined {
    const key = (bold ? 'b' : 'r') + character;
    if (this.#known.has(key)) return this.#known.get(key);
    const point = character.codePointAt(0) ?? 0;
    let face: Face | undefined;
    for (const file of this.#files) {
      const candidate = this.#face(file, bold);
      if (!candidate.font.hasGlyphForCodePoint(point)) continue;
      face = candidate;
      break;
    }
    this.#known.set(key, face);
    return face;
  }

  #face(file: FaceFile, bold: boolean): Face {
    const path = join(dirname(this.#require.resolve(file.package)), bold ? file.bold : file.regular);
    const known = this.#faces.get(path) ?? new Face(`KtF${this.#faces.size + 1}`, path);
    this.#faces.set(path, known);
    return known;
  }
}
