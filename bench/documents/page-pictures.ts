import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { PDFPageProxy } from 'pdfjs-dist';
import type { PdfPage } from '#src/documents/pdf/reading/text-layer.js';
import type { Problem } from './problems.js';

/** The part of the canvas that is used; it comes with the reader of PDF where there is one for the machine. */
interface Canvas {
  readonly width: number;
  readonly height: number;
  getContext(kind: '2d'): {
    fillStyle: string;
    fillRect(x: number, y: number, width: number, height: number): void;
    getImageData(x: number, y: number, width: number, height: number): { readonly data: Uint8ClampedArray };
  };
}

interface DrawnFile {
  readonly bytes: Uint8Array;
  readonly pages: readonly PdfPage[];
}

interface Picture {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8ClampedArray;
}

/** Pages of a document that are drawn. */
const MOST_PAGES = 3;
/** Points around a text that may change with it: underlines, the edges of letters. */
const AROUND = 4;
/** By how much a value of a pixel has to differ to be another colour. */
const OTHER_COLOUR = 96;
/** The share of a page that may look different apart from its text. */
const CHANGED = 0.002;
/** By how much the lightest and the darkest pixel of a text that can be read differ. */
const CONTRAST = 40;
/** Smaller letters are grey at this scale. */
const LEAST_SIZE = 4;

const require = createRequire(import.meta.url);
const LIBRARY = dirname(require.resolve('pdfjs-dist/package.json'));

/** Whether pages can be drawn on this machine. */
export function canDraw(): boolean {
  return canvasMaker() !== undefined;
}

/** Draws the first pages of both: outside of the text nothing has changed, and every text is seen. */
export async function comparePictures(before: DrawnFile, after: DrawnFile): Promise<readonly Problem[]> {
  const make = canvasMaker();
  if (make === undefined) return [];
  const [old, fresh] = [await pictures(before.bytes, make), await pictures(after.bytes, make)];
  return old.flatMap((picture, at) => {
    const [translated, source, target] = [fresh[at], before.pages[at], after.pages[at]];
    if (translated === undefined || source === undefined || target === undefined) return [];
    return compare(picture, translated, source, target).map((problem) => ({
      ...problem,
      detail: `page ${at + 1}: ${problem.detail}`,
    }));
  });
}

function canvasMaker(): ((width: number, height: number) => Canvas) | undefined {
  try {
    return (require('@napi-rs/canvas') as { createCanvas(width: number, height: number): Canvas })
      .createCanvas;
  } catch {
    return undefined;
  }
}

type Rendering = Parameters<PDFPageProxy['render']>[0];

/** The library asks for the canvas of a browser; what it uses of it, this one has. */
function renderingOf(context: ReturnType<Canvas['getContext']>, viewport: Rendering['viewport']): Rendering {
  return { canvasContext: context as object as Rendering['canvasContext'], viewport };
}

async function pictures(
  bytes: Uint8Array,
  make: (width: number, height: number) => Canvas,
): Promise<readonly Picture[]> {
  const { getDocument, VerbosityLevel } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const task = getDocument({
    data: Uint8Array.from(bytes),
    cMapUrl: `${join(LIBRARY, 'cmaps')}/`,
    cMapPacked: true,
    standardFontDataUrl: `${join(LIBRARY, 'standard_fonts')}/`,
    verbosity: VerbosityLevel.ERRORS,
  });
  try {
    const document = await task.promise;
    const drawn: Picture[] = [];
    for (let number = 1; number <= Math.min(MOST_PAGES, document.numPages); number += 1) {
      const page = await document.getPage(number);
      const viewport = page.getViewport({ scale: 1 });
      const canvas = make(Math.ceil(viewport.width), Math.ceil(viewport.height));
      const context = canvas.getContext('2d');
      context.fillStyle = 'white';
      context.fillRect(0, 0, canvas.width, canvas.height);
      await page.render(renderingOf(context, viewport)).promise;
      const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
      drawn.push({ width: canvas.width, height: canvas.height, pixels: data });
      page.cleanup();
    }
    return drawn;
  } finally {
    await task.destroy();
  }
}

function compare(old: Picture, fresh: Picture, source: PdfPage, target: PdfPage): readonly Problem[] {
  const { width, height } = old;
  if (fresh.width !== width || fresh.height !== height) return [{ kind: 'picture', detail: 'another size' }];
  const isText = new Uint8Array(width * height);
  for (const { x, y, width: wide, size } of [...source.texts, ...target.texts]) {
    const [left, right] = [Math.floor(x - AROUND), Math.ceil(x + wide + AROUND)];
    const [top, bottom] = [
      Math.floor(height - y - size - AROUND),
      Math.ceil(height - y + size * 0.3 + AROUND),
    ];
    for (let row = Math.max(0, top); row < Math.min(height, bottom); row += 1) {
      isText.fill(1, row * width + Math.max(0, left), row * width + Math.max(0, Math.min(width, right)));
    }
  }
  let changed = 0;
  for (let at = 0; at < isText.length; at += 1) {
    if (isText[at] === 1) continue;
    const differs = [0, 1, 2].some(
      (channel) =>
        Math.abs((old.pixels[at * 4 + channel] ?? 0) - (fresh.pixels[at * 4 + channel] ?? 0)) > OTHER_COLOUR,
    );
    if (differs) changed += 1;
  }
  const share = changed / isText.length;
  const known = new Set(source.texts.map(({ text, x, y }) => `${text} ${Math.round(x)} ${Math.round(y)}`));
  const unseen = target.texts.filter(
    ({ text, x, y, width: wide, size, level }) =>
      level &&
      size >= LEAST_SIZE &&
      /[\p{L}\p{N}]/u.test(text) &&
      !known.has(`${text} ${Math.round(x)} ${Math.round(y)}`) &&
      contrast(fresh, x, height - y - size * 0.8, x + wide, height - y) < CONTRAST,
  );
  return [
    ...(share > CHANGED
      ? [{ kind: 'picture' as const, detail: `${(share * 100).toFixed(1)} % look different` }]
      : []),
    ...unseen.map(({ text }) => ({
      kind: 'lostBlock' as const,
      detail: `cannot be seen: ${text.slice(0, 40)}`,
    })),
  ];
}

/** Between the lightest and the darkest pixel of an area, by their green. */
function contrast(
  { pixels, width, height }: Picture,
  left: number,
  top: number,
  right: number,
  bottom: number,
): number {
  let [least, most] = [255, 0];
  for (let row = Math.max(0, Math.floor(top)); row < Math.min(height, bottom); row += 1) {
    for (let column = Math.max(0, Math.floor(left)); column < Math.min(width, right); column += 1) {
      const value = pixels[(row * width + column) * 4 + 1] ?? 0;
      least = Math.min(least, value);
      most = Math.max(most, value);
    }
  }
  return most - least;
}
