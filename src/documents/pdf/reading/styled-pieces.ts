import { letterWidth } from '../../text/letter-width.js';
import { namesResource } from '../content/fill-colour.js';
import type { PageLink } from '../content/page-links.js';
import { type Stretch, seenRight } from '../content/text-state.js';
import type { DrawnPage, DrawnString } from './drawn-page.js';
import { NUMBER, NUMBER_GAP } from './item-marks.js';
import type { LinePlace, PageWalls } from './page-walls.js';
import type { RowIndex } from './row-index.js';
import { type TextColumns, WIDE_BLANK } from './text-columns.js';
import type { PlacedText } from './text-layer.js';
import type { TextMark } from './text-marks.js';
import { PLAIN, type TextStyle, type TextStyles } from './text-style.js';

/** A piece of text in one style, inside of one cell. */
export interface StyledPiece extends PlacedText {
  readonly style: TextStyle;
  /** A rule or the edge of a column stands before it. */
  readonly beginsCell: boolean;
  readonly invisible: boolean;
}

/** What stands around the text of a page. */
export interface PageSurroundings {
  readonly walls: PageWalls;
  readonly marks: RowIndex<TextMark>;
  readonly links: readonly PageLink[];
  readonly columns: TextColumns;
  readonly styles: TextStyles;
  /** Fonts of one width set listings apart; where everything is in such a font, they say nothing. */
  readonly isTypewritten: boolean;
}

/** A stretch with its string and the place of its first character in the piece. */
export interface FoundStretch extends Stretch {
  readonly string: DrawnString;
  readonly start: number;
}

interface Cut {
  readonly at: number;
  readonly x: number;
  readonly beginsCell: boolean;
}

/** Characters around a cut in which the end of a word is looked for: how many characters a stretch shows is known only roughly. */
const NEAR_CUT = 4;

/** Cuts a piece where its style changes, at rules and at the edges of columns; the reader of the text layer joins over all of them. */
export function styledPieces(
  piece: PlacedText,
  stretches: readonly FoundStretch[],
  page: PageSurroundings,
): readonly StyledPiece[] {
  const whole = { at: 0, x: piece.x, beginsCell: false };
  const cuts = [
    whole,
    ...cutsOf(piece, stretches, page).filter(({ at }) => at > 0 && at < piece.text.length),
  ];
  return cuts.map((cut, index) => {
    const next = cuts[index + 1];
    const text = piece.text.slice(cut.at, next?.at);
    const right = next === undefined ? piece.x + piece.width : endBefore(next.x, stretches);
    const on = stretches.find((stretch) => stretch.right > cut.x + 0.1 * piece.size);
    const [x, end] = [cut.x, Math.max(cut.x, on === undefined ? right : seenRight(right, on.string))];
    return {
      ...piece,
      text,
      x,
      width: end - x,
      beginsCell: cut.beginsCell,
      style: styleOf({ x, right: end, y: piece.y, size: piece.size }, on?.string, page),
      invisible: on?.string.invisible ?? false,
    };
  });
}

/** The stretches that a piece was made of, from left to right. Text that is drawn twice to look bold counts once. */
export function stretchesOf(
  { text, x, y, width, size }: PlacedText,
  { strings }: DrawnPage,
): readonly FoundStretch[] {
  const found = strings
    .find({ x, right: x + width, y })
    .filter((string) => Math.abs(string.y - y) < size * 0.5);
  const seen = found.some(({ invisible }) => !invisible)
    ? found.filter(({ invisible }) => !invisible)
    : found;
  const parts = seen
    .flatMap((string) =>
      string.stretches.map((stretch) => ({ ...stretch, right: seenRight(stretch.right, string), string })),
    )
    .filter((part) => part.right > x + size * 0.1 && part.x < x + width - size * 0.1)
    .sort((one, other) => one.x - other.x);
  const out: (Stretch & { string: DrawnString; start: number })[] = [];
  let count = 0;
  for (const part of parts) {
    const last = out.at(-1);
    if (last !== undefined && part.x < last.right - size * 0.5) continue;
    if (last !== undefined && part.x - last.right > size * 0.12) count += 1;
    out.push({ ...part, start: count });
    count += part.characters;
  }
  // Ligatures are several characters of the text, and marks may be none.
  const scale = count === 0 ? 1 : text.length / count;
  return out.map((part) => ({ ...part, start: part.start * scale, characters: part.characters * scale }));
}

function cutsOf(
  piece: PlacedText,
  stretches: readonly FoundStretch[],
  page: PageSurroundings,
): readonly Cut[] {
  const { size, y, x } = piece;
  const { walls, marks, links, columns } = page;
  const cuts: Cut[] = [];
  for (const [index, stretch] of stretches.entries()) {
    const before = stretches[index - 1];
    if (before !== undefined) {
      const gap = stretch.x - before.right;
      const isWall = walls.between(before.right - size * 0.1, stretch.x + size * 0.1, piece) !== undefined;
      const isColumn = gap > size * WIDE_BLANK && columns.begins(stretch.x, piece);
      const at = wordEnd(piece.text, stretch.start);
      const isItem = index === 1 && gap > size * NUMBER_GAP && NUMBER.test(piece.text.slice(0, at).trim());
      const beginsCell = isWall || isColumn || isItem;
      if (beginsCell || !sameLook(before, stretch, page)) cuts.push({ at, x: stretch.x, beginsCell });
    }
    // A rule through a string that holds the blanks of several cells.
    const inside = walls.between(stretch.x + size * 0.3, stretch.right - size * 0.3, piece);
    if (inside !== undefined) cuts.push({ ...cutAt(inside, piece, stretch), beginsCell: true });
  }
  const place = { x, right: x + piece.width, y };
  const edges = [
    ...marks.find(place).filter((mark) => Math.abs(mark.y - y) < size * 0.5),
    ...links.filter((link) => isOn(link, { ...place, size })).map(({ left, right }) => ({ x: left, right })),
  ].flatMap((edge) => [edge.x, edge.right]);
  for (const edge of edges) {
    const stretch = stretches.find((part) => edge > part.x + size * 0.3 && edge < part.right - size * 0.3);
    if (stretch !== undefined) cuts.push({ ...cutAt(edge, piece, stretch), beginsCell: false });
  }
  return distinct(cuts.sort((one, other) => one.at - other.at || one.x - other.x));
}

function distinct(cuts: readonly Cut[]): Cut[] {
  const out: Cut[] = [];
  for (const cut of cuts) {
    const last = out.at(-1);
    if (last?.at !== cut.at) out.push(cut);
    else if (cut.beginsCell) out[out.length - 1] = { ...last, beginsCell: true };
  }
  return out;
}

/** The place in the text of a piece that stands at a place on the page. */
function cutAt(
  x: number,
  { text }: PlacedText,
  { x: left, right, start, characters }: FoundStretch,
): Pick<Cut, 'at' | 'x'> {
  const own = [...text.slice(Math.round(start), Math.round(start + characters))];
  const total = own.reduce((sum, letter) => sum + letterWidth(letter), 0) || 1;
  let [at, used] = [Math.round(start), 0];
  for (const letter of own) {
    const width = letterWidth(letter);
    if (left + ((used + width / 2) / total) * (right - left) > x) break;
    used += width;
    at += letter.length;
  }
  const end = wordEnd(text, at);
  return { at: end, x };
}

/** The nearest beginning of a word; the place itself where there is none, as in East Asian text. */
function wordEnd(text: string, place: number): number {
  const at = Math.round(place);
  for (let step = 0; step <= NEAR_CUT; step += 1) {
    for (const near of [at - step, at + step]) {
      if (/\s/.test(text[near - 1] ?? '') && /\S/.test(text[near] ?? '')) return near;
    }
  }
  return at;
}

/** Where the stretch ends that stands before a place. */
function endBefore(x: number, stretches: readonly FoundStretch[]): number {
  return stretches.reduce((end, part) => (part.x < x - 0.1 ? Math.min(x, part.right) : end), x);
}

/** Whether the end of a stretch looks like the beginning of the next one. */
function sameLook(before: FoundStretch, next: FoundStretch, page: PageSurroundings): boolean {
  if (before.string.invisible !== next.string.invisible) return false;
  const near = Math.min(before.right - before.x, next.right - next.x, before.string.size) / 4;
  const styleAt = (x: number, string: DrawnString) =>
    styleOf({ x, right: x, y: string.y, size: string.size }, string, page);
  return styleAt(before.right - near, before.string) === styleAt(next.x + near, next.string);
}

function styleOf(place: LinePlace, string: DrawnString | undefined, page: PageSurroundings): TextStyle {
  const middle = (place.x + place.right) / 2;
  const isMarked = (kind: TextMark['kind']) =>
    page.marks
      .find({ x: middle, right: middle, y: place.y })
      .some((mark) => mark.kind === kind && Math.abs(mark.y - place.y) < place.size * 0.5);
  return page.styles.of({
    ...PLAIN,
    ...(string !== undefined && {
      bold: string.bold,
      italic: string.italic,
      monospaced: string.monospaced && !page.isTypewritten,
      symbols: string.symbols,
      colour: string.colour.source,
      scope: namesResource(string.colour) ? string.scope : undefined,
    }),
    underlined: isMarked('underline'),
    struck: isMarked('strike'),
    link: page.links.find((link) => isOn(link, { ...place, x: middle, right: middle }))?.number,
  });
}

function isOn(link: PageLink, { x, right, y, size }: LinePlace): boolean {
  const middle = y + size * 0.3;
  return link.left <= right && link.right >= x && link.bottom < middle && link.top > middle;
}
